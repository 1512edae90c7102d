// Writes the reference that only the built program can produce: pages of docs/reference and documents beside them, in the same folders
// below build/docs, and .env.example. The docs of the page and of the package contain them; docs/ only says where to find them.
import './needed-node.mjs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { DESCRIPTIONS } from '../dist/adapters/express/app/descriptions.js';
import { errorsPage } from '../dist/adapters/express/app/errors-page.js';
import { openApiDocument } from '../dist/adapters/express/description/openapi.js';
import { registrySchema } from '../dist/adapters/stacks/index.js';
import { SETTINGS } from '../dist/application/settings.js';
import { referenceOf } from '../dist/apps/cli/tree/reference.js';
import { sluiceTree } from '../dist/apps/cli/tree/tree.js';
import { SETTING_GROUPS } from '../dist/apps/server/settings/index.js';
import { BUILT } from './docs/tree.mjs';
import { envExample, settingsPage } from './settings-page.mjs';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
const pages = {
  // For programs, so without indentation, which would be a third of it even when packed.
  'openapi.json': `${JSON.stringify(openApiDocument({ areas: DESCRIPTIONS, version }))}\n`,
  'registry.schema.json': json(registrySchema()),
  'errors.md': errorsPage({ areas: DESCRIPTIONS }),
  'cli.md': referenceOf(sluiceTree()),
  'settings.md': settingsPage(SETTING_GROUPS, SETTINGS),
};
await rm(BUILT, { recursive: true, force: true });
await mkdir(`${BUILT}/reference`, { recursive: true });
for (const [name, text] of Object.entries(pages)) await writeFile(`${BUILT}/reference/${name}`, text);
await writeFile('.env.example', envExample(SETTING_GROUPS));
