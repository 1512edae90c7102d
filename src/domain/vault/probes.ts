import { ROUNDING, type HopInterval } from './rules.js';
import type { Probe } from './vault.js';
import { ceilDivide } from './pool.js';

/**
 * Bounds that quotes of single amounts set for all other amounts, given that the output grows with the input, but at most in
 * proportion to it:
 *
 * - a smaller input than a probe's gives at most the probe's output, and a larger one gives at least that;
 * - a larger input gives at most the probe's rate, after adding one unit to the probe's output for its rounding.
 *
 * In addition, no input gives more than the vault holds. Below the smallest probe, its rate is also used as a bound, though only
 * as an estimate: the actual rate may be slightly better there. The ceiling of an amount is the least of the upper bounds, but
 * never below a lower bound: contracts round, so a probe may be slightly above what the others allow. The ceiling of a probed
 * amount is its output.
 */
export interface ProbeBounds {
  /** The probes that have an output and an input above `nothingUpTo`, ascending by input. */
  readonly given: readonly Probe[];
  /** The largest probed input that gave nothing although a larger one gave an output; 0 if there is none. */
  readonly nothingUpTo: bigint;
  /**
   * The smallest probed input that gave nothing and is above all that gave an output: the contract refuses it. Larger inputs give
   * no more than the one just below it.
   */
  readonly refusedFrom: bigint | undefined;
}

const known = new WeakMap<readonly Probe[], ProbeBounds>();

/** The bounds that a list of probes sets. The list must never change, since its bounds are cached. */
export function boundsOf(probes: readonly Probe[]): ProbeBounds {
  const before = known.get(probes);
  if (before !== undefined) return before;
  const last = probes.findLast(({ amountOut }) => amountOut > 0n)?.amountIn ?? 0n;
  const without = probes.flatMap(({ amountIn, amountOut }) => (amountOut === 0n ? [amountIn] : []));
  const nothingUpTo = without.findLast((amountIn) => amountIn < last) ?? 0n;
  const bounds = {
    given: probes.filter(({ amountIn, amountOut }) => amountOut > 0n && amountIn > nothingUpTo),
    nothingUpTo,
    refusedFrom: without.find((amountIn) => amountIn > last),
  };
  known.set(probes, bounds);
  return bounds;
}

/** The most that a vault which holds `held` of the output token gives for any input up to `amountIn`. */
export function ceilingOf(probes: readonly Probe[], held: bigint, amountIn: bigint): bigint {
  const { given, nothingUpTo, refusedFrom } = boundsOf(probes);
  const [smallest] = given;
  if (smallest === undefined || amountIn <= nothingUpTo) return 0n;
  const amount = refusedFrom !== undefined && amountIn >= refusedFrom ? refusedFrom - 1n : amountIn;
  let least = min(atRate(smallest, amount), held);
  for (const probe of given) {
    least = min(least, amount <= probe.amountIn ? probe.amountOut : atRate(probe, amount));
  }
  return given.reduce((most, probe) => (probe.amountIn <= amount ? max(most, probe.amountOut) : most), least);
}

/** The smallest input whose ceiling is at least `amountOut` (1 or more); undefined if there is none. */
export function leastFor(probes: readonly Probe[], held: bigint, amountOut: bigint): bigint | undefined {
  const { given, nothingUpTo, refusedFrom } = boundsOf(probes);
  const [smallest] = given;
  if (smallest === undefined) return undefined;
  const probed = given.find(
    (probe) => probe.amountIn > nothingUpTo && probe.amountOut >= amountOut,
  )?.amountIn;
  if (amountOut > held) return probed;
  let least = max(forRate(smallest, amountOut), nothingUpTo + 1n);
  for (const probe of given) {
    if (amountOut <= probe.amountOut) continue;
    least = max(least, max(forRate(probe, amountOut), probe.amountIn + 1n));
  }
  if (refusedFrom !== undefined && least >= refusedFrom) return probed;
  return probed === undefined ? least : min(least, probed);
}

/** Writes to `out` the ceiling for an input from `low` to `high`. */
export function boundProbed(
  out: HopInterval,
  probes: readonly Probe[],
  held: number,
  low: number,
  high: number,
): void {
  out.dxLow = low;
  out.dxHigh = high;
  out.low = ceilingAt(probes, held, low, 1 - ROUNDING);
  out.high = ceilingAt(probes, held, high, 1 + ROUNDING);
}

