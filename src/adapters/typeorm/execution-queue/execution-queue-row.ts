import { levelOf } from '../../../domain/order/conditions/conditions.js';
import type { TriggerKey } from '../../../domain/order/conditions/rules.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import { endsAt } from '../../../domain/order/strategy.js';
import type { Queries } from '../database/queries.js';
import { isoTime } from '../database/stored-fields.js';

/** Column `state`: what a queued order waits for. */
export const QUEUE_STATE = { price: 0, clock: 1, swap: 2 } as const;

/** Column `watch`: a pair's number and a direction, in one number that an index finds. */
export type StoredKey = number;

/** Column `level`: 57 digits, so that texts sort as the levels do. */
export type StoredLevel = string;

const LEVEL_DIGITS = 57;

export const storedKey = (pairId: number, direction: TriggerKey['direction']): StoredKey =>
  2 * pairId + (direction === 'gt' ? 0 : 1);

export const storedLevel = (level: bigint): StoredLevel => level.toString().padStart(LEVEL_DIGITS, '0');

const COLUMNS = ['uuid', 'level', 'state', 'due_at', 'expires_at', 'wake_at'].join(', ');
const ON_CONFLICT = `
  ON CONFLICT (uuid) DO UPDATE SET state = CASE WHEN excluded.state = ${QUEUE_STATE.swap} THEN ${QUEUE_STATE.swap}
    WHEN order_queue.wake_at IS NULL THEN ${QUEUE_STATE.price} ELSE ${QUEUE_STATE.clock} END`;
const INSERT = `INSERT INTO order_queue (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ${ON_CONFLICT}`;
/** Stores nothing if the order is the first of its pair. */
const INSERT_WITH_KEY = `
  INSERT INTO order_queue (${COLUMNS}, watch) SELECT CAST(? AS text), CAST(? AS text), CAST(? AS integer),
    CAST(? AS text), CAST(? AS text), CAST(? AS text), 2 * id + CAST(? AS integer)
  FROM watched_pairs WHERE condition_token = ? AND base_asset = ? ${ON_CONFLICT}`;
const INSERT_PAIR =
  'INSERT INTO watched_pairs (condition_token, base_asset) VALUES (?, ?) ON CONFLICT DO NOTHING';

/** Brings the queue into line with an order that was just stored; in the same transaction. */
export async function requeue(queries: Queries, order: Order): Promise<void> {
  if (order.status !== 'open') {
    await queries.execute('DELETE FROM order_queue WHERE uuid = ?', [order.terms.uuid]);
    return;
  }
  const { trigger } = order.terms;
  if (trigger === undefined) {
    await queries.execute(INSERT, valuesOf(order));
    return;
  }
  const { conditionToken, baseAsset, direction, level } = levelOf(trigger);
  const pair = [conditionToken, baseAsset];
  const values = [...valuesOf(order, storedLevel(level)), storedKey(0, direction), ...pair];
  if ((await queries.execute(INSERT_WITH_KEY, values)) === 1) return;
  await queries.execute(INSERT_PAIR, pair);
  await queries.execute(INSERT_WITH_KEY, values);
}

/** Without a level only the owner sends the order, and the start of its window is no reason to wake up. */
function valuesOf(order: OpenOrder, level: StoredLevel | null = null): (string | number | null)[] {
  const { uuid, validFrom } = order.terms;
  const opensAt = validFrom !== undefined && validFrom > order.createdAt ? validFrom : undefined;
  const wakeAt = opensAt !== undefined && level !== null ? isoTime(opensAt) : null;
  const waitsFor = wakeAt === null ? QUEUE_STATE.price : QUEUE_STATE.clock;
  return [
    uuid,
    level,
    order.sending === undefined ? waitsFor : QUEUE_STATE.swap,
    isoTime(opensAt ?? order.createdAt),
    isoTime(endsAt(order)),
    wakeAt,
  ];
}
