import { U128_MAX } from '../shared/units.js';
import { FEE_PROBE, ROUNDING, type HopInterval, type RoutableRules } from './rules.js';

/** A constant-product pool: the fee is taken from the input, then x · y stays the same. Both steps round down. */
export const POOL: RoutableRules = {
  opcodes: [0, 1],
  hasReserves: true,
  isMarket: true,
  holder: ({ externalPoolId, contractId }) => externalPoolId ?? contractId,
  findDefects: () => [],
  feeFromQuote: ({ dx }) => (dx <= FEE_PROBE ? Number(FEE_PROBE - dx) : undefined),

  quote({ feePpm }, { x, y }, amountIn) {
    const dx = (amountIn * (PPM - BigInt(feePpm))) / PPM;
    return { dx, dy: x === 0n || y === 0n ? 0n : (dx * y) / (x + dx) };
  },

  leastInput({ feePpm }, { x, y }, amountOut) {
    const kept = PPM - BigInt(feePpm);
    if (kept === 0n || x === 0n || y <= amountOut) return undefined;
    const dx = ceilDivide(amountOut * x, y - amountOut);
    return ceilDivide(dx * PPM, kept);
  },

  overflows({ feePpm }, { x, y }, amountIn, dx) {
    const kept = PPM - BigInt(feePpm);
    // The whole input stays in the pool, so x + amountIn covers x + dx as well.
    return amountIn * kept > U128_MAX || dx * y > U128_MAX || x + amountIn > U128_MAX;
  },

  rateKept: ({ x, y }, dx, dy) => (Number(dy) / Number(dx)) * (Number(x) / Number(y)),

  curve: (x, y, kept) => (x === 0 || kept === 0 ? [1, 0] : [(x * 1e6) / kept, y * HIGH]),
};

/**
 * Writes to `out` what the pool gives for an input from `low` to `high`. Where doubles suffice the interval is the
 * exact number: below 2^53 the fee is taken exactly, and the quotient is a single whole number unless it comes within
 * the rounding of one.
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

/** floor(amount · kept / 10^6) of whole numbers below 2^53; split so that no step rounds past a whole number. */
function afterFee(amount: number, kept: number): number {
  const millions = Math.floor(amount / 1e6);
  return millions * kept + Math.floor(((amount - millions * 1e6) * kept) / 1e6);
}

const PPM = 1_000_000n;
const LOW = 1 - ROUNDING;
const HIGH = 1 + ROUNDING;
const EXACT = 2 ** 53;

const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
