import { GRID_SECONDS } from '../../price-series/price.js';
import { prolonged, type Confirmation } from './guards.js';
import { MAX_TARGET_SCALED, type PriceRatio } from './price-ratio.js';
import type { TriggerKey } from './rules.js';

/**
 * Orders whose marks move together: they trail the same pair from the same side, confirm it alike, and measure their trails in the
 * same unit.
 */
export interface TrailGroup extends TriggerKey {
  readonly unit: 'bps' | 'price';
  /** Number of consecutive runs that a price must hold for to move the mark; absent if the server decides. */
  readonly runs?: number;
}

/** Text that names a group, and no other. */
export const groupName = ({ direction, unit, runs, conditionToken, baseAsset }: TrailGroup): string =>
  [direction, unit, runs ?? '-', conditionToken, baseAsset].join(' ');

/** Returns the group of a name that `groupName` returned. */
export function groupNamed(name: string): TrailGroup {
  const [direction, unit, runs, conditionToken = '', baseAsset = ''] = name.split(' ');
  const key = { conditionToken, baseAsset, direction: direction === 'gt' ? 'gt' : 'lt' } as const;
  return { ...key, unit: unit === 'bps' ? 'bps' : 'price', ...(runs !== '-' && { runs: Number(runs) }) };
}

/** Point of the five-minute grid: its number since the epoch. */
export type GridPoint = number;

export const gridPointOf = (time: Date): GridPoint => Math.floor(time.getTime() / (GRID_SECONDS * 1_000));
export const timeOfPoint = (point: GridPoint): Date => new Date(point * GRID_SECONDS * 1_000);

/** The highest price that a trailing order follows, or the lowest for `gt`. */
export interface Mark {
  /** The price as a number that only grows: times 10^18 for `lt`, and what it lacks to the highest price for `gt`. */
  readonly level: bigint;
  /** The run that confirmed it. */
  readonly at: GridPoint;
}

/** Level of a mark by its price times 10^18, and the price by its level. */
export const levelOfMark = (direction: TriggerKey['direction'], price: bigint): bigint =>
  direction === 'lt' ? price : MAX_TARGET_SCALED - price;
export const priceOfMark = levelOfMark;

/** Basis points of the whole. */
export const WHOLE_BPS = 10_000n;
const BLOCK_SECONDS = 5;

/**
 * Number of consecutive runs that confirm a mark: as long as an order waits whose price only its own pools meet, so that no pool
 * needs to be told from another when marks move. Blocks are counted from the first of the runs.
 */
export function markRuns(confirm: Confirmation): number {
  const { blocks = 0, runs } = prolonged(confirm);
  return runs ?? 1 + Math.ceil((blocks * BLOCK_SECONDS) / GRID_SECONDS);
}

/** Level of the price that all of the runs have held; undefined if one of them has no price. */
export function heldLevel(
  direction: TriggerKey['direction'],
  ratios: readonly (PriceRatio | undefined)[],
): bigint | undefined {
  let held: bigint | undefined;
  for (const ratio of ratios) {
    if (ratio === undefined || ratio.ceiling > MAX_TARGET_SCALED) return undefined;
    const level = levelOfMark(direction, direction === 'lt' ? ratio.floor : ratio.ceiling);
    if (held === undefined || level < held) held = level;
  }
  return held;
}

/** The highest mark since a run, that run included; undefined if there is none. */
export function markSince(marks: readonly Mark[], since: GridPoint): Mark | undefined {
  let highest: Mark | undefined;
  for (const mark of marks)
    if (mark.at >= since && (highest === undefined || mark.level > highest.level)) highest = mark;
  return highest;
}

/** Orders of a group whose stop is reached: those placed in a span of runs whose trail is no larger. */
export interface ReachedTrails {
  readonly group: TrailGroup;
  /** The runs `after < since <= until`. */
  readonly after: GridPoint;
  readonly until: GridPoint;
  /** Largest trail, in the group's unit. */
  readonly trail: bigint;
  /** The mark of all these orders. An order counts if its activation level is no higher. */
  readonly mark: bigint;
}

/** Returns which orders of a group have reached their stop at a price, by the group's marks in any order. */
export function reachedTrails(
  group: TrailGroup,
  marks: readonly Mark[],
  { floor, ceiling }: PriceRatio,
): readonly ReachedTrails[] {
  const price = group.direction === 'lt' ? ceiling : floor;
  const newestFirst = [...marks].sort((a, b) => b.at - a.at);
  let highest = -1n;
  return newestFirst.flatMap(({ at, level }, n) => {
    if (level > highest) highest = level;
    const trail = largestReached(group, highest, price);
    if (trail === undefined || trail === 0n) return [];
    return [{ group, after: newestFirst[n + 1]?.at ?? -1, until: at, trail, mark: highest }];
  });
}

/**
 * Returns the largest trail whose stop the price reaches, by the mark's level; undefined if it reaches none. Agrees with `stopOf`.
 *
 * @param price times 10^18, rounded away from the stop: up for `lt`, down for `gt`.
 */
function largestReached({ direction, unit }: TrailGroup, level: bigint, price: bigint): bigint | undefined {
  const mark = priceOfMark(direction, level);
  const distance = direction === 'lt' ? mark - price : price - mark;
  if (distance <= 0n) return undefined;
  return unit === 'bps' ? (WHOLE_BPS * distance) / mark : distance;
}
