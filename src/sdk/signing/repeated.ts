import { seededRandom } from '../../domain/shared/seeded-random.js';
import { decimal, units } from './amounts.js';
import { refuseUnknownFields } from './known-fields.js';
import { newUuid } from './new-uuid.js';
import type { UnsignedOrder } from './order.js';
import {
  AT_ONCE,
  boundOf,
  BOUNDS,
  invalid,
  SALE,
  saleOf,
  timeOf,
  type Bound,
  type Sale,
  type TimeWindow,
} from './plans.js';
import { triggerOf, type Trigger } from './trigger.js';

/** Sale whose orders are sent one after another. */
type RepeatedSale = Omit<Sale, 'window'> &
  Bound & {
    /** Price at which an order is sent within its time; outside it, it waits. When absent, any price. */
    readonly when?: Trigger;
    /** Time from which the first order is sent. Default: now. */
    readonly startAt?: Date;
    /** Names the plan. Default: a new name. */
    readonly strategyId?: string;
  };

/** End of a recurring plan: a number of orders, 2 to 100, the most that fit into a batch; or the amount of all of them together. */
type RecurringEnd = { readonly runs: number } | { readonly total: string };

/** The same sale at regular intervals. */
export type RecurringPlan = RepeatedSale &
  RecurringEnd & {
    /** Milliseconds between two orders, 1,000 or more. */
    readonly everyMs: number;
    /**
     * Milliseconds for which a late order may still be sent, 1,000 or more. Default: until the next order is due, but at least a
     * minute.
     */
    readonly openForMs?: number;
  };

/** Maximum number of orders in a batch. */
const MOST_RUNS = 100;
const LEAST_MS = 1_000;
const LEAST_OPEN_MS = 60_000;
const REPEATED = [...SALE.filter((name) => name !== 'window'), ...BOUNDS, 'when', 'startAt', 'strategyId'];

/**
 * Returns the orders of a recurring plan (cost averaging). They are signed and placed together now, and each is sent at its time.
 * With `total` in place of `runs`, each sells `amount` until the total is reached, and the last one the rest.
 *
 * @throws SigningError with code `invalid-amount` or `invalid-order`.
 * @example
 * const orders = recurringPlan({
 *   sell: dollars,
 *   buy: bitcoin,
 *   amount: '25',
 *   slippage: '0.01',
 *   runs: 4,
 *   everyMs: 7 * 86_400_000,
 * });
 */
export function recurringPlan(given: RecurringPlan): readonly UnsignedOrder[] {
  refuseUnknownFields('a recurring plan', given, [...REPEATED, 'runs', 'total', 'everyMs', 'openForMs']);
  const { everyMs, openForMs = Math.max(everyMs, LEAST_OPEN_MS), startAt = new Date() } = given;
  requireWhole('everyMs', everyMs, LEAST_MS);
  requireWhole('openForMs', openForMs, LEAST_MS);
  const amounts = amountsOf(given);
  const first = timeOf('startAt', startAt);
  const windows = amounts.map((_, n) => window(first + n * everyMs, first + n * everyMs + openForMs));
  return partsOf(given, { type: 'dca', amounts, windows });
}

function amountsOf({ sell, amount, ...end }: RecurringPlan): readonly bigint[] {
  if (('runs' in end && end.runs !== undefined) === ('total' in end && end.total !== undefined))
    throw invalid('give either runs, the number of orders, or total, the amount of all of them');
  const each = BigInt(units(amount, sell));
  if ('runs' in end) {
    requireWhole('runs', end.runs, 2, MOST_RUNS);
    return Array<bigint>(end.runs).fill(each);
  }
  const total = BigInt(units(end.total, sell));
  const runs = each === 0n ? 0n : (total + each - 1n) / each;
  if (runs < 2n || runs > MOST_RUNS) throw invalid(`total must be 2 to ${MOST_RUNS} times amount`);
  return Array.from({ length: Number(runs) }, (_, n) =>
    n + 1 < Number(runs) ? each : total - each * (runs - 1n),
  );
}

