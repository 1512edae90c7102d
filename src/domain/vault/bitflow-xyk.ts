import { U128_MAX } from '../shared/units.js';
import { boundProduct, boundProductInput, ceilDivide, PRODUCT, productIn, productOut } from './pool.js';
import { ROUNDING, type HopInterval, type RoutableRules } from './rules.js';
import type { Vault } from './vault.js';

/** Parts per million in a basis point, the unit of a Bitflow pool's fees. */
const PPM_PER_POINT = 100;
const POINTS = 10_000n;
/** Maximum total fee: above it, the argument in the next comment does not hold. The exchange's own pools charge less than 5%. */
const MAX_FEE_PPM = 500_000;

/**
 * A wrapper of a Bitflow XYK pool. Two fees are taken from the input, the operator's and the providers', each rounded down
 * separately; then x · y stays the same. The contract reports the full input as `dx`.
 *
 * If one more unit of input raises both fees at once, one unit less is left to swap, so the output can fall although the input
 * grows. It cannot fall any further: with total fees of 50% or less, any amount leaves at least as much as every amount that is
 * smaller by two or more. The ceiling is therefore the larger of the outputs for an amount and for one unit less.
 */
export const BITFLOW_XYK: RoutableRules = {
  ...PRODUCT,
  poolTellsFees: true,

  findDefects({ feePpm, protocolFeePpm }) {
    const isPoints = (ppm: number) => ppm % PPM_PER_POINT === 0;
    if (feePpm === undefined) return [];
    const isPart = protocolFeePpm !== undefined && protocolFeePpm <= feePpm && isPoints(protocolFeePpm);
    return [
      ...(feePpm <= MAX_FEE_PPM && isPoints(feePpm)
        ? []
        : [{ field: 'feePpm' as const, problem: `must be whole basis points, at most ${MAX_FEE_PPM}` }]),
      ...(isPart
        ? []
        : [
            {
              field: 'protocolFeePpm' as const,
              problem: 'must be the whole basis points of feePpm that go out',
            },
          ]),
    ];
  },

  quote(vault, sides, amountIn) {
    return { dx: amountIn, dy: productOut(sides, left(vault, amountIn)) };
  },

  ceiling: (vault, sides, amountIn) => productOut(sides, mostLeft(vault, amountIn)),

  leastInput(vault, sides, amountOut) {
    const needed = productIn(sides, amountOut);
    if (needed === undefined) return undefined;
    const [protocol, provider] = points(vault);
    const kept = POINTS - protocol - provider;
    // Rounding the fees down leaves less than two units more than the exact share.
    let least = needed < 2n ? 0n : ceilDivide((needed - 2n) * POINTS, kept);
    while (mostLeft(vault, least) < needed) least += 1n;
    return least;
  },

  retained: (vault, amountIn) => amountIn - (amountIn * points(vault)[0]) / POINTS,

  overflows(vault, { x, y }, amountIn) {
    const dx = left(vault, amountIn);
    return amountIn * POINTS > U128_MAX || dx * y > U128_MAX || x + amountIn > U128_MAX;
  },

  rateKept: (vault, sides, dx, dy) => PRODUCT.rateKept(vault, sides, left(vault, dx), dy),

  // Ignores the fees, since fees that round down to 0 leave the whole input.
  curve: (x, y) => (x === 0 ? [1, 0] : [x, y * HIGH]),
};

/** Writes to `out` the pool's ceiling for an input from `low` to `high`. `protocol` and `provider` are the fees in basis points. */
export function boundBitflowXyk(
  out: HopInterval,
  x: number,
  y: number,
  protocol: number,
  provider: number,
  low: number,
  high: number,
): void {
  if (high < EXACT) {
    out.dxHigh = mostLeftOf(high, protocol, provider);
    out.dxLow = low === high ? out.dxHigh : mostLeftOf(low, protocol, provider);
  } else {
    const kept = 1 - (protocol + provider) / 1e4;
    out.dxLow = Math.floor(low * kept * LOW);
    out.dxHigh = Math.floor((high * kept + 2) * HIGH);
  }
  boundProduct(out, x, y);
}

/**
 * Writes to `out` bounds on the negated input for which the pool's ceiling is a negated output from `low` to `high`; -Infinity if no
 * input does. Fees that are rounded down leave at most two units more than the exact share.
 */
export function boundBitflowXykInput(
  out: HopInterval,
  x: number,
  y: number,
  protocol: number,
  provider: number,
  low: number,
  high: number,
): void {
  boundProductInput(out, x, y, low, high);
  const kept = 1 - (protocol + provider) / 1e4;
  out.high = -Math.max(1, Math.ceil(((out.dxLow - 2) / kept) * LOW));
  out.low = -Math.ceil((out.dxHigh / kept) * HIGH);
}

/** Converts the fees of a pool from basis points, as its own data states them, to parts per million. */
export const feesOfPoints = (protocol: number, provider: number) => ({
  feePpm: (protocol + provider) * PPM_PER_POINT,
  protocolFeePpm: protocol * PPM_PER_POINT,
});

/** The two fees in basis points. */
export function feePoints({
  feePpm = 0,
  protocolFeePpm = 0,
}: Vault): readonly [protocol: number, provider: number] {
  return [protocolFeePpm / PPM_PER_POINT, (feePpm - protocolFeePpm) / PPM_PER_POINT];
}

function points(vault: Vault): readonly [protocol: bigint, provider: bigint] {
  const [protocol, provider] = feePoints(vault);
  return [BigInt(protocol), BigInt(provider)];
}

/** Returns the amount left after both fees. */
function left(vault: Vault, amount: bigint): bigint {
  const [protocol, provider] = points(vault);
  return amount - (amount * protocol) / POINTS - (amount * provider) / POINTS;
}

/** The largest amount that both fees leave of `amount` or of any smaller amount. */
function mostLeft(vault: Vault, amount: bigint): bigint {
  if (amount === 0n) return 0n;
  const [here, before] = [left(vault, amount), left(vault, amount - 1n)];
  return here > before ? here : before;
}

/** `mostLeft` for a whole number below 2^53. */
function mostLeftOf(amount: number, protocol: number, provider: number): number {
  if (amount === 0) return 0;
  const here = amount - share(amount, protocol) - share(amount, provider);
  const before = amount - 1 - share(amount - 1, protocol) - share(amount - 1, provider);
  return Math.max(here, before);
}

/** floor(amount · fee / 10^4) for a whole `amount` below 2^53, computed in parts so that no step rounds past a whole number. */
function share(amount: number, fee: number): number {
  const tens = Math.floor(amount / 1e4);
  return tens * fee + Math.floor(((amount - tens * 1e4) * fee) / 1e4);
}

const LOW = 1 - ROUNDING;
const HIGH = 1 + ROUNDING;
const EXACT = 2 ** 53;
