import { averageOf, ENOUGH_RUNS, isWaived, type Confirmation } from '../conditions/guards.js';
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
  if (runs !== undefined)
    return (n) => (n + 1 >= runs && isMet.slice(n + 1 - runs, n + 1).every(Boolean) ? 'recorded' : undefined);
  if (minutes === undefined) return (n) => (isMet[n + 1] === true ? 'likely' : undefined);
  const length = runsIn(minutes);
  return (n) => {
    const ratios = recorded.slice(Math.max(0, n + 1 - length), n + 1).flatMap(({ ratio }) => ratio ?? []);
    const isConfirmed = ratios.length >= length * ENOUGH_RUNS && isReached(trigger, averageOf(ratios));
    return isConfirmed ? 'recorded' : undefined;
  };
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