/** An amount that is sold in equal parts over a span of time, each at a random time within its share of the span. */
export type TwapPlan = RepeatedSale & {
  /** Number of orders, 2 to 100. `amount` is sold by all of them together. */
  readonly parts: number;
  /** Milliseconds from the first slot's start to the last one's end; at least a minute for each part. */
  readonly spanMs: number;
  /** Longest delay of a part, as a share of its slot, 0 to 0.9. Default 0.5. Without one, others can foresee each part. */
  readonly delay?: number;
  /** Seed of the delays, a whole number from 0: the same seed gives the same times. Default: a random one. */
  readonly seed?: number;
  /** Whether a part that could not be sent in its slot is skipped, the default, or stays open until the span ends. */
  readonly late?: 'skip' | 'catch-up';
};

const MOST_DELAY = 0.9;
const LATE = ['skip', 'catch-up'];

/**
 * Returns the orders of a time-weighted sale (TWAP). Each part's time is drawn now and signed with its order, so no server can choose
 * it. Amounts that do not divide evenly differ by one smallest unit; `atLeast` is shared out in proportion, rounded up.
 *
 * @throws SigningError with code `invalid-amount` or `invalid-order`.
 * @example
 * const orders = twapPlan({
 *   sell: dollars,
 *   buy: bitcoin,
 *   amount: '1000',
 *   maxPrice: '95000', // no part pays more
 *   parts: 12,
 *   spanMs: 6 * 3_600_000,
 * });
 */
export function twapPlan(given: TwapPlan): readonly UnsignedOrder[] {
  refuseUnknownFields('a TWAP', given, [...REPEATED, 'parts', 'spanMs', 'delay', 'seed', 'late']);
  const {
    sell,
    parts,
    spanMs,
    delay = 0.5,
    seed = randomSeed(),
    late = 'skip',
    startAt = new Date(),
  } = given;
  requireWhole('parts', parts, 2, MOST_RUNS);
  requireWhole('spanMs', spanMs, parts * LEAST_OPEN_MS);
  requireWhole('seed', seed, 0);
  if (!(delay >= 0 && delay <= MOST_DELAY)) throw invalid(`delay must be a share from 0 to ${MOST_DELAY}`);
  if (!LATE.includes(late)) throw invalid(`late must be one of ${LATE.join(', ')}`);
  const total = BigInt(units(given.amount, sell));
  if (total < BigInt(parts))
    throw invalid(`${given.amount} has no ${parts} parts of a smallest unit or more`);
  const upTo = (part: number) => (total * BigInt(part)) / BigInt(parts);
  const amounts = Array.from({ length: parts }, (_, n) => upTo(n + 1) - upTo(n));
  const first = timeOf('startAt', startAt);
  const draw = seededRandom(seed);
  const slotAt = (n: number) => first + Math.floor((n * spanMs) / parts);
  const windows = amounts.map((_, n) => {
    const [from, end] = [slotAt(n), slotAt(n + 1)];
    return window(from + Math.floor(draw() * delay * (end - from)), late === 'skip' ? end : slotAt(parts));
  });
  return partsOf(given, { type: 'twap', amounts, windows });
}

interface Parts {
  readonly type: string;
  readonly amounts: readonly bigint[];
  readonly windows: readonly TimeWindow[];
}

/** One order for each amount, in its window. */
function partsOf(sale: RepeatedSale, { type, amounts, windows }: Parts): readonly UnsignedOrder[] {
  const { sell, buy, when, strategyId = `${type}-${newUuid()}` } = sale;
  return amounts.map((units, n) => {
    const part = { sell, buy, amount: decimal(units, sell.decimals) };
    return {
      ...saleOf({ ...part, window: windows[n]! }),
      ...boundOf(part, boundOfPart(sale, units)),
      ...(when === undefined ? AT_ONCE : triggerOf(when)),
      strategyId,
      strategyType: type,
      strategyPosition: n + 1,
      strategySize: amounts.length,
    };
  });
}

/** The bound of a part. If it sells less than `amount`, it need give only its share of `atLeast`, rounded up. */
function boundOfPart(sale: RepeatedSale, part: bigint): Bound {
  if (!('atLeast' in sale) || sale.atLeast === undefined) return sale;
  const [least, whole] = [BigInt(units(sale.atLeast, sale.buy)), BigInt(units(sale.amount, sale.sell))];
  return { ...sale, atLeast: decimal((least * part + whole - 1n) / whole, sale.buy.decimals) };
}

const window = (from: number, to: number): TimeWindow => ({ from: new Date(from), to: new Date(to) });

const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

function requireWhole(name: string, value: number, min: number, max = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw invalid(`${name} must be a whole number from ${min}${max === MOST_RUNS ? ` to ${max}` : ''}`);
}
