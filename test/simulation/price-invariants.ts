import type { Alert } from '../../src/domain/alert/alert.js';
import { alertPlace, levelAt } from '../../src/domain/alert/watch.js';
import { trailPlaceOf } from '../../src/domain/order/conditions/conditions.js';
import { priceOfMark, type Mark } from '../../src/domain/order/conditions/marks.js';
import type { TrailCondition } from '../../src/domain/order/conditions/trail.js';
import type { Order } from '../../src/domain/order/order.js';
import { naiveTrail } from '../support/naive-trail.js';
import type { Finding } from './invariants.js';
import { PricePath, type PathRun } from './price-path.js';

/** Number of runs that confirm a mark in the simulated world. */
const HELD = 1;

const trailOf = ({ terms: { trigger } }: Order): TrailCondition | undefined =>
  trigger?.kind === 'trail' ? trigger : undefined;

/** Mark of the order, and whether its stop is reached, after these runs. */
function naively(
  order: Order,
  { direction, trail, activationPrice }: TrailCondition,
  runs: readonly PathRun[],
) {
  const { path, since } = PricePath.of(runs, trailPlaceOf(order)!.since);
  return naiveTrail(path, HELD, { direction, trail, since, activation: activationPrice?.scaled });
}

/** Checks that a trailing order is sent only at a run that reaches the stop of a naive model. `now`: the runs that may count. */
export function stopReached(order: Order, runs: readonly PathRun[], now: readonly PathRun[]): Finding {
  const condition = trailOf(order);
  if (condition === undefined) return undefined;
  const isReached = now.some(
    ({ point }) =>
      naively(
        order,
        condition,
        runs.filter((run) => run.point <= point),
      ).isReached,
  );
  return isReached ? undefined : `${order.terms.uuid} is sent, and no price has reached its stop`;
}

/** Checks that the mark of an order does not go back. */
export const movesOn = (order: Order, before: Mark | undefined, after: Mark | undefined): Finding =>
  before !== undefined && before.level > (after?.level ?? -1n)
    ? `the mark of ${order.terms.uuid} goes back from ${before.level} to ${after?.level}`
    : undefined;

/** Checks that no price has moved a mark which was not recorded since the order was placed, or does not count. */
export function markRecorded(order: Order, mark: Mark | undefined, runs: readonly PathRun[]): Finding {
  const condition = trailOf(order);
  if (condition === undefined || mark === undefined) return undefined;
  const ahead = distance(condition, naively(order, condition, runs).mark, mark);
  return ahead === undefined || ahead > 0n
    ? `the mark of ${order.terms.uuid} is ${mark.level}, which no price has reached`
    : undefined;
}

/** Checks that the mark of an order is what a naive model makes of these runs, or farther. */
export function markKept(order: Order, mark: Mark | undefined, runs: readonly PathRun[]): Finding {
  const condition = trailOf(order);
  const expected = condition && naively(order, condition, runs).mark;
  if (condition === undefined || expected === undefined) return undefined;
  const ahead = mark && distance(condition, expected, mark);
  return ahead === undefined || ahead < 0n
    ? `the mark of ${order.terms.uuid} is ${mark?.level}, and a price has reached ${expected}`
    : undefined;
}

/** Distance by which a mark is beyond an expected one; 0 if only the rounding of prices differs. */
function distance(
  { direction }: TrailCondition,
  expected: bigint | undefined,
  { level }: Mark,
): bigint | undefined {
  if (expected === undefined) return undefined;
  const price = priceOfMark(direction, level);
  const ahead = direction === 'lt' ? price - expected : expected - price;
  return ahead === 1n || ahead === -1n ? 0n : ahead;
}

/** Whether the price of the run is beyond the bound of the alert. */
export function isTrue({ condition, owner }: Alert, { scaled }: PathRun): boolean {
  const { watch, level } = alertPlace(condition, owner);
  return watch.kind === 'price' && scaled !== undefined && levelAt(watch.direction, scaled) >= level;
}

/** Checks that an alert fires only if its price was recorded. */
export const alertHeld = (alert: Alert, runs: readonly PathRun[]): Finding =>
  runs.some((run) => isTrue(alert, run))
    ? undefined
    : `the alert ${alert.id} fires, and its price was not there`;

/** Checks that an alert which fires again was untrue at one of the runs since it fired. */
export const crossedAgain = (alert: Alert, runs: readonly PathRun[]): Finding =>
  runs.some((run) => run.scaled !== undefined && !isTrue(alert, run))
    ? undefined
    : `the alert ${alert.id} fires twice while its price stays there`;

/** Checks that no other firing has the time of this one: followers of alerts go on from a time. */
export const firesAlone = ({ id, firing }: Alert, times: ReadonlySet<number>): Finding =>
  times.has(firing!.at.getTime()) ? `the alert ${id} fires at the time of another one` : undefined;

const STEPS: Readonly<Record<Alert['state'] | 'none', readonly Alert['state'][]>> = {
  none: ['armed'],
  armed: ['fired'],
  clearing: ['armed'],
  fired: ['armed', 'clearing'],
};

/** Checks that the alert may go from its state to the next one. */
export const alertStep = (before: Alert | undefined, { id, state }: Alert): Finding =>
  STEPS[before?.state ?? 'none'].includes(state)
    ? undefined
    : `the alert ${id} is ${state} after it was ${before?.state}`;
