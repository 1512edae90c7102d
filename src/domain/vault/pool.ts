import { U128_MAX } from '../shared/units.js';
import { FEE_PROBE, ROUNDING, type HopInterval, type RoutableRules, type Sides } from './rules.js';

/** The constant product: the fee is taken from the input, then x · y stays the same. Both steps round down. */
export const PRODUCT: RoutableRules = {
  opcodes: [0, 1],
  hasReserves: true,
  isQuoted: false,
  isEven: false,
  balancesAreReserves: true,
  isMarket: true,
  holder: ({ externalPoolId, contractId }) => externalPoolId ?? contractId,
  forwardsFee: ({ forwardsInputFee }) => forwardsInputFee === true,
  findDefects: () => [],

  quote({ feePpm }, sides, amountIn) {
    const dx = afterFeePpm(amountIn, feePpm);
    return { dx, dy: productOut(sides, dx) };
  },

  ceiling: ({ feePpm }, sides, amountIn) => productOut(sides, afterFeePpm(amountIn, feePpm)),

  leastInput({ feePpm }, sides, amountOut) {
    const kept = PPM - BigInt(feePpm);
    const dx = productIn(sides, amountOut);
    return kept === 0n || dx === undefined ? undefined : ceilDivide(dx * PPM, kept);
  },

  retained: (_vault, amountIn) => amountIn,

  overflows({ feePpm }, { x, y }, amountIn, dx) {
    const kept = PPM - BigInt(feePpm);
    // The whole input stays in the pool, so x + amountIn covers x + dx as well.
    return amountIn * kept > U128_MAX || dx * y > U128_MAX || x + amountIn > U128_MAX;
  },

  rateKept: (_vault, { x, y }, dx, dy) => (Number(dy) / Number(dx)) * (Number(x) / Number(y)),

  curve: (x, y, kept) => (x === 0 || kept === 0 ? [1, 0] : [(x * 1e6) / kept, y * HIGH]),
};

/** The exchange's own pool, whose quotes say how much of the input is left after the fee. */
export const POOL: RoutableRules = {
  ...PRODUCT,
  proof: 'product',
  feeFromQuote: ({ dx }) => (dx <= FEE_PROBE ? Number(FEE_PROBE - dx) : undefined),
};

/** The output of x · y = k for an input after the fee, rounded down. */
export const productOut = ({ x, y }: Sides, dx: bigint): bigint =>
  x === 0n || y === 0n ? 0n : (dx * y) / (x + dx);

/** The least input after the fee for which `productOut` gives `amountOut`; undefined if there is none. */
export const productIn = ({ x, y }: Sides, amountOut: bigint): bigint | undefined =>
  x === 0n || y <= amountOut ? undefined : ceilDivide(amountOut * x, y - amountOut);

const afterFeePpm = (amountIn: bigint, feePpm: number): bigint => (amountIn * (PPM - BigInt(feePpm))) / PPM;

/**
 * Writes to `out` bounds on what the pool gives for an input from `low` to `high`. For a single input below 2^53 they are the
 * exact output, unless the quotient comes within the rounding error of a whole number.
 */
export function boundPool(
  out: HopInterval,
  x: number,
  y: number,
  kept: number,
  low: number,
  high: number,
): void {
  if (high < EXACT) {
    out.dxHigh = afterFee(high, kept);
    out.dxLow = low === high ? out.dxHigh : afterFee(low, kept);
  } else {
    out.dxLow = Math.floor(((low * kept) / 1e6) * LOW);
    out.dxHigh = Math.floor(((high * kept) / 1e6) * HIGH);
  }
  if (x === 0) {
    out.low = out.high = 0;
    return;
  }
  const { dxLow, dxHigh } = out;
  const least = (dxLow * y) / (x + dxLow);
  const most = dxLow === dxHigh ? least : (dxHigh * y) / (x + dxHigh);
  out.low = Math.floor(least * LOW);
  out.high = Math.floor(most * HIGH);
}

/**
 * Completes `out`, which already has the input after the fee, as `boundPool` does. That function repeats the code, since a call
 * would slow it down.
 */
export function boundProduct(out: HopInterval, x: number, y: number): void {
  if (x === 0) {
    out.low = out.high = 0;
    return;
  }
  const { dxLow, dxHigh } = out;
  const least = (dxLow * y) / (x + dxLow);
  const most = dxLow === dxHigh ? least : (dxHigh * y) / (x + dxHigh);
  out.low = Math.floor(least * LOW);
  out.high = Math.floor(most * HIGH);
}

/**
 * Writes to `out` bounds on the negated input for which the pool gives a negated output from `low` to `high`; -Infinity if no input
 * does. In negated amounts, more is better in both directions of a search.
 */
export function boundPoolInput(
  out: HopInterval,
  x: number,
  y: number,
  kept: number,
  low: number,
  high: number,
): void {
  boundProductInput(out, x, y, low, high);
  out.high = kept === 0 ? -Infinity : -Math.ceil(((out.dxLow * 1e6) / kept) * LOW);
  out.low = kept === 0 ? -Infinity : -Math.ceil(((out.dxHigh * 1e6) / kept) * HIGH);
}

/** Writes to `out.dxLow` and `out.dxHigh` bounds on the input after the fee for which x · y = k gives an output from `-high` to `-low`. */
export function boundProductInput(out: HopInterval, x: number, y: number, low: number, high: number): void {
  const isWhole = y < EXACT;
  const [most, least] = [(isWhole ? y : y * HIGH) + high, (isWhole ? y : y * LOW) + low];
  out.dxLow = x === 0 || most <= 0 ? Infinity : Math.ceil(((-high * x) / most) * LOW);
  out.dxHigh = x === 0 || least <= 0 ? Infinity : Math.ceil(((-low * x) / least) * HIGH);
}

/** floor(amount · kept / 10^6) for whole numbers below 2^53, computed in parts so that no step rounds past a whole number. */
function afterFee(amount: number, kept: number): number {
  const millions = Math.floor(amount / 1e6);
  return millions * kept + Math.floor(((amount - millions * 1e6) * kept) / 1e6);
}

/** The denominator of fees: a fee of `PPM` is the whole input. */
export const PPM = 1_000_000n;
const LOW = 1 - ROUNDING;
const HIGH = 1 + ROUNDING;
const EXACT = 2 ** 53;

/** Divides and rounds up. The divisor must be above 0. */
export const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
