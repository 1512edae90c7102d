// Writes docs/reference/settings.md and .env.example from the built list of settings.
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { SETTINGS } from '../dist/application/settings.js';
import { SETTING_GROUPS } from '../dist/apps/server/settings/index.js';
import { envExample, settingsPage } from './settings-page.mjs';

const PAGE = 'docs/reference/settings.md';

const options = { ...(await resolveConfig(PAGE)), filepath: PAGE };
await writeFile(PAGE, await format(settingsPage(SETTING_GROUPS, SETTINGS), options));
await writeFile('.env.example', envExample(SETTING_GROUPS));
