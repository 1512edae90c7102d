#!/usr/bin/env node
import { program } from 'commander';
import { openMetadataFiles } from '../adapters/json/metadata-files.js';
import { systemPorts } from '../adapters/system/index.js';
import { runProgram } from '../adapters/terminal/index.js';
import {
  importMetadata,
  type MetadataImportReport,
  type RefusedMetadata,
} from '../application/metadata/import-metadata.js';
import { withDatabase } from '../process/database.js';
import { runImport } from './import/run-import.js';

// Imports existing token metadata into the database: see docs/reference/metadata.md.

program
  .name('metadata:import')
  .description(
    'Stores existing metadata records from a JSON file, a file with one record per line (.jsonl, .ndjson), or a folder of <contractId>.json.',
  )
  .argument('<file.json|dir>');
program.parse();

const [given] = program.args as [string];
const path = given.replace(/[\\/]+$/, '') || given;

await runProgram(async () => {
  const files = await openMetadataFiles(path);
  return withDatabase((ports) =>
    runImport<MetadataImportReport, RefusedMetadata>({
      path,
      columns: ['where', 'contractId', 'field', 'reason'],
      toRow: ({ where, contractId, field, reason }) => [where, contractId, field, reason],
      toText: ({ where, contractId, field, reason }) =>
        [where, contractId && `(${contractId})`, `${field} ${reason}`].filter(Boolean).join(' '),
      summary: ({ records, added, replaced, known, older, refused }) =>
        `${records} records: ${added} added, ${replaced} replaced, ${known} known, ` +
        `${older} not newer than what is stored, ${refused} refused`,
      run: (refused, show) =>
        importMetadata({ ...ports, ...systemPorts() }, files.records, {
          refused,
          progress: (soFar) => show(files.done(), files.total, soFar),
        }),
    }),
  );
});
