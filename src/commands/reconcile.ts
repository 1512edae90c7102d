#!/usr/bin/env node
import { program } from 'commander';
import { systemPorts } from '../adapters/system/index.js';
import { print, runProgram, withProgress } from '../adapters/terminal/index.js';
import { reconcileOrders, type ReconcileReport } from '../application/orders/reconcile-orders.js';
import { withChain } from '../process/chain-access.js';
import { withDatabase } from '../process/database.js';

// Compares the orders of a restored database with the chain: see docs/how-to/back-up-and-restore.md.

program
  .name('reconcile')
  .description(
    'Finds the orders that the chain has paid and the database does not know about, and records them.',
  )
  .option('--ended', 'compare cancelled and failed orders too', false);
program.parse();

const { ended } = program.opts<{ ended: boolean }>();

const summary = ({ checked, corrected, untraced }: ReconcileReport) =>
  `${checked} orders compared with the chain: ${corrected} corrected, ${untraced} paid by a transaction that it does not show`;

const COMPARED = {
  statuses: ['open', 'broadcasted', ...(ended ? (['cancelled', 'failed'] as const) : [])],
  sortBy: 'createdAt',
  sortOrder: 'asc',
  offset: 0,
  limit: 1,
} as const;

await runProgram(() =>
  withChain(undefined, ({ chain, spentOrders, pastBlocks }) =>
    withDatabase(async (storage) => {
      const ports = { ...storage, ...systemPorts(), chain, spentOrders, pastBlocks };
      const { total } = await storage.orders.listPage(COMPARED);
      const report = await withProgress((show) =>
        reconcileOrders(ports, {
          ended,
          progress: (soFar) => show(soFar.checked, total, summary(soFar)),
        }),
      );
      if (!report.ok) throw new Error(`the chain cannot be reached: ${report.error.reason}; run it again`);
      print(summary(report.value));
      return 0;
    }),
  ),
);
