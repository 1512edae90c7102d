import type { ContractId } from '../../shared/contract-id.js';
import { isObject, whole, type Field, type Fields } from '../../shared/fields.js';
import { err, ok } from '../../shared/result.js';
import { ratioOf, type PriceOf, type PriceRatio } from './price-ratio.js';
import { isReached, type PriceCondition } from './price.js';

/** Duration for which a price trigger must hold before its order is sent, in exactly one of three units. */
export interface Confirmation {
  /** Number of blocks after the run on whose reserves the price must still be met, 0 to 100. */
  readonly blocks?: number;
  /** Number of consecutive runs in which the price must be met, 1 to 12. */
  readonly runs?: number;
  /** Number of minutes over whose runs the average must meet the price, 5 to 1440. */
  readonly minutes?: number;
}

/** Guards that can hold back a price trigger although its price is reached. An absent guard is the server's own. */
export interface TriggerGuards {
  /** Dollars in pools, of the condition token and of its base asset, below which the trigger does not fire. */
  readonly minLiquidityUsd?: number;
  readonly confirm?: Confirmation;
}

export const GUARD_FIELDS = [
  'minLiquidityUsd',
  'confirm',
] as const satisfies readonly (keyof TriggerGuards)[];

/** Ranges of the three units. They also limit how far back runs are read for a confirmation. */
export const CONFIRMATION_RANGES = {
  blocks: { minimum: 0, maximum: 100 },
  runs: { minimum: 1, maximum: 12 },
  minutes: { minimum: 5, maximum: 1_440 },
} as const satisfies Readonly<Record<keyof Confirmation, object>>;

const MOST_DOLLARS = 1e15;

/**
 * Reads the guards; reports bad ones, and any guard of an order without a price trigger. Trailing orders of a pair share their marks, so
 * they take the server's least liquidity, and no average, which would reach back before the order.
 */
export function parseGuards(fields: Fields, trigger: { readonly kind: string } | undefined): TriggerGuards {
  for (const name of GUARD_FIELDS)
    if (fields.has(name) && (trigger === undefined || trigger.kind === 'window'))
      fields.problem(name, 'needs a trigger with the price of a token');
  const minLiquidityUsd = fields.optional('minLiquidityUsd', parseDollars);
  const confirm = fields.optional('confirm', parseConfirmation);
  if (trigger?.kind === 'trail') {
    if (minLiquidityUsd !== undefined) fields.problem('minLiquidityUsd', 'is the server’s with trail');
    if (confirm?.minutes !== undefined) fields.problem('confirm', 'must be in blocks or runs with trail');
  }
  return { ...(minLiquidityUsd !== undefined && { minLiquidityUsd }), ...(confirm && { confirm }) };
}

function parseDollars(raw: unknown): Field<number> {
  return typeof raw === 'number' && raw >= 0 && raw <= MOST_DOLLARS
    ? ok(raw)
    : err({ reason: `must be a number of dollars from 0 to ${MOST_DOLLARS}` });
}

function parseConfirmation(raw: unknown): Field<Confirmation> {
  const [[name, value] = ['', undefined], more] = isObject(raw) ? Object.entries(raw) : [];
  if (more !== undefined || !isUnit(name)) return err({ reason: 'must hold one of blocks, runs or minutes' });
  const { minimum, maximum } = CONFIRMATION_RANGES[name];
  const length = whole(minimum, maximum)(value);
  return length.ok ? ok({ [name]: length.value }) : err({ reason: `${name} ${length.error.reason}` });
}

const isUnit = (name: string): name is keyof typeof CONFIRMATION_RANGES =>
  Object.hasOwn(CONFIRMATION_RANGES, name);

/** The price is met, but too little liquidity backs it. */
export interface LowLiquidity {
  readonly state: 'held';
  readonly reason: 'low-liquidity';
  readonly token: ContractId;
  /** Dollars, as the newest run recorded them. */
  readonly liquidityUsd: number;
  readonly minLiquidityUsd: number;
}

