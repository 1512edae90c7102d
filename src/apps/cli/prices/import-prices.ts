import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PRICE_COLUMNS, readPriceLines } from '../../../adapters/csv/price-lines.js';
import { systemPorts } from '../../../adapters/system/index.js';
import {
  importLines,
  type ImportReport,
  type RefusedLine,
} from '../../../application/prices/import-lines.js';
import { withDatabase } from '../../server/database.js';
import { runImport } from '../import/run-import.js';
import type { JsonOption } from '../result.js';

export interface ImportOptions extends JsonOption {
  readonly snap: boolean;
}

/** Imports past prices into the database: see docs/how-to/import-price-history.md. */
export async function importPrices(path: string, { snap, json }: ImportOptions): Promise<number> {
  const { size } = await stat(path);
  return withDatabase((ports) =>
    runImport<ImportReport, RefusedLine>({
      path,
      json,
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
}
