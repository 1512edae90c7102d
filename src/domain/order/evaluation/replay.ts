import { ENOUGH_RUNS, isWaived, meanOf, type Confirmation } from '../conditions/guards.js';
import { decimalText, type PriceRatio } from '../conditions/price-ratio.js';
import { isReached, type PriceCondition } from '../conditions/price.js';
import { GRID_SECONDS } from '../../price-series/price.js';

/** A recorded run of a pair. */
export interface RecordedRun {
  readonly at: Date;
  /** Undefined if one of the prices was not recorded. */
  readonly ratio: PriceRatio | undefined;
}

/** A run, with its price as decimal text. */
export interface RunPrice {
  readonly at: Date;
  readonly ratio: string;
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
  readonly trigger: PriceCondition;
  readonly confirm: Confirmation;
}

/** Number of runs before a span on which the confirmation of its first run depends. */
export const runsBefore = ({ runs = 1, minutes = 0 }: Confirmation): number =>
  Math.max(runs, runsIn(minutes)) - 1;

const runsIn = (minutes: number): number => Math.max(1, Math.floor((minutes * 60) / GRID_SECONDS));

/**
 * Replays a price trigger over recorded runs, oldest first. Those before `first` only count towards the confirmation.
 *
 * Liquidity, the order's own pools, balances and routes are not recorded, so what they would have held is not known: an order may have
 * been sent later than the replay says, and not earlier.
 */
export function replayTrigger(
  { trigger, confirm }: ReplayedTrigger,
  recorded: readonly RecordedRun[],
  first: number,
): Replay {
  const isMet = recorded.map(({ ratio }) => ratio !== undefined && isReached(trigger, ratio));
  const confirmation = confirmationOf({ trigger, confirm }, recorded, isMet);
  let [met, held] = [0, 0];
  for (let n = first; n < recorded.length; n++) {
    if (!isMet[n]) continue;
    met += 1;
    const confidence = confirmation(n);
    if (confidence === undefined) held += 1;
    else return { ...countsOf(recorded, first), met, held, fired: { ...priceAt(recorded[n]!), confidence } };
  }
  const nearest = met > 0 ? undefined : nearestTo(trigger, recorded.slice(first));
  return { ...countsOf(recorded, first), met, held, ...(nearest && { nearest: priceAt(nearest) }) };
}

const countsOf = (recorded: readonly RecordedRun[], first: number) => {
  const inSpan = recorded.slice(first);
  return { runs: inSpan.length, unpriced: inSpan.filter(({ ratio }) => ratio === undefined).length };
};

const priceAt = ({ at, ratio }: RecordedRun): RunPrice => ({ at, ratio: decimalText(ratio!.floor) });

type ConfirmedAt = (n: number) => ReplayedFiring['confidence'] | undefined;

/** Whether the price, which run n meets, is confirmed by then. */
function confirmationOf(
  { trigger, confirm }: ReplayedTrigger,
  recorded: readonly RecordedRun[],
  isMet: readonly boolean[],
): ConfirmedAt {
  const { runs, minutes } = confirm;
  if (isWaived(confirm)) return () => 'recorded';
  if (runs !== undefined) {
    const series = seriesOf(isMet);
    return (n) => (series[n]! >= runs ? 'recorded' : undefined);
  }
  if (minutes === undefined) return (n) => (isMet[n + 1] === true ? 'likely' : undefined);
  const length = runsIn(minutes);
  const sums = sumsBefore(recorded);
  return (n) => {
    const [before, after] = [sums[Math.max(0, n + 1 - length)]!, sums[n + 1]!];
    const count = after.count - before.count;
    if (count < length * ENOUGH_RUNS) return undefined;
    const sum = { floor: after.floor - before.floor, ceiling: after.ceiling - before.ceiling };
    return isReached(trigger, meanOf(sum, count)) ? 'recorded' : undefined;
  };
}

/** For each run, the number of runs in a row, up to it, that have met the price. */
function seriesOf(isMet: readonly boolean[]): readonly number[] {
  let series = 0;
  return isMet.map((met) => (series = met ? series + 1 : 0));
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

function nearestTo(
  { direction }: Pick<PriceCondition, 'direction'>,
  recorded: readonly RecordedRun[],
): RecordedRun | undefined {
  const isNearer = (a: PriceRatio, b: PriceRatio) =>
    direction === 'gt' ? a.floor > b.floor : a.ceiling < b.ceiling;
  return recorded.reduce<RecordedRun | undefined>((nearest, run) => {
    if (run.ratio === undefined) return nearest;
    return nearest?.ratio === undefined || isNearer(run.ratio, nearest.ratio) ? run : nearest;
  }, undefined);
}
