import type { Tables } from '../../src/adapters/memory/tables.js';
import type { Alert, AlertId } from '../../src/domain/alert/alert.js';
import { trailPlaceOf } from '../../src/domain/order/conditions/conditions.js';
import { groupName, markSince, type Mark } from '../../src/domain/order/conditions/marks.js';
import type { Order } from '../../src/domain/order/order.js';
import { nameOfFiring, type History } from './history.js';
import type { Change } from './layers.js';
import { LATE_MS, type PathRun, type PricePath } from './price-path.js';
import * as invariants from './price-invariants.js';
import type { Finding } from './invariants.js';

type Found = readonly [invariant: string, finding: Finding];

/** Facts about clocks that the checks need. */
export interface Clocks {
  readonly now: () => number;
  /** Whether the clock of the process has been right for longer than an attempt takes. */
  readonly isClockRight: (process: string) => boolean;
  /** Whether the clock of any process of this role has ever been wrong. */
  readonly hasJumped: (role: string) => boolean;
}

/** Checks trailing orders and alerts against naive models over the prices that were recorded. */
export class PriceInspector {
  /** Time at which each order was stored, by the world's clock, ms. */
  private readonly placedAt = new Map<string, number>();
  /** Time of the last firing of each alert, by the world's clock, ms. */
  private readonly firedAt = new Map<AlertId, number>();
  /** Firings that the database has. */
  private readonly firings = new Set<string>();
  private readonly firingTimes = new Set<number>();
  private hasLost = false;

  constructor(
    private readonly path: PricePath,
    private readonly clocks: Clocks,
  ) {}

  *committed({ table, before, after, key }: Change, tables: Tables, by: string): Generator<Found> {
    if (table === 'marks') yield* this.moved(key, (before ?? []) as readonly Mark[], tables);
    if (table === 'orders' && before === undefined) this.placedAt.set(key, this.clocks.now());
    if (table === 'orders' && before !== undefined)
      yield* this.changed(before as Order, after as Order, tables);
    if (table === 'alerts' && after !== undefined)
      yield* this.alerted(before as Alert | undefined, after as Alert, by);
  }

  /** The database has gone back. */
  wentBack({ alerts }: Tables): void {
    this.hasLost = true;
    this.firings.clear();
    this.firedAt.clear();
    this.firingTimes.clear();
    for (const { firing } of alerts.values())
      if (firing !== undefined) this.firingTimes.add(firing.at.getTime());
  }

  /** Checks the first swap of an order that its owner did not ask to execute. */
  sent(order: Order, by: string): Finding {
    const now = this.clocks.isClockRight(by) ? this.path.current() : this.path.runs;
    return invariants.stopReached(order, this.path.runs, now);
  }

  /** Checks the marks once nothing is under way and all executors have looked at the newest run. */
  *finished(tables: Tables, history: History): Generator<Found> {
    for (const order of tables.orders.values()) {
      if (!this.keepsMarks(order, tables)) continue;
      const runs = this.path.lasting(LATE_MS, this.placedAt.get(order.terms.uuid)!);
      yield ['mark-kept', invariants.markKept(order, markOf(order, tables), runs)];
    }
    const newest = this.path.newest(LATE_MS);
    for (const alert of tables.alerts.values()) yield ['alert-not-forgotten', this.forgotten(alert, newest)];
    const waiting = new Set(
      [...tables.webhookDeliveries.values()].flatMap(({ state, event }) =>
        state === 'waiting' && event !== undefined && 'alert' in event ? [nameOfFiring(event.alert)] : [],
      ),
    );
    for (const firing of this.firings)
      if (!history.alerted.has(firing) && !waiting.has(firing))
        yield ['alert-told', `the owner got no message about the alert ${firing}`];
  }

  /** Whether the mark of the order must be the highest price that was recorded since it was placed. */
  private keepsMarks(order: Order, { events }: Tables): boolean {
    const isReopened = events
      .get(order.terms.uuid)
      ?.some(({ type }) => type === 'reopened' || type === 'orphaned');
    return (
      order.status === 'open' && isReopened !== true && !this.hasLost && !this.clocks.hasJumped('executor')
    );
  }

  private forgotten(alert: Alert, newest: readonly PathRun[]): Finding {
    const isNew = alert.createdAt.getTime() > this.clocks.now() - LATE_MS;
    if (alert.state !== 'armed' || newest.length === 0 || isNew) return undefined;
    return newest.every((run) => invariants.isTrue(alert, run))
      ? `the alert ${alert.id} is armed, and its price has been there for long`
      : undefined;
  }

  private *moved(name: string, before: readonly Mark[], tables: Tables): Generator<Found> {
    for (const order of tables.orders.values()) {
      const place = trailPlaceOf(order);
      const isLive = order.status === 'open' || order.status === 'broadcasted';
      if (place === undefined || !isLive || groupName(place.group) !== name) continue;
      const mark = markOf(order, tables);
      yield ['mark-moves-on', invariants.movesOn(order, markSince(before, place.since), mark)];
      yield ['mark-recorded', invariants.markRecorded(order, mark, this.path.runs)];
    }
  }

  private *changed(before: Order, after: Order, tables: Tables): Generator<Found> {
    if (after?.status === 'open' && !this.hasLost)
      yield ['mark-moves-on', invariants.movesOn(after, markOf(before, tables), markOf(after, tables))];
  }

  private *alerted(before: Alert | undefined, alert: Alert, by: string): Generator<Found> {
    yield ['alert-states', invariants.alertStep(before, alert)];
    const { id, state, firing } = alert;
    if (state !== 'fired' || firing === undefined) return;
    yield ['alert-alone', invariants.firesAlone(alert, this.firingTimes)];
    this.firingTimes.add(firing.at.getTime());
    const runs = this.clocks.isClockRight(by) ? this.path.current() : this.path.runs;
    yield ['alert-held', invariants.alertHeld(alert, runs)];
    const last = this.firedAt.get(id);
    if (last !== undefined && !this.clocks.hasJumped('recorder') && !this.clocks.hasJumped('api'))
      yield ['alert-once', invariants.crossedAgain(alert, this.path.since(last - LATE_MS))];
    this.firedAt.set(id, this.clocks.now());
    this.firings.add(nameOfFiring({ ...alert, firing }));
  }
}

function markOf(order: Order, { marks }: Tables): Mark | undefined {
  const place = trailPlaceOf(order);
  return place && markSince(marks.get(groupName(place.group)) ?? [], place.since);
}
