// Writes docs/reference/cli.md from the built program's commands.
import { writeFile } from 'node:fs/promises';
import { referenceOf } from '../dist/apps/cli/tree/reference.js';
import { sluiceTree } from '../dist/apps/cli/tree/tree.js';

await writeFile(new URL('../docs/reference/cli.md', import.meta.url), referenceOf(sluiceTree()));
