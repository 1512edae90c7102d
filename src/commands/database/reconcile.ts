import { systemPorts } from '../../adapters/system/index.js';
import { withProgress } from '../../adapters/terminal/index.js';
import { reconcileOrders, type ReconcileReport } from '../../application/orders/reconcile-orders.js';
import { withChain } from '../../process/chain-access.js';
import { withDatabase } from '../../process/database.js';
import { printResult, type JsonOption } from '../result.js';

export interface ReconcileOptions extends JsonOption {
  readonly ended: boolean;
}

const summary = ({ checked, corrected, untraced }: ReconcileReport) =>
  `${checked} orders compared with the chain: ${corrected} corrected, ${untraced} paid by a transaction that it does not show`;

/** Compares the orders of a restored database with the chain: see docs/how-to/back-up-and-restore.md. */
export const reconcile = ({ ended, ...options }: ReconcileOptions): Promise<number> =>
  withChain(undefined, ({ chain, spentOrders, pastBlocks }) =>
    withDatabase(async (storage) => {
      const ports = { ...storage, ...systemPorts(), chain, spentOrders, pastBlocks };
      const { total } = await storage.orders.listPage({
        statuses: ['open', 'broadcasted', ...(ended ? (['cancelled', 'failed'] as const) : [])],
        sortBy: 'createdAt',
        sortOrder: 'asc',
        offset: 0,
        limit: 1,
      });
      const report = await withProgress((show) =>
        reconcileOrders(ports, {
          ended,
          progress: (soFar) => show(soFar.checked, total, summary(soFar)),
        }),
      );
      if (!report.ok) throw new Error(`the chain cannot be reached: ${report.error.reason}; run it again`);
      printResult(report.value, options, () => [summary(report.value)]);
      return 0;
    }),
  );
