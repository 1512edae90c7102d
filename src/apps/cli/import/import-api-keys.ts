import { importKeys, type KeyImportReport } from '../../../application/api-keys/import-keys.js';
import { importRecords, type RecordImportOptions } from './import-records.js';

/** Imports API keys of the existing exchange: see docs/how-to/move-in.md. */
export const importKeysFrom = (path: string, { dryRun, json }: RecordImportOptions): Promise<number> =>
  importRecords<KeyImportReport>({
    path,
    json,
    summary: ({ records, added, known, refused }) =>
      `${records} records${dryRun ? ', nothing stored' : ''}: ${added} added, ${known} known, ${refused} refused`,
    run: (ports, records, rules) => importKeys(ports, records, { ...rules, dryRun }),
  });
