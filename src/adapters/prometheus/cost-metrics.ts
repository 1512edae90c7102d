import { Gauge, type Registry } from 'prom-client';

/** Cost of the transactions of a period. */
export interface CostMetrics {
  /** Number of transactions by outcome, such as `aborted`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Fees of the mined ones, in microSTX. */
  readonly costUstx: bigint;
  /** Billionths of a dollar. */
  readonly costUsd: bigint;
}

const PER_DOLLAR = 1e9;

/** Registers gauges of what the transactions of the last day cost: totals only, since owners and integrators are without number. */
export function costMetrics(registry: Registry, read: () => Promise<CostMetrics | undefined | void>): void {
  const registers = [registry];
  let running: ReturnType<typeof read> | undefined;
  const shared = () => (running ??= read().finally(() => (running = undefined)));
  new Gauge({
    name: 'sluice_day_transactions',
    help: 'Transactions of the operator that any process stored within the last 24 hours, by outcome',
    labelNames: ['outcome'],
    aggregator: 'first',
    registers,
    async collect() {
      this.reset();
      for (const [outcome, count] of Object.entries((await shared())?.outcomes ?? {}))
        this.set({ outcome }, count);
    },
  });
  const sum = (name: string, help: string, valueOf: (costs: CostMetrics) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'first',
      registers,
      async collect() {
        this.remove();
        const costs = await shared();
        if (costs) this.set(valueOf(costs));
      },
    });
  sum('sluice_day_cost_ustx', 'Fees in microSTX of those that were mined', ({ costUstx }) =>
    Number(costUstx),
  );
  sum(
    'sluice_day_cost_usd',
    'The same in dollars at the recorded STX price of each block, as far as one is recorded',
    ({ costUsd }) => Number(costUsd) / PER_DOLLAR,
  );
}
