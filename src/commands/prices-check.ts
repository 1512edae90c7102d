#!/usr/bin/env node
import { program } from 'commander';
import { showProgress } from '../adapters/terminal/progress.js';
import { runProgram } from '../adapters/terminal/program.js';
import { withDatabase } from '../process/database.js';
import type { Ports } from '../ports/index.js';

// Recomputes everything that is derived from prices and reports what differs.

program
  .name('prices:check')
  .description(
    'Compares stored candles with the prices they were computed from. Changes nothing; exits with 1 if any differs.',
  );
program.parse();

const print = (line: string) => process.stdout.write(`${line}\n`);

async function check({ priceArchive }: Pick<Ports, 'priceArchive'>): Promise<number> {
  const progress = showProgress(process.stderr);
  try {
    const { days, points, differences } = await priceArchive.check((done, ofDays) =>
      progress.update(done, ofDays, `${done} of ${ofDays} days`),
    );
    progress.end();
    for (const { token, day, field } of differences)
      print(`${new Date(day * 1000).toISOString().slice(0, 10)} ${token ?? 'bitcoin'}: ${field} differs`);
    print(`${points} prices of complete days, ${days} token days: ${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    progress.end();
  }
}

await runProgram(() => withDatabase(check));
