import { ENOUGH_RUNS, isWaived, meanOf, type Confirmation } from '../conditions/guards.js';
import { decimalText, type PriceRatio } from '../conditions/price-ratio.js';
import { isReached, type PriceCondition } from '../conditions/price.js';
import { gridPointOf, heldLevel, markRuns, type Mark } from '../conditions/marks.js';
import { stopOf, type TrailCondition } from '../conditions/trail.js';
import { GRID_SECONDS } from '../../price-series/price.js';

/** A recorded run of a pair. */
export interface RecordedRun {
  readonly at: Date;
  /** Undefined if one of the prices was not recorded. */
  readonly ratio: PriceRatio | undefined;
}

/** A run, with its price as decimal text, and the stop of a trailing order at that time. */
export interface RunPrice {
  readonly at: Date;
  readonly ratio: string;
  readonly stop?: string;
}

/**
 * A run in which the order would have been sent. `recorded`: the confirmation counts runs or minutes, or is waived, so the records
 * decide it. `likely`: it counts blocks, of which there are no records, and the next run met the price as well.
 */
export interface ReplayedFiring extends RunPrice {
  readonly confidence: 'recorded' | 'likely';
}

/** Outcome of an order's trigger over a span of recorded runs. */
export interface Replay {
  /** Runs of the span, inside the order's window. */
  readonly runs: number;
  /** Runs without a usable price, in which nothing is sent. */
  readonly unpriced: number;
  /** Runs until the order was sent that met its price. */
  readonly met: number;
  /** Of these, the runs in which the confirmation still held the order. */
  readonly held: number;
  /** The first run in which the order would have been sent; absent if there is none. */
  readonly fired?: ReplayedFiring;
  /** The run that came closest to the price; absent if one met it, or if no run has a price. */
  readonly nearest?: RunPrice;
}

/** Trigger to replay. */
export interface ReplayedTrigger {
  readonly trigger: PriceCondition | TrailCondition;
  readonly confirm: Confirmation;
}

/** Number of runs before a span on which its first run depends. */
export const runsBefore = ({ trigger, confirm }: ReplayedTrigger): number =>
  Math.max(
    confirm.runs ?? 1,
    runsIn(confirm.minutes ?? 0),
    trigger.kind === 'trail' ? markRuns(confirm) : 1,
  ) - 1;

const runsIn = (minutes: number): number => Math.max(1, Math.floor((minutes * 60) / GRID_SECONDS));

/**
 * Replays a trigger over recorded runs, oldest first. Those before `first` only count towards the confirmation of a price, or of a mark. A
 * trailing order is taken for placed at `first`.
 *
 * Liquidity, the order's own pools, balances and routes are not recorded, so what they would have held is not known: an order may have
 * been sent later than the replay says, and not earlier.
 */
export function replayTrigger(
  given: ReplayedTrigger,
  recorded: readonly RecordedRun[],
  first: number,
): Replay {
  const prices = pricesOf(given, recorded, first);
  const isMet = recorded.map(({ ratio }, n) => {
    const price = prices(n);
    return ratio !== undefined && price !== undefined && isReached(price, ratio);
  });
  const confirmation = confirmationOf(given.confirm, recorded, prices, isMet);
  const shown = (n: number): RunPrice => {
    const { at, ratio } = recorded[n]!;
    const price = { at, ratio: decimalText(ratio!.floor) };
    return given.trigger.kind === 'trail' ? { ...price, stop: prices(n)!.targetPrice.text } : price;
  };
  let [met, held] = [0, 0];
  for (let n = first; n < recorded.length; n++) {
    if (isMet[n] !== true) continue;
    met += 1;
    const confidence = confirmation(n);
    if (confidence === undefined) held += 1;
    else return { ...countsOf(recorded, first), met, held, fired: { ...shown(n), confidence } };
  }
  const nearest = met > 0 ? undefined : nearestOf(recorded, prices, first);
  return {
    ...countsOf(recorded, first),
    met,
    held,
    ...(nearest !== undefined && { nearest: shown(nearest) }),
  };
}

