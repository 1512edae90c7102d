#!/usr/bin/env node
import { program } from 'commander';
import { importOrders, type OrderImportReport } from '../application/orders/import-orders.js';
import { importRecords } from './import/import-records.js';

// Imports orders of the existing exchange: see docs/how-to/move-in.md.

program
  .name('orders:import')
  .description('Stores orders of another exchange from a file with one JSON record per line.')
  .argument('<file.jsonl>')
  .option('--dry-run', 'check every record and store nothing', false);
program.parse();

const [path] = program.args as [string];
const { dryRun } = program.opts<{ dryRun: boolean }>();

await importRecords<OrderImportReport>({
  path,
  summary: ({ records, open, past, known, refused }) =>
    `${records} records${dryRun ? ', nothing stored' : ''}: ${open} open, ${past} ended, ${known} known, ${refused} refused`,
  run: (ports, records, rules) => importOrders(ports, records, { ...rules, dryRun }),
});
