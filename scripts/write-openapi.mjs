// Writes docs/reference/openapi.json from the built description of the interface.
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { openApiDocument } from '../dist/adapters/express/description/openapi.js';
import { DESCRIPTIONS } from '../dist/adapters/express/description/areas.js';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const document = openApiDocument({ areas: DESCRIPTIONS, version });
await writeFile('docs/reference/openapi.json', await format(JSON.stringify(document), { parser: 'json' }));
