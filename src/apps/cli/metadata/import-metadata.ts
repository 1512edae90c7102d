import { openMetadataFiles } from '../../../adapters/json/metadata-files.js';
import { systemPorts } from '../../../adapters/system/index.js';
import {
  importMetadata,
  type MetadataImportReport,
  type RefusedMetadata,
} from '../../../application/metadata/import-metadata.js';
import { withDatabase } from '../../server/database.js';
import { runImport } from '../import/run-import.js';
import type { JsonOption } from '../result.js';

/** Imports existing token metadata into the database: see docs/reference/metadata.md. */
export async function importMetadataFrom(given: string, { json }: JsonOption): Promise<number> {
  const path = given.replace(/[\\/]+$/, '') || given;
  const files = await openMetadataFiles(path);
  return withDatabase((ports) =>
    runImport<MetadataImportReport, RefusedMetadata>({
      path,
      json,
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
}
