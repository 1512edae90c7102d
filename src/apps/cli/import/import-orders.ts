import { importOrders, type OrderImportReport } from '../../../application/orders/import-orders.js';
import { importRecords, type RecordImportOptions } from './import-records.js';

/** Imports orders of the existing exchange: see docs/how-to/move-in.md. */
export const importOrdersFrom = (path: string, { dryRun, json }: RecordImportOptions): Promise<number> =>
  importRecords<OrderImportReport>({
    path,
    json,
    summary: ({ records, open, past, known, refused }) =>
      `${records} records${dryRun ? ', nothing stored' : ''}: ${open} open, ${past} ended, ${known} known, ${refused} refused`,
    run: (ports, records, rules) => importOrders(ports, records, { ...rules, dryRun }),
  });
