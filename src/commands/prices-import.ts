#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { program } from 'commander';
import { PRICE_COLUMNS, readPriceLines } from '../adapters/csv/price-lines.js';
import { systemPorts } from '../adapters/system/index.js';
import { runProgram } from '../adapters/terminal/index.js';
import { importLines, type ImportReport, type RefusedLine } from '../application/prices/import-lines.js';
import { withDatabase } from '../process/database.js';
import { runImport } from './import/run-import.js';

// Imports past prices into the database: see docs/how-to/import-price-history.md.

program
  .name('prices:import')
  .description('Stores past prices from a CSV file with the columns time, contractId, usd and btcUsd.')
  .argument('<file.csv>')
  .option('--snap', 'round times down to the five-minute grid instead of refusing them', false);
program.parse();

const [path] = program.args as [string];
const { snap } = program.opts<{ snap: boolean }>();

await runProgram(async () => {
  const { size } = await stat(path);
  return withDatabase((ports) =>
    runImport<ImportReport, RefusedLine>({
      path,
      columns: ['line', 'field', 'reason', ...PRICE_COLUMNS],
      toRow: ({ line, field, reason }) => [
        line.line,
        field,
        reason,
        ...PRICE_COLUMNS.map((column) => line[column]),
      ],
      toText: ({ line, field, reason }) => `line ${line.line}: ${field} ${reason}`,
      summary: ({ lines, added, known, conflicting, refused }) =>
        `${lines} lines: ${added} added, ${known} known, ${conflicting} conflicting, ${refused} refused`,
      run: (refused, show) => {
        const file = createReadStream(path);
        const progress = (soFar: ImportReport) => show(file.bytesRead, size, soFar);
        return importLines({ ...ports, ...systemPorts() }, readPriceLines(file), { snap, refused, progress });
      },
    }),
  );
});
