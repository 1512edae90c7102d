// Writes the reference that only the built program can produce: pages of docs/reference and documents beside them, in the same folders
// below build/docs, and .env.example. The docs of the page and of the package contain them; docs/ only says where to find them.
import './needed-node.mjs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { BUILT } from './docs/tree.mjs';
import { built } from './out.mjs';
import { envExample, settingsPage } from './settings-page.mjs';

const { DESCRIPTIONS } = await built('adapters/express/app/descriptions.js');
const { errorsPage } = await built('adapters/express/app/errors-page.js');
const { openApiDocument } = await built('adapters/express/description/openapi.js');
const { registrySchema } = await built('adapters/stacks/index.js');
const { SETTINGS } = await built('application/settings.js');
const { referenceOf } = await built('apps/cli/tree/reference.js');
const { sluiceTree } = await built('apps/cli/tree/tree.js');
const { SETTING_GROUPS } = await built('apps/server/settings/index.js');

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