/** The price to reach at each run; undefined if a trailing order has no stop then. */
type Prices = (n: number) => PriceCondition | undefined;

function pricesOf(
  { trigger, confirm }: ReplayedTrigger,
  recorded: readonly RecordedRun[],
  first: number,
): Prices {
  if (trigger.kind === 'price') return () => trigger;
  const length = markRuns(confirm);
  const ratios = recorded.map(({ ratio }) => ratio);
  let mark: Mark | undefined;
  const stops = recorded.map(({ at }, n) => {
    const level =
      n < first ? undefined : heldLevel(trigger.direction, ratios.slice(Math.max(0, n + 1 - length), n + 1));
    if (level !== undefined && (mark === undefined || level > mark.level))
      mark = { level, at: gridPointOf(at) };
    return stopOf(trigger, mark);
  });
  return (n) => stops[n];
}

const countsOf = (recorded: readonly RecordedRun[], first: number) => {
  const inSpan = recorded.slice(first);
  return { runs: inSpan.length, unpriced: inSpan.filter(({ ratio }) => ratio === undefined).length };
};

type ConfirmedAt = (n: number) => ReplayedFiring['confidence'] | undefined;

/** Whether the price, which run n meets, is confirmed by then. */
function confirmationOf(
  confirm: Confirmation,
  recorded: readonly RecordedRun[],
  prices: Prices,
  isMet: readonly boolean[],
): ConfirmedAt {
  const { runs, minutes } = confirm;
  if (isWaived(confirm)) return () => 'recorded';
  if (runs !== undefined)
    return (n) => {
      const last = recorded.slice(Math.max(0, n + 1 - runs), n + 1);
      const isHeld = last.every(({ ratio }) => ratio !== undefined && isReached(prices(n)!, ratio));
      return isHeld && last.length === runs ? 'recorded' : undefined;
    };
  if (minutes === undefined) return (n) => (isMet[n + 1] === true ? 'likely' : undefined);
  const length = runsIn(minutes);
  const sums = sumsBefore(recorded);
  return (n) => {
    const [before, after] = [sums[Math.max(0, n + 1 - length)]!, sums[n + 1]!];
    const count = after.count - before.count;
    if (count < length * ENOUGH_RUNS) return undefined;
    const sum = { floor: after.floor - before.floor, ceiling: after.ceiling - before.ceiling };
    return isReached(prices(n)!, meanOf(sum, count)) ? 'recorded' : undefined;
  };
}

/** Sums of the ratios before each run, and before the end, so that an average over a day need not read all of its runs again. */
function sumsBefore(recorded: readonly RecordedRun[]): readonly (PriceRatio & { readonly count: number })[] {
  let sum = { floor: 0n, ceiling: 0n, count: 0 };
  const after = recorded.map(({ ratio }) => {
    if (ratio !== undefined)
      sum = {
        floor: sum.floor + ratio.floor,
        ceiling: sum.ceiling + ratio.ceiling,
        count: sum.count + 1,
      };
    return sum;
  });
  return [{ floor: 0n, ceiling: 0n, count: 0 }, ...after];
}

/** The run whose price was closest to the one to reach, as a share of it; undefined if there is none. */
function nearestOf(recorded: readonly RecordedRun[], prices: Prices, first: number): number | undefined {
  let nearest: { readonly n: number; readonly gap: bigint; readonly of: bigint } | undefined;
  for (let n = first; n < recorded.length; n++) {
    const { ratio } = recorded[n]!;
    const price = prices(n);
    if (ratio === undefined || price === undefined) continue;
    const { scaled: of } = price.targetPrice;
    const gap = price.direction === 'gt' ? of - ratio.floor : ratio.ceiling - of;
    if (nearest === undefined || gap * nearest.of < nearest.gap * of) nearest = { n, gap, of };
  }
  return nearest?.n;
}
