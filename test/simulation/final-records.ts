import type { Tables } from '../../src/adapters/memory/tables.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { Exchange } from './exchange.js';
import type { History } from './history.js';
import * as invariants from './invariants.js';
import type { Finding } from './invariants.js';
import type { LostData } from './lost-data.js';
import { WELSH_SUBNET } from '../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../support/signing.js';

interface Ended {
  readonly tables: Tables;
  readonly chain: Exchange;
  readonly history: History;
  readonly lost: LostData;
  /** Orders that were open when a timer of their owner fired. */
  readonly timed: ReadonlySet<OrderUuid>;
  /** Position of the last event when the stream was read for the last time. */
  readonly newest: number;
  /** Milliseconds of the epoch. */
  readonly now: number;
}

/** Time within which a timer fires once nothing keeps processes from it. */
const TIMER_MS = 30_000;
/** Time within which an event becomes a delivery. */
const SOON_MS = 120_000;

type Found = readonly [invariant: string, finding: Finding];

/** Yields the findings of a run in which nothing is under way any longer and the chain has caught up. */
export function* atTheEnd(ended: Ended): Generator<Found> {
  yield* records(ended);
  yield* stream(ended);
  yield* webhooks(ended);
  yield* timers(ended);
}

function* records({ tables, chain, history, lost }: Ended): Generator<Found> {
  const payments = new Map(chain.payments().map((payment) => [payment.uuid, payment]));
  for (const order of tables.orders.values()) {
    const { uuid } = order.terms;
    // The chain is asked about a lost order only before it is sent, or at times after its end.
    if (!lost.hasOrder(uuid) || order.status === 'confirmed')
      yield ['equals-chain', invariants.equalsChain(order, payments.get(uuid))];
  }
  for (const payment of payments.values())
    yield ['paid-minimum', invariants.paidMinimum(payment, history.planned.get(payment.uuid)!)];
  for (const { address } of [A_WALLET, ANOTHER_WALLET]) {
    const own = [...tables.orders.values()].filter(({ terms }) => terms.owner === address);
    if (own.some(({ terms }) => lost.hasOrder(terms.uuid))) continue;
    const confirmed = own.filter(({ status }) => status === 'confirmed');
    const recorded = confirmed.reduce(
      (sum, { terms }) => (terms.inputToken === WELSH_SUBNET ? sum + terms.amountIn : sum),
      0n,
    );
    const spent = chain.spent(address);
    if (recorded !== spent && !lost.hasAny)
      yield ['sums', `${address} has spent ${spent} on the chain, and ${recorded} in the records`];
  }
  const waiting = chain.pending().filter((txid) => !lost.txids.has(txid) || tables.swaps.get(txid));
  if (waiting.length > 0)
    yield ['no-gap', `${waiting.length} transactions wait for a nonce that no one fills`];
}

function* timers({ tables, timed, lost, now }: Ended): Generator<Found> {
  for (const timer of tables.cancelTimers.values())
    yield ['timer-fires', invariants.timerFires(timer, now - TIMER_MS)];
  for (const uuid of timed) {
    // What the chain undid, or a database lost, comes back after the timer.
    const isUndone = tables.events.get(uuid)?.some(({ type }) => type === 'orphaned') === true;
    if (!isUndone && !lost.hasAny) yield ['ends-by-timer', invariants.endsByTimer(tables.orders.get(uuid))];
  }
}

function* stream({ tables, history, newest }: Ended): Generator<Found> {
  const { streamed, streamedFrom } = history;
  const seen = new Set(streamed.map(({ position }) => position));
  for (const { uuid, position } of tables.feed.values())
    if (isFollowed(uuid, tables) && position > streamedFrom && position <= newest && !seen.has(position))
      yield ['stream-whole', `the stream lacks the event at ${position}`];
}

/** Checks that the receiver got the events of each order in their order, and that an event that it lacks is still to be delivered. */
function* webhooks({ tables, history, lost, now }: Ended): Generator<Found> {
  const received = new Map<OrderUuid, number[]>();
  for (const { uuid, seq } of history.received) {
    const seqs = received.get(uuid) ?? [];
    if (!seqs.includes(seq)) received.set(uuid, [...seqs, seq]);
  }
  for (const [uuid, seqs] of received)
    if (!lost.touched.has(uuid))
      yield ['webhooks-in-order', invariants.growing(seqs, `the webhook of ${uuid}`)];
  const due = [...tables.webhookDeliveries.values()].filter(({ state }) => state === 'waiting');
  for (const { uuid, seq, position, at } of tables.feed.values())
    if (
      at.getTime() < now - SOON_MS &&
      isFollowed(uuid, tables) &&
      !received.get(uuid)?.includes(seq) &&
      !due.some(({ event }) => event?.position === position)
    )
      yield ['webhooks-whole', `event ${seq} of ${uuid} was not delivered`];
}

const isFollowed = (uuid: OrderUuid, { orders }: Tables): boolean =>
  orders.get(uuid)?.terms.owner === A_WALLET.address;