/** Writes to `out` the negated input whose ceiling is a negated output from `low` to `high`; -Infinity if there is none. */
export function boundProbedInput(
  out: HopInterval,
  probes: readonly Probe[],
  held: number,
  low: number,
  high: number,
): void {
  const least = leastFor(probes, whole(held, 1 + ROUNDING), whole(-high, 1 - ROUNDING));
  const most =
    low === -Infinity ? undefined : leastFor(probes, whole(held, 1 - ROUNDING), whole(-low, 1 + ROUNDING));
  out.high = least === undefined ? -Infinity : -Number(least) * (1 - ROUNDING);
  out.low = most === undefined ? -Infinity : -Number(most) * (1 + ROUNDING);
  [out.dxLow, out.dxHigh] = [-out.high, -out.low];
}

/** A whole number above 0 as a bigint; from 2^53 on, a bound of it, above it if `rounding` is above 1. */
const whole = (amount: number, rounding: number): bigint => BigInt(Math.floor(towards(amount, rounding)));

/** `ceilingOf` in doubles: an upper bound on it if `rounding` is above 1, a lower bound if below. */
function ceilingAt(probes: readonly Probe[], held: number, amountIn: number, rounding: number): number {
  const { given, nothingUpTo, refusedFrom } = boundsOf(probes);
  const [smallest] = given;
  if (smallest === undefined || towards(amountIn, rounding) <= Number(nothingUpTo)) return 0;
  const amount = refusedFrom === undefined ? amountIn : Math.min(amountIn, Number(refusedFrom - 1n));
  let least = Math.floor(Math.min(amount * rateOf(smallest), held) * rounding);
  for (const probe of given) {
    const isWithin = towards(amount, rounding) <= Number(probe.amountIn);
    const most = isWithin ? Number(probe.amountOut) : amount * rateOf(probe);
    least = Math.min(least, Math.floor(most * rounding));
  }
  return given.reduce((most, probe) => {
    // Rounded like the outputs, so that the bound holds even for an amount that only just reaches the probe.
    const isBeyond = Number(probe.amountIn) <= amount * rounding;
    return isBeyond ? Math.max(most, Math.floor(Number(probe.amountOut) * rounding)) : most;
  }, least);
}

/** The amount in a form for comparisons. From 2^53 on it is rounded, since different amounts may then be the same double. */
const towards = (amount: number, rounding: number): number =>
  Number.isSafeInteger(amount) ? amount : amount * rounding;

/** The probes with one more, ascending by input; a newer quote for an amount replaces the older one. */
export function withProbe(probes: readonly Probe[], probe: Probe): readonly Probe[] {
  const others = probes.filter(({ amountIn }) => amountIn !== probe.amountIn).slice(0, MAX_PROBES - 1);
  const place = others.findIndex(({ amountIn }) => amountIn > probe.amountIn);
  return others.toSpliced(place === -1 ? others.length : place, 0, probe);
}

/**
 * Inputs to probe a side that holds `reserve`, in the order in which to try them. The first is small enough to show the price
 * itself; if its output is too small to distinguish a price from rounding, the next may work.
 */
export const probeInputs = (reserve: bigint): readonly bigint[] =>
  [10_000n, 100n].map((part) => max(reserve / part, 1n));

/** Minimum output for a probe to show the price to a tenth of a percent or better. */
export const CLEAR_OUTPUT = 1_000n;

/** Output over input at the probe, with one unit added to the output for its rounding. */
export const rateOf = ({ amountIn, amountOut }: Probe): number => (Number(amountOut) + 1) / Number(amountIn);

const atRate = ({ amountIn, amountOut }: Probe, amount: bigint): bigint =>
  (amount * (amountOut + 1n)) / amountIn;

const forRate = ({ amountIn, amountOut }: Probe, output: bigint): bigint =>
  ceilDivide(output * amountIn, amountOut + 1n);

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Maximum number of probes kept per direction: enough for the amounts requested while a vault does not change. */
const MAX_PROBES = 32;
