#!/usr/bin/env node
import { program } from 'commander';
import { print, runProgram, withProgress } from '../adapters/terminal/index.js';
import { withDatabase } from '../process/database.js';

// Recomputes everything that is derived from prices and reports what differs.

program
  .name('prices:check')
  .description(
    'Compares stored candles with the prices they were computed from. Changes nothing; exits with 1 if any differs.',
  );
program.parse();

await runProgram(() =>
  withDatabase(async ({ priceArchive }) => {
    const { days, points, differences } = await withProgress((show) =>
      priceArchive.check((done, total) => show(done, total, `${done} of ${total} days`)),
    );
    for (const { token, day, field } of differences)
      print(`${new Date(day * 1000).toISOString().slice(0, 10)} ${token ?? 'bitcoin'}: ${field} differs`);
    print(`${points} prices of complete days, ${days} token days: ${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  }),
);
