import { openJsonLines } from '../../../adapters/json/json-lines.js';
import { systemPorts } from '../../../adapters/system/index.js';
import type { ImportRules, RawRecord, RefusedRecord } from '../../../application/shared/import-records.js';
import type { Ports } from '../../../ports/index.js';
import { withDatabase } from '../../server/database.js';
import { createSignatureVerifier } from '../../../adapters/stacks/index.js';
import { configuredRegistry } from '../../server/chain-access.js';
import type { JsonOption } from '../result.js';
import { runImport } from './run-import.js';

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'unitOfWork'>;

export interface RecordImportOptions extends JsonOption {
  readonly dryRun: boolean;
}

interface RecordImport<Report extends object> extends JsonOption {
  readonly path: string;
  readonly summary: (report: Report) => string;
  readonly run: (
    ports: Needs,
    records: AsyncIterable<RawRecord>,
    rules: ImportRules<Report>,
  ) => Promise<Report>;
}

/** Imports a file of one JSON record per line into the database that the settings name. Returns the exit code. */
export async function importRecords<Report extends object>({
  path,
  json,
  summary,
  run,
}: RecordImport<Report>): Promise<number> {
  const registry = await configuredRegistry();
  const { records, total, done } = await openJsonLines(path);
  return withDatabase((storage) =>
    runImport<Report, RefusedRecord>({
      path,
      json,
      summary,
      columns: ['where', 'id', 'field', 'reason'],
      toRow: ({ where, id, field, reason }) => [where, id, field, reason],
      toText: ({ where, id, field, reason }) =>
        [where, id && `(${id})`, `${field} ${reason}`].filter(Boolean).join(' '),
      run: (refused, show) =>
        run(
          {
            ...storage,
            ...systemPorts(),
            signatures: createSignatureVerifier(),
            registry: { current: () => registry },
          },
          records,
          { refused, progress: (soFar) => show(done(), total, soFar) },
        ),
    }),
  );
}
