// Writes docs/reference/openapi.json from the built description of the HTTP interface.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { DESCRIPTIONS } from '../dist/adapters/express/app/descriptions.js';
import { openApiDocument } from '../dist/adapters/express/description/openapi.js';

const PATH = 'docs/reference/openapi.json';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const text = JSON.stringify(openApiDocument({ areas: DESCRIPTIONS, version }));
await writeFile(PATH, await format(text, { ...(await resolveConfig(PATH)), filepath: PATH }));
