#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { program } from 'commander';
import { CsvFile } from '../adapters/csv/csv-file.js';
import { PRICE_COLUMNS, readPriceLines } from '../adapters/csv/price-lines.js';
import { systemPorts } from '../adapters/system/index.js';
import { showProgress } from '../adapters/terminal/progress.js';
import { runProgram } from '../adapters/terminal/program.js';
import { importLines, type ImportReport, type RefusedLine } from '../application/prices/import-lines.js';
import type { Ports } from '../ports/index.js';
import { withDatabase } from '../process/database.js';

// Imports past prices into the database: see docs/how-to/bring-price-history.md.

/** How many refused lines are printed; the CSV file holds all of them. */
const SHOWN = 20;
const EXIT_ALL_STORED = 0;
const EXIT_SOME_REFUSED = 2;

program
  .name('prices:import')
  .description('Stores past prices from a CSV file with the columns time, contractId, usd and btcUsd.')
  .argument('<file.csv>')
  .option('--snap', 'round times down to the five-minute grid instead of refusing them', false);
program.parse();

const [path] = program.args as [string];
const { snap } = program.opts<{ snap: boolean }>();
const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { size } = await stat(path);
  return withDatabase((ports) => importFile(ports, size));
}

async function importFile(ports: Pick<Ports, 'priceArchive'>, size: number): Promise<number> {
  const refusedPath = `${path}.refused.csv`;
  const refusedFile = await CsvFile.replace(refusedPath, ['line', 'field', 'reason', ...PRICE_COLUMNS]);
  const progress = showProgress(process.stderr);
  const first: RefusedLine[] = [];
  try {
    const file = createReadStream(path);
    const report = await importLines({ ...ports, ...systemPorts() }, readPriceLines(file), {
      snap,
      refused: async (lines) => {
        first.push(...lines.slice(0, SHOWN - first.length));
        await refusedFile.write(lines.map(toRow));
      },
      progress: (soFar) => progress.update(file.bytesRead, size, summary(soFar)),
    });
    progress.end();
    show(report, first, refusedPath);
    return report.refused + report.conflicting === 0 ? EXIT_ALL_STORED : EXIT_SOME_REFUSED;
  } finally {
    progress.end();
    await refusedFile.close();
  }
}

const toRow = ({ line, field, reason }: RefusedLine) => [
  line.line,
  field,
  reason,
  ...PRICE_COLUMNS.map((column) => line[column]),
];

const summary = ({ lines, added, known, conflicting, refused }: ImportReport) =>
  `${lines} lines: ${added} added, ${known} known, ${conflicting} conflicting, ${refused} refused`;

function show(report: ImportReport, first: readonly RefusedLine[], refusedPath: string): void {
  print(summary(report));
  for (const { line, field, reason } of first) print(`line ${line.line}: ${field} ${reason}`);
  const notStored = report.refused + report.conflicting;
  if (notStored > first.length) print(`and ${notStored - first.length} more`);
  if (notStored > 0) print(`all of them: ${refusedPath}`);
}

await runProgram(main);
