import type { Tables } from '../../src/adapters/memory/tables.js';
import type { OrderUuid, RawTransaction, Txid } from '../../src/domain/order/ids.js';
import type { SwitchPosition } from '../../src/domain/order/evaluation/brakes.js';
import { ocoGroupOf } from '../../src/domain/order/lifecycle/strategy.js';
import type { Violation as Violated } from '../../src/domain/order/lifecycle/invariants.js';
import type { Order } from '../../src/domain/order/order.js';
import type { SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import type { BlockChain } from '../support/block-chain.js';
import { A_WALLET } from '../support/signing.js';
import type { Commit } from './database.js';
import type { History } from './history.js';
import * as invariants from './invariants.js';
import type { Finding } from './invariants.js';

/** Error for an invariant that does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(
    readonly invariant: string,
    finding: string,
  ) {
    super(`${invariant}: ${finding}`);
  }
}

/** Checks the invariants at every change of the world: at each commit, for each transaction sent to a node, and after each step. */
export class Inspector {
  /** The first violation. */
  violation: Violation | undefined;
  /** Number of the commit that paused new swaps; undefined while they are sent. */
  private pausedAt: number | undefined;
  private commits = 0;
  private isTouched = true;
  private tables: Tables | undefined;
  /** Orders with a swap that has been seen in a block. The block may have been orphaned since. */
  private readonly mined = new Set<OrderUuid>();
  /** Orders of each group, by owner and group name. */
  private readonly groups = new Map<string, Set<OrderUuid>>();

  constructor(
    private readonly history: History,
    private readonly chain: BlockChain,
    private readonly ownerInFlight: number,
  ) {}

  private find(invariant: string, finding: Finding): void {
    if (finding !== undefined) this.violation ??= new Violation(invariant, finding);
  }

  committed({ changes, begun }: Commit, tables: Tables): void {
    this.tables = tables;
    this.isTouched = true;
    this.commits += 1;
    const wasPausedAt = this.pausedAt;
    const touched = new Set<string>();
    for (const { table, key, before, after } of changes) {
      if (table === 'orders' && before !== undefined)
        this.find('terms-kept', invariants.keepsTerms(before as Order, after as Order));
      if (table === 'orders' || table === 'events') touched.add(key);
      if (table === 'swaps') {
        const swap = after as SwapTransaction;
        touched.add(swap.orderUuid);
        if (swap.block !== undefined) this.mined.add(swap.orderUuid);
        if (before === undefined) this.stored(swap, begun, wasPausedAt);
      }
      if (table === 'sendingSwitch') {
        const { isPaused } = after as SwitchPosition;
        this.pausedAt = isPaused ? (this.pausedAt ?? this.commits) : undefined;
      }
    }
    for (const uuid of touched) this.order(uuid as OrderUuid, tables);
    if (changes.some(({ table }) => table === 'swaps')) {
      const swaps = [...tables.swaps.values()];
      this.find('nonce-of-one', invariants.nonceOfOne(swaps));
    }
  }

  /** Checks a transaction that is being sent to a node. */
  sending(sent: { readonly raw: RawTransaction; readonly txid: Txid }): void {
    this.isTouched = true;
    this.find('stored-before-sent', invariants.storedBeforeSent(sent, this.tables?.swaps.get(sent.txid)));
  }

  /** Notes that something may have changed on the chain, or that a caller may have got a response. */
  touch(): void {
    this.isTouched = true;
  }

  /** Reports a violation that the server itself has found. */
  reported({ invariant, uuid, finding }: Violated): void {
    this.find(`server:${invariant}`, `${uuid}: ${finding}`);
  }

  /** Reports that the run does not end. */
  stuck(finding: string): void {
    this.find('comes-to-an-end', finding);
  }

  /** Checks the invariants, if the last step may have changed anything. */
  look(): void {
    if (!this.isTouched) return;
    this.isTouched = false;
    const { history, chain, tables } = this;
    if (history.errors.length > 0) this.find('no-error', history.errors[0]);
    if (tables === undefined) return;
    const able = [...chain.succeeded(), ...chain.waiting()];
    this.find('paid-once', invariants.paidOnce(able, chain.doubled));
    const cancelled = [...tables.orders.values()].filter(({ status }) => status === 'cancelled');
    this.find(
      'ended-unpaid',
      invariants.endedUnpaid(
        cancelled.map(({ terms }) => terms.uuid),
        able,
      ),
    );
    for (const group of this.groups.values()) this.find('one-of-group', invariants.oneOfGroup(able, group));
    this.find(
      'keeps-its-word',
      invariants.keepsItsWord(history, (uuid) => tables.orders.get(uuid)),
    );
    this.find('recorded-once', invariants.recordedOnce(history.recorded.map(({ at }) => at.getTime())));
    this.find(
      'stream-in-order',
      invariants.growing(
        history.streamed.map(({ position }) => position),
        'a stream',
      ),
    );
  }

  /** Checks the invariants that hold once nothing is under way and the chain has caught up. */
  finished(tables: Tables): void {
    const succeeded = new Set(this.chain.succeeded());
    for (const { terms, status } of tables.orders.values()) {
      const isPaid = succeeded.has(terms.uuid);
      if (isPaid !== (status === 'confirmed'))
        this.find(
          'equals-chain',
          `${terms.uuid} is ${status}, and the chain has ${isPaid ? 'paid' : 'not paid'} it`,
        );
    }
    if (this.chain.pending().length > 0)
      this.find('no-gap', `${this.chain.pending().length} transactions wait for a nonce that no one fills`);
    const followed = [...tables.feed.values()].filter(({ uuid }) => this.isFollowed(uuid, tables));
    const missed = followed.find(
      ({ position }) => !this.history.streamed.some((seen) => seen.position === position),
    );
    if (missed !== undefined) this.find('stream-whole', `the stream lacks the event at ${missed.position}`);
    this.webhooks(tables);
  }

  /** Checks that the receiver got the events of each order in their order, and that an event that it lacks is still to be delivered. */
  private webhooks(tables: Tables): void {
    const { feed, webhookDeliveries } = tables;
    const received = new Map<OrderUuid, number[]>();
    for (const { uuid, seq } of this.history.received) {
      const seqs = received.get(uuid) ?? [];
      if (!seqs.includes(seq)) received.set(uuid, [...seqs, seq]);
    }
    for (const [uuid, seqs] of received)
      this.find('webhooks-in-order', invariants.growing(seqs, `the webhook of ${uuid}`));
    const due = [...webhookDeliveries.values()].filter(({ state }) => state === 'waiting');
    for (const { uuid, seq, position } of feed.values())
      if (
        this.isFollowed(uuid, tables) &&
        !received.get(uuid)?.includes(seq) &&
        !due.some(({ event }) => event?.position === position)
      )
        this.find('webhooks-whole', `event ${seq} of ${uuid} was not delivered`);
  }

  private isFollowed = (uuid: OrderUuid, { orders }: Tables): boolean =>
    orders.get(uuid)?.terms.owner === A_WALLET.address;

  private stored(swap: SwapTransaction, begun: number, pausedAt: number | undefined): void {
    const order = this.tables!.orders.get(swap.orderUuid)!;
    if (swap.purpose === 'fill') return;
    const isReplacement = [...this.tables!.swaps.values()].some(
      (other) =>
        other !== swap &&
        other.txid !== swap.txid &&
        other.sender === swap.sender &&
        other.nonce === swap.nonce,
    );
    if (isReplacement) return;
    const { orders, swaps } = this.tables!;
    const { owner } = order.terms;
    const own = [...swaps.values()].filter(({ orderUuid }) => orders.get(orderUuid)?.terms.owner === owner);
    const pending = own.filter(({ orderUuid }) => !this.mined.has(orderUuid));
    this.find('owner-limit', invariants.withinOwnerLimit(pending, this.ownerInFlight));
    this.find('pays-minimum', invariants.paysMinimum(order, swap));
    if (!this.history.asked.has(swap.orderUuid)) {
      this.find('within-window', invariants.withinWindow(order, swap));
      const { trigger } = this.history.planned.get(swap.orderUuid)!;
      this.find('trigger-held', invariants.triggerHeld(order, trigger, this.history.recorded));
    }
    if (pausedAt !== undefined && begun >= pausedAt)
      this.find('paused', `${swap.orderUuid} is sent while new swaps are paused`);
  }

  private order(uuid: OrderUuid, tables: Tables): void {
    const order: Order | undefined = tables.orders.get(uuid);
    if (order === undefined) return;
    const group = ocoGroupOf(order.terms);
    if (group !== undefined) {
      const name = `${order.terms.owner} ${group}`;
      this.groups.set(name, (this.groups.get(name) ?? new Set()).add(uuid));
    }
    this.find('lifecycle', invariants.followsLifecycle(order, tables.events.get(uuid) ?? []));
    const swaps = [...tables.swaps.values()].filter(({ orderUuid }) => orderUuid === uuid);
    this.find('one-nonce-each', invariants.oneNonceEach(order, swaps));
  }
}
