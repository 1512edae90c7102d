#!/usr/bin/env node
import { program } from 'commander';
import { importKeys, type KeyImportReport } from '../application/api-keys/import-keys.js';
import { importRecords } from './import/import-records.js';

// Imports API keys of the existing exchange: see docs/how-to/move-in.md.

program
  .name('api-keys:import')
  .description(
    'Stores API keys of another exchange, by their hashes, from a file with one JSON record per line.',
  )
  .argument('<file.jsonl>')
  .option('--dry-run', 'check every record and store nothing', false);
program.parse();

const [path] = program.args as [string];
const { dryRun } = program.opts<{ dryRun: boolean }>();

await importRecords<KeyImportReport>({
  path,
  summary: ({ records, added, known, refused }) =>
    `${records} records${dryRun ? ', nothing stored' : ''}: ${added} added, ${known} known, ${refused} refused`,
  run: (ports, records, rules) => importKeys(ports, records, { ...rules, dryRun }),
});
