#!/usr/bin/env node
import { program } from 'commander';
import { SystemClock } from '../adapters/system/index.js';
import { print, runProgram } from '../adapters/terminal/index.js';
import { restoreSqlite } from '../adapters/typeorm/index.js';
import { sqliteFile } from '../process/database.js';

// Restores an SQLite database from a backup: see docs/how-to/back-up-and-restore.md.

program
  .name('restore')
  .description(
    'Puts a backup in the place of the SQLite database that DATABASE_URL names. Stop every server first.',
  )
  .argument('<file>');
program.parse();

const [file] = program.args as [string];

await runProgram(async () => {
  const { orders, newest, replaced } = await restoreSqlite(file, sqliteFile(), new SystemClock().now());
  print(`${orders} orders restored${newest === undefined ? '' : `, the newest of ${newest.toISOString()}`}`);
  if (replaced !== undefined) print(`the replaced database is ${replaced}`);
  print('now run `npm run reconcile`: it finds the orders that the chain has paid since the backup');
  return 0;
});
