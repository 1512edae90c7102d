import type { OpenOrder, Order } from '../../../domain/order/order.js';
import { endsAt } from '../../../domain/order/strategy.js';
import type { PriceRatio, Trigger } from '../../../domain/order/trigger.js';
import type { WatchedPair } from '../../../ports/execution-queue.js';
import type { Queries } from '../database/queries.js';
import { isoTime } from '../database/stored-fields.js';

/** Column `state`: what a queued order waits for. */
export const QUEUE_STATE = { price: 0, clock: 1, swap: 2 } as const;

/** What an order watches: a pair in one direction. `*` counts as a pair of its own that is always reached. */
export type Watch = number;

/** Where an order of a watch stands: 57 digits, in the order in which a growing (`gt`) or falling (`lt`) ratio reaches them. */
export type Level = string;

const LEVEL_DIGITS = 57;
const MAX_LEVEL = 10n ** BigInt(LEVEL_DIGITS) - 1n;

export const ANY_TIME = { conditionToken: '*', baseAsset: 'USD' } as const;

export type StoredPair = WatchedPair | typeof ANY_TIME;
type Direction = Trigger['direction'];

export const watchOf = (pairId: number, direction: Direction): Watch =>
  2 * pairId + (direction === 'gt' ? 0 : 1);

const levelText = (level: bigint): Level => level.toString().padStart(LEVEL_DIGITS, '0');

/** Turned round for `lt`, so that in both directions what fires stands at a level or below. */
const levelOf = ({ direction, targetPrice: { scaled } }: Trigger): Level =>
  levelText(direction === 'gt' ? scaled : MAX_LEVEL - scaled);

/** The highest level that the ratio reaches, if it reaches any. */
export function reachedLevel(direction: Direction, { floor, ceiling }: PriceRatio): Level | undefined {
  if (direction === 'gt') return levelText(floor < MAX_LEVEL ? floor : MAX_LEVEL);
  return ceiling <= MAX_LEVEL ? levelText(MAX_LEVEL - ceiling) : undefined;
}

const COLUMNS = ['uuid', 'level', 'state', 'due_at', 'expires_at', 'wake_at'].join(', ');
const ON_CONFLICT = `
  ON CONFLICT (uuid) DO UPDATE SET state = CASE WHEN excluded.state = ${QUEUE_STATE.swap} THEN ${QUEUE_STATE.swap}
    WHEN order_queue.wake_at IS NULL THEN ${QUEUE_STATE.price} ELSE ${QUEUE_STATE.clock} END`;
const INSERT = `INSERT INTO order_queue (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ${ON_CONFLICT}`;
/** Stores nothing if the order is the first to watch its pair. */
const INSERT_WATCHING = `
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
  const { pair, direction, level } = placeOf(trigger);
  const tokens = [pair.conditionToken, pair.baseAsset];
  const values = [...valuesOf(order, level), watchOf(0, direction), ...tokens];
  if ((await queries.execute(INSERT_WATCHING, values)) === 1) return;
  await queries.execute(INSERT_PAIR, tokens);
  await queries.execute(INSERT_WATCHING, values);
}

export function placeOf(trigger: Trigger): { pair: StoredPair; direction: Direction; level: Level } {
  const { conditionToken, baseAsset, direction } = trigger;
  return conditionToken === '*'
    ? { pair: ANY_TIME, direction: 'gt', level: levelText(0n) }
    : { pair: { conditionToken, baseAsset }, direction, level: levelOf(trigger) };
}

/** Without a level the order is nobody's but its owner's to send, and its window's start wakes no one. */
export function valuesOf(order: OpenOrder, level: Level | null = null): (string | number | null)[] {
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