/**
 * Returns the first of the trigger's tokens with less liquidity than the order requires. The base asset counts too, because its
 * price also moves the ratio.
 */
export function lowLiquidity(
  { conditionToken, baseAsset }: Pick<PriceCondition, 'conditionToken' | 'baseAsset'>,
  minLiquidityUsd: number,
  priceOf: PriceOf,
): LowLiquidity | undefined {
  for (const token of baseAsset === 'USD' ? [conditionToken] : [conditionToken, baseAsset]) {
    const liquidityUsd = priceOf(token)?.liquidityUsd ?? 0;
    if (liquidityUsd < minLiquidityUsd)
      return { state: 'held', reason: 'low-liquidity', token, liquidityUsd, minLiquidityUsd };
  }
  return undefined;
}

/** The pair's ratio, if its prices are known, fresh, not thin and backed by so much liquidity. */
export function usableRatio(
  pair: Pick<PriceCondition, 'conditionToken' | 'baseAsset'>,
  priceOf: PriceOf,
  minLiquidityUsd: number,
): PriceRatio | undefined {
  const ratio = ratioOf(pair.conditionToken, pair.baseAsset, priceOf);
  return ratio.ok && lowLiquidity(pair, minLiquidityUsd, priceOf) === undefined ? ratio.value : undefined;
}

/** A pair's ratio in a run, or on the reserves of a later block; no ratio if a price was unusable. */
export interface Sighting {
  readonly of: 'run' | 'block';
  readonly ratio: PriceRatio | undefined;
}

type Target = Pick<PriceCondition, 'direction' | 'targetPrice'>;

const OWN_POOLS_FACTOR = 5;

/** The confirmation for an order whose target is not met without the order's own pools: five times as long. */
export const prolonged = (confirm: Confirmation): Confirmation =>
  Object.fromEntries(Object.entries(confirm).map(([unit, length]) => [unit, OWN_POOLS_FACTOR * length]));

/** Share of the runs in an average that must have been recorded. */
export const ENOUGH_RUNS = 0.9;

/** Whether the setting asks for no confirmation at all. */
export const isWaived = ({ blocks }: Confirmation): boolean => blocks === 0;

/**
 * Returns the number of blocks after a run that have met the target, without a miss since that run. `isBroken`: the newest
 * sighting misses the target, so the count can begin again only with a later run.
 */
export function blocksConfirmed(
  target: Target,
  sightings: readonly Sighting[],
): { readonly met: number; readonly isBroken: boolean } {
  let blocks = 0;
  let met = 0;
  for (const [later, { of, ratio }] of sightings.toReversed().entries()) {
    if (ratio === undefined || !isReached(target, ratio)) return { met, isBroken: later === 0 };
    if (of === 'block') blocks += 1;
    else met = blocks;
  }
  return { met, isBroken: false };
}

/** Returns the number of consecutive runs, newest first, that have met the target. */
export function runsConfirmed(target: Target, newestFirst: readonly (PriceRatio | undefined)[]): number {
  const missed = newestFirst.findIndex((ratio) => ratio === undefined || !isReached(target, ratio));
  return missed === -1 ? newestFirst.length : missed;
}

/** The mean of one or more ratios. */
export function averageOf(ratios: readonly PriceRatio[]): PriceRatio {
  const sum = (side: keyof PriceRatio) => ratios.reduce((total, ratio) => total + ratio[side], 0n);
  return meanOf({ floor: sum('floor'), ceiling: sum('ceiling') }, ratios.length);
}

/** The mean of one or more ratios, from their sum. */
export const meanOf = ({ floor, ceiling }: PriceRatio, count: number): PriceRatio => ({
  floor: floor / BigInt(count),
  ceiling: (ceiling + BigInt(count) - 1n) / BigInt(count),
});
