#!/usr/bin/env node
import { program } from 'commander';
import { CsvFile } from '../adapters/csv/csv-file.js';
import { openMetadataFiles, type MetadataFiles } from '../adapters/json/metadata-files.js';
import { systemPorts } from '../adapters/system/index.js';
import { showProgress } from '../adapters/terminal/progress.js';
import { runProgram } from '../adapters/terminal/program.js';
import {
  importMetadata,
  type MetadataImportReport,
  type RefusedMetadata,
} from '../application/metadata/import-metadata.js';
import type { Ports } from '../ports/index.js';
import { withDatabase } from '../process/database.js';

// Imports existing token metadata into the database: see docs/reference/metadata.md.

/** How many refused records are printed; the CSV file holds all of them. */
const SHOWN = 20;
const EXIT_ALL_STORED = 0;
const EXIT_SOME_REFUSED = 2;

program
  .name('metadata:import')
  .description(
    'Stores existing metadata records from a JSON file, a file with one record per line (.jsonl, .ndjson), or a folder of <contractId>.json.',
  )
  .argument('<file.json|dir>');
program.parse();

const [given] = program.args as [string];
const path = given.replace(/[\\/]+$/, '') || given;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const files = await openMetadataFiles(path);
  return withDatabase((ports) => importFiles(ports, files));
}

async function importFiles(ports: Pick<Ports, 'unitOfWork'>, files: MetadataFiles): Promise<number> {
  const refusedPath = `${path}.refused.csv`;
  const refusedFile = await CsvFile.replace(refusedPath, ['where', 'contractId', 'field', 'reason']);
  const progress = showProgress(process.stderr);
  const first: RefusedMetadata[] = [];
  try {
    const report = await importMetadata({ ...ports, ...systemPorts() }, files.records, {
      refused: async (records) => {
        first.push(...records.slice(0, SHOWN - first.length));
        await refusedFile.write(records.map((one) => [one.where, one.contractId, one.field, one.reason]));
      },
      progress: (soFar) => progress.update(files.done(), files.total, summary(soFar)),
    });
    progress.end();
    show(report, first, refusedPath);
    return report.refused === 0 ? EXIT_ALL_STORED : EXIT_SOME_REFUSED;
  } finally {
    progress.end();
    await refusedFile.close();
  }
}

const summary = ({ records, added, replaced, known, older, refused }: MetadataImportReport) =>
  `${records} records: ${added} added, ${replaced} replaced, ${known} known, ` +
  `${older} not newer than what is stored, ${refused} refused`;

function show(report: MetadataImportReport, first: readonly RefusedMetadata[], refusedPath: string): void {
  print(summary(report));
  for (const { where, contractId, field, reason } of first) {
    print([where, contractId && `(${contractId})`, `${field} ${reason}`].filter(Boolean).join(' '));
  }
  if (report.refused > first.length) print(`and ${report.refused - first.length} more`);
  if (report.refused > 0) print(`all of them: ${refusedPath}`);
}

await runProgram(main);
