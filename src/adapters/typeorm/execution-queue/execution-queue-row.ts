import type { OpenOrder, Order } from '../../../domain/order/order.js';
import { endsAt } from '../../../domain/order/strategy.js';
import type { PriceRatio, Trigger } from '../../../domain/order/trigger.js';
import type { WatchedPair } from '../../../ports/execution-queue.js';
import { isoTime, sql, type Queries, type Sql } from '../database/index.js';

/** Column `state`: what a queued order waits for. Statements write the numbers, or the partial indexes would not apply. */
export const QUEUE_STATE = { price: 0, clock: 1, swap: 2 } as const;

/** What an order watches: a pair in one direction. `*` is stored as a pair that is always reached. */
export type Watch = number;

/** When an order of a watch fires: 57 digits that sort as a rising (`gt`) or falling (`lt`) ratio reaches them. */
export type Level = string;

const LEVEL_DIGITS = 57;
const MAX_LEVEL = 10n ** BigInt(LEVEL_DIGITS) - 1n;

export const ANY_TIME = { conditionToken: '*', baseAsset: 'USD' } as const;

export type StoredPair = WatchedPair | typeof ANY_TIME;
type Direction = Trigger['direction'];

export const watchOf = (pairId: number, direction: Direction): Watch =>
  2 * pairId + (direction === 'gt' ? 0 : 1);

const levelText = (level: bigint): Level => level.toString().padStart(LEVEL_DIGITS, '0');

/** Mirrored for `lt`, so that in both directions the orders at or below a level fire. */
const levelOf = ({ direction, targetPrice: { scaled } }: Trigger): Level =>
  levelText(direction === 'gt' ? scaled : MAX_LEVEL - scaled);

/** The highest level that the ratio reaches; undefined if it reaches none. */
export function reachedLevel(direction: Direction, { floor, ceiling }: PriceRatio): Level | undefined {
  if (direction === 'gt') return levelText(floor < MAX_LEVEL ? floor : MAX_LEVEL);
  return ceiling <= MAX_LEVEL ? levelText(MAX_LEVEL - ceiling) : undefined;
}

/** A row of the queue, but for its watch. */
interface QueueRow {
  readonly uuid: string;
  readonly level: Level | null;
  readonly state: number;
  readonly dueAt: string;
  readonly expiresAt: string;
  readonly wakeAt: string | null;
}

const ON_CONFLICT = sql`
  ON CONFLICT (uuid) DO UPDATE SET state = CASE
    WHEN excluded.state = 2 THEN 2 WHEN order_queue.wake_at IS NULL THEN 0 ELSE 1 END`;

const insert = ({ uuid, level, state, dueAt, expiresAt, wakeAt }: QueueRow): Sql => sql`
  INSERT INTO order_queue (uuid, level, state, due_at, expires_at, wake_at)
  VALUES (${uuid}, ${level}, ${state}, ${dueAt}, ${expiresAt}, ${wakeAt}) ${ON_CONFLICT}`;

/** Stores nothing if the pair has no number yet. */
const insertWatching = (row: QueueRow, { pair, direction }: Place): Sql => sql`
  INSERT INTO order_queue (uuid, level, state, due_at, expires_at, wake_at, watch)
  SELECT CAST(${row.uuid} AS text), CAST(${row.level} AS text), CAST(${row.state} AS integer),
    CAST(${row.dueAt} AS text), CAST(${row.expiresAt} AS text), CAST(${row.wakeAt} AS text),
    2 * id + CAST(${watchOf(0, direction)} AS integer)
  FROM watched_pairs WHERE condition_token = ${pair.conditionToken} AND base_asset = ${pair.baseAsset} ${ON_CONFLICT}`;

const insertPair = ({ conditionToken, baseAsset }: StoredPair): Sql => sql`
  INSERT INTO watched_pairs (condition_token, base_asset) VALUES (${conditionToken}, ${baseAsset}) ON CONFLICT DO NOTHING`;

/** Updates the queue for an order that was just stored, in the same transaction. */
export async function requeue(queries: Queries, order: Order): Promise<void> {
  if (order.status !== 'open') {
    await queries.execute(sql`DELETE FROM order_queue WHERE uuid = ${order.terms.uuid}`);
    return;
  }
  const { trigger } = order.terms;
  if (trigger === undefined) {
    await queries.execute(insert(rowFor(order, null)));
    return;
  }
  const place = placeOf(trigger);
  const statement = insertWatching(rowFor(order, place.level), place);
  if ((await queries.execute(statement)) === 1) return;
  await queries.execute(insertPair(place.pair));
  await queries.execute(statement);
}

interface Place {
  readonly pair: StoredPair;
  readonly direction: Direction;
  readonly level: Level;
}

export function placeOf(trigger: Trigger): Place {
  const { conditionToken, baseAsset, direction } = trigger;
  return conditionToken === '*'
    ? { pair: ANY_TIME, direction: 'gt', level: levelText(0n) }
    : { pair: { conditionToken, baseAsset }, direction, level: levelOf(trigger) };
}

/** An order without a level is sent on its owner's request only, so it does not wake at the start of its window. */
export function rowFor(order: OpenOrder, level: Level | null): QueueRow {
  const { uuid, validFrom } = order.terms;
  const opensAt = validFrom !== undefined && validFrom > order.createdAt ? validFrom : undefined;
  const wakeAt = opensAt !== undefined && level !== null ? isoTime(opensAt) : null;
  const waitsFor = wakeAt === null ? QUEUE_STATE.price : QUEUE_STATE.clock;
  return {
    uuid,
    level,
    state: order.sending === undefined ? waitsFor : QUEUE_STATE.swap,
    dueAt: isoTime(opensAt ?? order.createdAt),
    expiresAt: isoTime(endsAt(order)),
    wakeAt,
  };
}
