// Writes docs/reference/errors.md from the built description of the HTTP interface.
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { DESCRIPTIONS } from '../dist/adapters/express/app/descriptions.js';
import { errorsPage } from '../dist/adapters/express/app/errors-page.js';

const PATH = 'docs/reference/errors.md';

const text = errorsPage({ areas: DESCRIPTIONS });
await writeFile(PATH, await format(text, { ...(await resolveConfig(PATH)), filepath: PATH }));
