#!/usr/bin/env node
import { program } from 'commander';
import { backUpSqlite } from '../adapters/typeorm/index.js';
import { print, runProgram } from '../adapters/terminal/index.js';
import { sqliteFile } from '../process/database.js';

// Backs an SQLite database up while servers run: see docs/how-to/back-up-and-restore.md.

program
  .name('backup')
  .description('Copies the SQLite database that DATABASE_URL names into a new file, while servers run.')
  .argument('<file>');
program.parse();

const [file] = program.args as [string];

await runProgram(async () => {
  const { orders, newest } = await backUpSqlite(sqliteFile(), file);
  print(`${file}: ${orders} orders${newest === undefined ? '' : `, the newest of ${newest.toISOString()}`}`);
  return 0;
});
