import {
  CostLedger,
  costOf,
  type CostGroup,
  type CostGroupBy,
  type CostSum,
  type TransactionCost,
} from '../../domain/operator/costs.js';
import { STX } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, SentAfter } from '../../ports/index.js';
import { readPastPrices } from '../prices/read-past-prices.js';

const DAY_MS = 86_400_000;
/** Longest period of a reading, in days. */
export const MOST_COST_DAYS = 366;
/** Maximum number of transactions that a reading adds up. */
export const MOST_COSTS = 20_000;
/** Maximum number of groups that a reading returns. */
export const MOST_COST_GROUPS = 1_000;
const DEFAULT_DAYS = 30;
const PER_READ = 1_000;

/** Period of a reading: of transactions stored at `from` or later and before `to`. */
export interface CostPeriod {
  /** 30 days before `to` by default. */
  readonly from?: Date | undefined;
  /** Now by default. */
  readonly to?: Date | undefined;
}

/** The period ends before it starts, or is too long. */
export interface InvalidCostPeriod {
  readonly kind: 'invalid-cost-period';
  readonly reason: string;
}

/** The period has more transactions than are added up at a time. */
export interface TooManyCosts {
  readonly kind: 'too-many-costs';
  readonly most: number;
}

/** Reason why costs are not added up. */
export type ReadCostsError = InvalidCostPeriod | TooManyCosts;

/** Cost of the transactions of a period. */
export interface CostReading {
  readonly from: Date;
  readonly to: Date;
  readonly by: CostGroupBy;
  readonly total: CostSum;
  /** Days in their order; others by cost, the highest first, MOST_COST_GROUPS at most. */
  readonly groups: readonly CostGroup[];
  /** Whether these are all groups. */
  readonly isComplete: boolean;
}

type Needs = Pick<Ports, 'clock' | 'swaps' | 'prices'>;

/** Reads what each transaction of the operator's accounts has cost, oldest first, in batches. */
export const makeReadCosts = ({ clock, swaps, prices }: Needs) => {
  const periodOf = ({
    to = clock.now(),
    from,
  }: CostPeriod): Result<Required<CostPeriod> & { from: Date; to: Date }, InvalidCostPeriod> => {
    const start = from ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
    const invalid = (reason: string) => err({ kind: 'invalid-cost-period' as const, reason });
    if (start >= to) return invalid('from must be before to');
    if (to.getTime() - start.getTime() > MOST_COST_DAYS * DAY_MS)
      return invalid(`must be ${MOST_COST_DAYS} days at most`);
    return ok({ from: start, to });
  };

  /** Passes on each transaction's cost; `too-many-costs` once there are more than MOST_COSTS. */
  const each = async (
    period: { readonly from: Date; readonly to: Date },
    take: (cost: TransactionCost) => void,
  ): Promise<Result<void, TooManyCosts>> => {
    let after: SentAfter | undefined;
    for (let read = 0; ;) {
      const batch = await swaps.listSent({ ...period, ...defined({ after }), limit: PER_READ });
      read += batch.length;
      if (read > MOST_COSTS) return err({ kind: 'too-many-costs', most: MOST_COSTS });
      const times = batch.flatMap(({ block }) => (block === undefined ? [] : [block.blockTime]));
      const priceAt = await readPastPrices(prices, new Map([[STX, times]]));
      for (const sent of batch) take(costOf(sent, (time) => priceAt(STX, time)));
      if (batch.length < PER_READ) return ok();
      const { storedAt, txid } = batch.at(-1)!;
      after = { storedAt, txid };
    }
  };

  return {
    /** Adds up what the period's transactions have cost, by day, account, owner or integrator. */
    sums: async ({
      by,
      ...asked
    }: CostPeriod & { readonly by: CostGroupBy }): Promise<Result<CostReading, ReadCostsError>> => {
      const period = periodOf(asked);
      if (!period.ok) return period;
      const ledger = new CostLedger(by);
      const read = await each(period.value, (cost) => ledger.add(cost));
      if (!read.ok) return read;
      const groups = ledger.sums();
      return ok({
        ...period.value,
        by,
        total: ledger.total,
        groups: groups.slice(0, MOST_COST_GROUPS),
        isComplete: groups.length <= MOST_COST_GROUPS,
      });
    },
    /** Adds up what the transactions of the last 24 hours have cost. */
    lastDay: async (): Promise<Result<CostSum, TooManyCosts>> => {
      const to = clock.now();
      const ledger = new CostLedger('day');
      const read = await each({ from: new Date(to.getTime() - DAY_MS), to }, (cost) => ledger.add(cost));
      return read.ok ? ok(ledger.total) : read;
    },
    /** Lists what each transaction of the period has cost, oldest first. */
    list: async (asked: CostPeriod): Promise<Result<readonly TransactionCost[], ReadCostsError>> => {
      const period = periodOf(asked);
      if (!period.ok) return period;
      const costs: TransactionCost[] = [];
      const read = await each(period.value, (cost) => costs.push(cost));
      return read.ok ? ok(costs) : read;
    },
  } as const;
};
