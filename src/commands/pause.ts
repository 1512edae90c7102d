#!/usr/bin/env node
import { program } from 'commander';
import { print, runProgram } from '../adapters/terminal/index.js';
import { setSwitch } from './switch/set-switch.js';

// Stops new swaps in every process on the database: see docs/how-to/run-the-executor.md.

program
  .name('pause')
  .description('Stops new swaps in every process on the database. Swaps that are stored already are settled.')
  .argument('[reason]', 'why, for other operators; /readyz and refused executes show it')
  .option('--by <name>', 'who pauses, in place of user@host');
program.parse();

const [reason] = program.args;
const { by } = program.opts<{ by?: string }>();

await runProgram(async () => {
  print(await setSwitch({ isPaused: true, reason, by }));
  return 0;
});
