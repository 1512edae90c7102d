import { levelOf, trailPlaceOf } from '../../../domain/order/conditions/conditions.js';
import { groupName } from '../../../domain/order/conditions/marks.js';
import type { TriggerKey } from '../../../domain/order/conditions/rules.js';
import { isDormant, liveSince, type OpenOrder, type Order } from '../../../domain/order/order.js';
import type { Figures, Retry } from '../../../domain/order/evaluation/retry-policy.js';
import { endsAt } from '../../../domain/order/lifecycle/strategy.js';
import {
  columnsOf,
  isoTime,
  plain,
  prepared,
  recordColumnsOf,
  sql,
  type Queries,
  type Sql,
} from '../database/index.js';

/**
 * Column `state`: what a queued order waits for. Statements contain the literal numbers; with parameters, the partial indexes
 * would not apply.
 */
const QUEUE_STATE = { price: 0, clock: 1, swap: 2 } as const;

/** Column `watch`: a pair's number and a direction, combined into one number for an index. */
export type StoredKey = number;

/** Column `level`: 57 digits, so texts sort as the levels do. */
export type StoredLevel = string;

const LEVEL_DIGITS = 57;

export const storedKey = (pairId: number, direction: TriggerKey['direction']): StoredKey =>
  2 * pairId + (direction === 'gt' ? 0 : 1);

/** A row of the queue without its key. Property names are column names. */
interface QueueRow {
  readonly uuid: string;
  readonly level: StoredLevel | null;
  readonly state: number;
  readonly due_at: string;
  readonly expires_at: string;
  readonly wake_at: string | null;
}

export const storedLevel = (level: bigint): StoredLevel => level.toString().padStart(LEVEL_DIGITS, '0');

const ON_CONFLICT = sql`
  ON CONFLICT (uuid) DO UPDATE SET expires_at = excluded.expires_at, state = CASE
    WHEN excluded.state = 2 THEN 2 WHEN order_queue.wake_at IS NULL THEN 0 ELSE 1 END`;

/** Pair and direction of the price that an order waits for; null if it waits for its owner's request. */
interface WatchRow {
  readonly condition_token: string | null;
  readonly base_asset: string | null;
  readonly key: number;
}

type WaitingRow = QueueRow & WatchRow;

/** The pair of a record, and the number of its key. */
const PAIR = plain('pairs.condition_token = r.condition_token AND pairs.base_asset = r.base_asset');
const WATCH = plain('2 * pairs.id + r.key');

/** Inserts the rows of waiting orders, except those whose pair has no number yet or whose level is below the lowest known of its key. */
async function insertWaiting(queries: Queries, rows: readonly WaitingRow[]): Promise<number> {
  const { condition_token: _token, base_asset: _asset, key: _key, ...columns } = rows[0]!;
  const insert = (records: Sql) => sql`
    INSERT INTO order_queue (${columnsOf(columns)}, watch) SELECT ${recordColumnsOf(columns)}, lowest.watch
    FROM ${records} LEFT JOIN watched_pairs pairs ON ${PAIR}
      LEFT JOIN watched_levels lowest ON lowest.watch = ${WATCH}
    WHERE r.condition_token IS NULL OR lowest.level <= r.level ORDER BY r.uuid ${ON_CONFLICT}`;
  const { affected = 0 } = await queries.store(rows, insert);
  return affected;
}

const insertPairs = ({ dialect }: Queries, rows: readonly WaitingRow[]): Sql => sql`
  INSERT INTO watched_pairs (condition_token, base_asset)
  SELECT r.condition_token, r.base_asset FROM ${dialect.records(rows)} WHERE r.condition_token IS NOT NULL
  ORDER BY r.condition_token, r.base_asset ON CONFLICT DO NOTHING`;

const lowerLevels = ({ dialect }: Queries, rows: readonly WaitingRow[]): Sql => sql`
  INSERT INTO watched_levels (watch, level)
  SELECT ${WATCH} AS watch, MIN(r.level) FROM ${dialect.records(rows)} JOIN watched_pairs pairs ON ${PAIR} WHERE true
  GROUP BY 1 ORDER BY 1
  ON CONFLICT (watch) DO UPDATE SET level = excluded.level WHERE excluded.level < watched_levels.level`;

