#!/usr/bin/env node
import { program } from 'commander';
import { print, runProgram } from '../adapters/terminal/index.js';
import { setSwitch } from './switch/set-switch.js';

// Ends a pause: see docs/how-to/run-the-executor.md.

program
  .name('resume')
  .description('Ends a pause: every process on the database sends new swaps again.')
  .argument('[reason]', 'why, for other operators')
  .option('--by <name>', 'who resumes, in place of user@host');
program.parse();

const [reason] = program.args;
const { by } = program.opts<{ by?: string }>();

await runProgram(async () => {
  print(await setSwitch({ isPaused: false, reason, by }));
  return 0;
});
