import { levelOf } from '../../../domain/order/conditions/conditions.js';
import type { TriggerKey, TriggerPair } from '../../../domain/order/conditions/rules.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import type { Figures, Retry } from '../../../domain/order/evaluation/retry-policy.js';
import { endsAt } from '../../../domain/order/lifecycle/strategy.js';
import {
  columnsOf,
  insertInto,
  isoTime,
  prepared,
  selected,
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

/** Selects the key's number as `watch`; no row if the pair has no number yet. */
const keyOf = ({ conditionToken, baseAsset, direction }: TriggerKey): Sql => sql`
  SELECT 2 * id + CAST(${storedKey(0, direction)} AS integer) AS watch
  FROM watched_pairs WHERE condition_token = ${conditionToken} AND base_asset = ${baseAsset}`;

/** Inserts the row of a waiting order. Stores nothing if its level is below the lowest known of its key. */
const insertWaiting = (row: QueueRow, key: TriggerKey): Sql => sql`
  INSERT INTO order_queue (${columnsOf(row)}, watch)
  SELECT ${selected(row)}, lowest.watch FROM watched_levels AS lowest
  WHERE lowest.watch = (${keyOf(key)}) AND lowest.level <= ${row.level} ${ON_CONFLICT}`;

const insertPair = ({ conditionToken, baseAsset }: TriggerPair): Sql => sql`
  INSERT INTO watched_pairs (condition_token, base_asset) VALUES (${conditionToken}, ${baseAsset}) ON CONFLICT DO NOTHING`;

const lowerLevel = (level: StoredLevel, key: TriggerKey): Sql => sql`
  INSERT INTO watched_levels (watch, level) SELECT key.watch, CAST(${level} AS text) FROM (${keyOf(key)}) AS key WHERE 1 = 1
  ON CONFLICT (watch) DO UPDATE SET level = excluded.level WHERE excluded.level < watched_levels.level`;

/** Updates the queue for an order that was just stored, in the same transaction. */
export async function requeue(queries: Queries, order: Order): Promise<void> {
  if (order.status !== 'open') {
    await queries.execute(prepared(sql`DELETE FROM order_queue WHERE uuid = ${order.terms.uuid}`));
    return;
  }
  const { trigger } = order.terms;
  if (trigger === undefined) {
    await queries.execute(prepared(sql`${insertInto('order_queue', rowFor(order, null))} ${ON_CONFLICT}`));
    return;
  }
  const place = levelOf(trigger);
  const statement = prepared(insertWaiting(rowFor(order, storedLevel(place.level)), place));
  if ((await queries.execute(statement)) === 1) return;
  await queries.execute(insertPair(place));
  await queries.execute(lowerLevel(storedLevel(place.level), place));
  await queries.execute(statement);
}

/** The order's row in the queue. Without a level it is sent only on its owner's request, so it does not wake when its window opens. */
export function rowFor(order: OpenOrder, level: StoredLevel | null): QueueRow {
  const { uuid, validFrom } = order.terms;
  const opensAt = validFrom !== undefined && validFrom > order.createdAt ? validFrom : undefined;
  const wakeAt = opensAt !== undefined && level !== null ? isoTime(opensAt) : null;
  const waitsFor = wakeAt === null ? QUEUE_STATE.price : QUEUE_STATE.clock;
  return {
    uuid,
    level,
    state: order.sending === undefined ? waitsFor : QUEUE_STATE.swap,
    due_at: isoTime(opensAt ?? order.createdAt),
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