/** Updates the queue for orders that were just updated, in the same transaction. */
export async function requeue(queries: Queries, orders: readonly Order[]): Promise<void> {
  await enqueue(queries, orders);
  const left = orders.filter((order) => order.status !== 'open' || isDormant(order));
  if (left.length === 0) return;
  const uuidsOf = (some: readonly Order[]) =>
    queries.dialect.oneOf(
      plain('uuid'),
      some.map(({ terms }) => terms.uuid),
    );
  await queries.execute(prepared(sql`DELETE FROM order_queue WHERE ${uuidsOf(left)}`));
  // An order whose swap is in flight may still open again.
  const ended = left.filter(
    ({ status, terms }) => status !== 'broadcasted' && terms.trigger?.kind === 'trail',
  );
  if (ended.length > 0)
    await queries.execute(prepared(sql`DELETE FROM order_trails WHERE ${uuidsOf(ended)}`));
}

/** Makes an open order whose terms were just replaced wait as if it were new, in the same transaction. */
export async function requeueAnew(queries: Queries, order: OpenOrder): Promise<void> {
  const { uuid } = order.terms;
  await queries.execute(sql`DELETE FROM order_queue WHERE uuid = ${uuid}`);
  await queries.execute(sql`DELETE FROM order_trails WHERE uuid = ${uuid}`);
  await enqueue(queries, [order]);
}

/** Adds the open ones of orders that were just stored to the queue, in the same transaction, except exits that wait for their entry. */
export async function enqueue(queries: Queries, orders: readonly Order[]): Promise<void> {
  const open = orders.flatMap((order) => (order.status === 'open' && !isDormant(order) ? [order] : []));
  const rows = open.map(waitingRow);
  if (rows.length === 0) return;
  await addTrails(queries, open);
  if ((await insertWaiting(queries, rows)) === rows.length) return;
  await queries.execute(insertPairs(queries, rows));
  await queries.execute(lowerLevels(queries, rows));
  await insertWaiting(queries, rows);
}

/** Adds the trailing ones among these orders to their groups. */
async function addTrails(queries: Queries, orders: readonly OpenOrder[]): Promise<void> {
  const rows = orders.flatMap((order) => {
    const place = trailPlaceOf(order);
    if (place === undefined) return [];
    const { group, since, trail, activation } = place;
    const levels = { trail: storedLevel(trail), activation: storedLevel(activation) };
    return [{ uuid: order.terms.uuid, name: groupName(group), since, ...levels }];
  });
  if (rows.length === 0) return;
  const records = queries.dialect.records(rows);
  await queries.execute(sql`
    INSERT INTO trail_groups (name) SELECT DISTINCT r.name FROM ${records} WHERE true ORDER BY r.name
    ON CONFLICT DO NOTHING`);
  await queries.execute(sql`
    INSERT INTO order_trails (uuid, trail_group, since, trail, activation)
    SELECT r.uuid, trail_groups.id, r.since, r.trail, r.activation
    FROM ${records} JOIN trail_groups ON trail_groups.name = r.name WHERE true
    ORDER BY r.uuid ON CONFLICT DO NOTHING`);
}

/** A trailing order has no level until its stop is reached. */
function waitingRow(order: OpenOrder): WaitingRow {
  const { trigger } = order.terms;
  if (trigger === undefined || trigger.kind === 'trail') {
    const row = rowFor(order, null, trigger !== undefined);
    return { ...row, condition_token: null, base_asset: null, key: 0 };
  }
  const { level, conditionToken, baseAsset, direction } = levelOf(trigger);
  const key = storedKey(0, direction);
  return {
    ...rowFor(order, storedLevel(level)),
    condition_token: conditionToken,
    base_asset: baseAsset,
    key,
  };
}

/** The order's row in the queue. If it is sent only on its owner's request, it does not wake when its window opens. */
export function rowFor(order: OpenOrder, level: StoredLevel | null, runsByItself = level !== null): QueueRow {
  const { uuid, validFrom } = order.terms;
  const since = liveSince(order);
  const opensAt = validFrom !== undefined && validFrom > since ? validFrom : undefined;
  const wakeAt = opensAt !== undefined && runsByItself ? isoTime(opensAt) : null;
  const waitsFor = wakeAt === null ? QUEUE_STATE.price : QUEUE_STATE.clock;
  return {
    uuid,
    level,
    state: order.sending === undefined ? waitsFor : QUEUE_STATE.swap,
    due_at: isoTime(opensAt ?? since),
    expires_at: isoTime(endsAt(order)),
    wake_at: wakeAt,
  };
}

/** Column `reason`: the word alone, or the word, a space and the figures as JSON. */
export const storedReason = ({ reason, figures }: Retry): string =>
  figures === undefined ? reason : `${reason} ${JSON.stringify(figures)}`;

export function reasonFrom(stored: string): Pick<Retry, 'reason' | 'figures'> {
  const space = stored.indexOf(' ');
  if (space === -1) return { reason: stored };
  return { reason: stored.slice(0, space), figures: JSON.parse(stored.slice(space + 1)) as Figures };
}
