// Writes src/sdk/client/wire from the built description of the HTTP interface.
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { REMEDIES } from '../dist/adapters/express/errors/codes.js';
import { DESCRIPTIONS } from '../dist/adapters/express/app/descriptions.js';
import { COMMON_SCHEMAS } from '../dist/adapters/express/schema/common-schemas.js';
import { clientTypes } from './client-types.mjs';

const FOLDER = 'src/sdk/client/wire';

const described = { areas: DESCRIPTIONS, common: COMMON_SCHEMAS, remedies: REMEDIES };
for (const [name, text] of Object.entries(clientTypes(described))) {
  const filepath = `${FOLDER}/${name}`;
  await writeFile(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}
