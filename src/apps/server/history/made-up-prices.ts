import { GRID_SECONDS, SLOTS_PER_DAY } from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { seededRandom } from '../../../domain/shared/seeded-random.js';

/** Real price of a token, to which its made-up prices lead. */
export interface Anchor {
  readonly token: ContractId;
  readonly usd: number;
  /** The base of a subnet copy. Both make the same moves. */
  readonly base?: ContractId | undefined;
}

export interface MadeUpOptions {
  readonly anchors: readonly Anchor[];
  /** Price of a bitcoin in dollars at the end. */
  readonly btcUsd: number;
  /** The token that has the price of bitcoin. */
  readonly btcToken: ContractId;
  /** The first grid point with a real price, Unix seconds. */
  readonly until: number;
  /** Number of grid points before `until` that get prices. */
  readonly steps: number;
  readonly seed: number;
}

export interface MadeUpPrice {
  /** Unix seconds, on the five-minute grid. */
  readonly time: number;
  readonly token: ContractId;
  readonly usd: number;
  readonly btcUsd: number;
}

/** Standard deviations of a day's move in the logarithm of a price. */
const DAILY = 0.04;
const DAILY_BITCOIN = 0.025;
const DAILY_STABLE = 0.0004;
/** Share of bitcoin's moves that is added to a token's own moves. */
const FOLLOWS = 0.5;
/** Distance from a dollar within which a token counts as worth a dollar. */
const STABLE_WITHIN = 0.02;

/**
 * Yields random walks, oldest prices first, whose next step would be the anchors. The same options give the same prices, which are
 * unrelated to any market.
 */
export function* madeUpPrices(options: MadeUpOptions): Iterable<MadeUpPrice> {
  const { anchors, btcUsd, btcToken, until, steps, seed } = options;
  const bitcoin = movesOf(steps, DAILY_BITCOIN, seededRandom(seed));
  const numbers = new Map(anchors.map(({ token }, index) => [token, index]));
  const paths = anchors.map(({ token, usd, base }, index) => {
    if ((base ?? token) === btcToken) return pathTo(usd, bitcoin);
    const own = seededRandom(seed + 1 + ((base && numbers.get(base)) ?? index));
    if (Math.abs(usd - 1) < STABLE_WITHIN) return pathTo(usd, movesOf(steps, DAILY_STABLE, own));
    const moves = movesOf(steps, DAILY, own);
    return pathTo(
      usd,
      moves.map((move, step) => move + FOLLOWS * bitcoin[step]!),
    );
  });
  const btcPath = pathTo(btcUsd, bitcoin);
  for (let step = 0; step < steps; step++) {
    const time = until - (steps - step) * GRID_SECONDS;
    for (const [index, { token }] of anchors.entries())
      yield { time, token, usd: paths[index]![step]!, btcUsd: btcPath[step]! };
  }
}

/** Random moves in the logarithm of a price, one for each step. */
function movesOf(steps: number, daily: number, random: () => number): Float64Array {
  // The sum of three uniform numbers is nearly normal, with a standard deviation of 1/2.
  const scale = (2 * daily) / Math.sqrt(SLOTS_PER_DAY);
  return Float64Array.from({ length: steps }, () => scale * (random() + random() + random() - 1.5));
}

/** The prices before each of the moves, the last of which leads to `end`. */
function pathTo(end: number, moves: Float64Array): Float64Array {
  const path = new Float64Array(moves.length);
  let logarithm = Math.log(end);
  for (let step = moves.length - 1; step >= 0; step--) {
    logarithm -= moves[step]!;
    path[step] = Math.exp(logarithm);
  }
  return path;
}
