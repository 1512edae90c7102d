import type { Tables } from '../../src/adapters/memory/tables.js';
import type { CoreSettings } from '../../src/application/settings.js';
import { REQUESTS_PER_WINDOW } from '../../src/domain/api-key/rate-window.js';
import type { OrderUuid, RawTransaction, Txid } from '../../src/domain/order/ids.js';
import type { Violation as Violated } from '../../src/domain/order/lifecycle/invariants.js';
import { ocoGroupOf } from '../../src/domain/order/lifecycle/strategy.js';
import type { CancelTimer } from '../../src/domain/cancel-timer/cancel-timer.js';
import { dayOf } from '../../src/domain/order/limits/quotas.js';
import { revisionOf } from '../../src/domain/order/lifecycle/amend.js';
import type { Order } from '../../src/domain/order/order.js';
import { isLive, type SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import type { Address } from '../../src/domain/shared/address.js';
import { WELSH_SUBNET } from '../support/core-harness.js';
import { signedOnce, type PlannedOrder } from '../support/planned-orders.js';
import { walletOf } from './actors.js';
import type { Commit } from './database.js';
import type { Exchange } from './exchange.js';
import { atTheEnd } from './final-records.js';
import type { History } from './history.js';
import * as invariants from './invariants.js';
import type { Finding } from './invariants.js';
import type { Change } from './layers.js';
import { LostData } from './lost-data.js';
import { PriceInspector, type Clocks } from './price-inspector.js';
import type { PricePath } from './price-path.js';

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

/** Limits that runs must keep. */
export type Limits = Pick<CoreSettings, 'ownerInFlight' | 'ownerFailures' | 'quotas' | 'limits'>;

/** The process of a commit, and what stopped new swaps before it. */
interface Circumstances {
  readonly by: string;
  readonly pausedAt: number | undefined;
  readonly displacedAt: number | undefined;
}

/** Facts about the processes that the checks need. */
export interface Processes extends Clocks {
  /** Whether the clock of the process has been as it is for longer than an attempt takes. */
  readonly isClockSteady: (process: string) => boolean;
  /** Whether all calls of the process began after the time. */
  readonly areCallsSince: (process: string, time: number) => boolean;
}

const HOUR_MS = 3_600_000;

/** Checks the invariants at every change of the world: at each commit, for each transaction sent to a node, and after each step. */
export class Inspector {
  /** The first violation. */
  violation: Violation | undefined;
  /** Number of the commit that paused new swaps; undefined while they are sent. */
  private pausedAt: number | undefined;
  /** The commit from which on the database was known to lack something. */
  private displacedAt: number | undefined;
  private displacedSince = 0;
  private commits = 0;
  private isTouched = true;
  private tables: Tables | undefined;
  /** Orders with a swap that has been seen in a block. The block may have been orphaned since. */
  private readonly mined = new Set<OrderUuid>();
  /** Orders of each group, by owner and group name. */
  private readonly groups = new Map<string, Set<OrderUuid>>();
  /** The commit of each failed order. */
  private readonly failedAt = new Map<OrderUuid, number>();
  private readonly everStored = new Set<Txid>();
  private readonly lost = new LostData();
  private readonly prices: PriceInspector;
  /** Orders that were open when a timer of their owner fired. */
  private readonly timedOut = new Set<OrderUuid>();

  constructor(
    private readonly history: History,
    private readonly chain: Exchange,
    private readonly limits: Limits,
    path: PricePath,
    private readonly processes: Processes,
  ) {
    this.prices = new PriceInspector(path, processes);
  }

  private find(invariant: string, finding: Finding): void {
    if (finding !== undefined) this.violation ??= new Violation(invariant, finding);
  }

  committed({ by, changes, begun }: Commit, tables: Tables): void {
    this.tables = tables;
    this.isTouched = true;
    this.commits += 1;
    const before = { pausedAt: this.pausedAt, displacedAt: this.displacedAt };
    const touched = new Set<string>();
    for (const change of changes) {
      const { table, key, after } = change;
      if (table === 'orders') this.changed(change);
      if (table === 'orders' || table === 'events') touched.add(key);
      for (const found of this.prices.committed(change, tables, by)) this.find(...found);
      if (table === 'cancelTimers' && after !== undefined) this.timed(change, tables);
      if (table === 'swaps') {
        const swap = after as SwapTransaction;
        touched.add(swap.orderUuid);
        if (swap.block !== undefined) this.mined.add(swap.orderUuid);
        if (change.before === undefined && !this.everStored.has(swap.txid))
          this.stored(swap, begun, { ...before, by });
        this.everStored.add(swap.txid);
      }
      if (table === 'sendingSwitch' || table === 'databaseHome') this.readStops(tables);
      if (table === 'databaseHome' && after === undefined) this.settled(tables);
    }
    for (const uuid of touched) this.order(uuid as OrderUuid, tables);
    if (changes.some(({ table }) => table === 'swaps')) {
      const swaps = [...tables.swaps.values()].filter(({ orderUuid }) => !this.lost.hasOrder(orderUuid));
      this.find('nonce-of-one', invariants.nonceOfOne(swaps));
    }
  }

  /** The database has gone back. */
  wentBack(undone: readonly Change[], tables: Tables): void {
    this.isTouched = true;
    this.commits += 1;
    this.readStops(tables);
    this.lost.note(undone, tables, this.chain, this.history);
    this.prices.wentBack(tables);
    for (const uuid of this.failedAt.keys())
      if (tables.orders.get(uuid)?.status !== 'failed') this.failedAt.delete(uuid);
  }

  private readStops({ sendingSwitch, databaseHome }: Tables): void {
    const isPaused = sendingSwitch.get('sending')?.isPaused === true;
    const isDisplaced = databaseHome.get('home') !== undefined;
    if (isDisplaced && this.displacedAt === undefined) this.displacedSince = this.processes.now();
    this.pausedAt = isPaused ? (this.pausedAt ?? this.commits) : undefined;
    this.displacedAt = isDisplaced ? (this.displacedAt ?? this.commits) : undefined;
  }

  /** The database was released: servers send again. */
  private settled({ orders, swaps }: Tables): void {
    // One that was lost and placed again meanwhile may have come after the chain was asked: it can cost a second fee.
    const isKnown = (order: Order | undefined) =>
      order !== undefined && order.createdAt.getTime() < this.displacedSince;
    const ofKnown = this.lost.stillPending(this.chain).filter(({ uuid }) => isKnown(orders.get(uuid)));
    this.find(
      'found-again',
      invariants.foundAgain(ofKnown, ({ txid }) => swaps.get(txid) !== undefined),
    );
  }

  private changed({ before, after }: Change): void {
    const order = after as Order;
    const { uuid } = order.terms;
    if (order.status !== 'failed') this.failedAt.delete(uuid);
    else if (!this.failedAt.has(uuid)) this.failedAt.set(uuid, this.commits);
    if (order.status === 'cancelled' && 'cancelReason' in order && order.cancelReason === 'cancel-after')
      this.find('ended-by-timer', this.endedByTimer(order));
    const isAmended = before !== undefined && revisionOf(order.terms) > revisionOf((before as Order).terms);
    if (isAmended) return;
    if (before !== undefined) this.find('terms-kept', invariants.keepsTerms(before as Order, order));
    else if (this.tables!.events.get(uuid)![0]!.type === 'created') this.placed(order);
  }

  private timed({ before, after }: Change, tables: Tables): void {
    const timer = after as CancelTimer;
    this.find('timer-in-time', invariants.firesInTime(before as CancelTimer | undefined, timer));
    const { fired, scope } = timer;
    if (fired === undefined || fired.at.getTime() === (before as CancelTimer).fired?.at.getTime()) return;
    for (const { status, terms, createdAt } of tables.orders.values())
      if (status === 'open' && terms.owner === scope.owner && createdAt <= fired.at)
        this.timedOut.add(terms.uuid);
  }

  private endedByTimer(order: Order): Finding {
    // An end that is repeated in a database that went back may be of a timer that was lost.
    if (this.lost.hasAny) return undefined;
    return invariants.endedByTimer(order, this.tables!.cancelTimers.get(order.terms.owner));
  }

  private placed({ terms: { owner }, createdAt }: Order): void {
    const { orders, events } = this.tables!;
    const { openOrders, dailyOrders } = this.limits.quotas;
    const was = (type: string, { terms }: Order) =>
      events.get(terms.uuid)!.some((event) => event.type === type);
    // Paid orders that a database has lost come back whatever else their owner has placed since.
    const own = [...orders.values()].filter(
      (order) => order.terms.owner === owner && !was('imported', order),
    );
    // An order that opens again was placed within the quota.
    const open = own.filter((order) => order.status === 'open' && !was('reopened', order));
    const today = own.filter((order) => dayOf(order.createdAt).getTime() === dayOf(createdAt).getTime());
    this.find('quotas', invariants.within('orders of one owner are open', open.length, openOrders));
    this.find('quotas', invariants.within('orders of one owner on a day', today.length, dailyOrders));
  }

  /** Checks a transaction that is being sent to a node. */
  sending(sent: { readonly raw: RawTransaction; readonly txid: Txid; readonly by: string }): void {
    const { by } = sent;
    this.isTouched = true;
    // A call that was under way sends what was stored in a database that has gone back since.
    if (!this.lost.txids.has(sent.txid))
      this.find('stored-before-sent', invariants.storedBeforeSent(sent, this.tables?.swaps.get(sent.txid)));
    const plan = this.chain.planOf(sent.txid);
    if (this.displacedAt !== undefined && this.processes.areCallsSince(by, this.displacedSince))
      this.find('displaced', `${sent.txid} is sent while the database may lack the end of its order`);
    if (plan === undefined) return;
    const { uuid, owner, revision = 0 } = plan.terms;
    // What was acknowledged may be lost with the database.
    if (!this.lost.touched.has(uuid) && revision < (this.history.revised.get(uuid) ?? 0))
      this.find('amended', `${uuid} is sent on revision ${revision}, and a later one was acknowledged`);
    this.find('as-signed', invariants.asSigned(plan, signedOnce(uuid, walletOf(owner))));
  }

  /** Notes that something may have changed on the chain, or that a caller may have got a response. */
  touch(): void {
    this.isTouched = true;
  }

  /** Reports a violation that the server itself has found. */
  reported({ invariant, uuid, finding }: Violated): void {
    // A call that was under way misses what the database has lost meanwhile.
    if (!this.lost.touched.has(uuid)) this.find(`server:${invariant}`, `${uuid}: ${finding}`);
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
    const pending = this.lost.stillPending(chain).map(({ uuid }) => uuid);
    // The contracts pay an order once, whatever is sent; a database that has lost a swap may cost a second fee.
    const isKept = (uuid: OrderUuid) => !this.lost.hasOrder(uuid);
    const able = [...chain.succeeded(), ...chain.waiting()].filter(isKept);
    this.find('paid-once', invariants.paidOnce(able, chain.doubled.filter(isKept)));
    const cancelled = [...tables.orders.values()].filter(({ status }) => status === 'cancelled');
    this.find(
      'ended-unpaid',
      invariants.endedUnpaid(
        cancelled.map(({ terms }) => terms.uuid),
        [...able, ...pending],
      ),
    );
    for (const order of tables.orders.values())
      this.find(
        'exits-follow',
        invariants.followsEntry(order, (uuid) => tables.orders.get(uuid)),
      );
    this.find('replaces-whole', invariants.replacesWhole([...tables.orders.values()], isKept));
    for (const group of this.groups.values()) {
      if (![...group].every(isKept)) continue;
      this.find('one-of-group', invariants.oneOfGroup(able, group));
      const orders = [...group].flatMap((uuid) => tables.orders.get(uuid) ?? []);
      this.find('group-ends', invariants.endsTogether(orders));
    }
    const { acknowledged, ended } = history;
    const told = {
      acknowledged: [...acknowledged].filter((uuid) => !this.lost.orders.has(uuid)),
      // A database that went back has the ends again once it is released.
      ended: this.displacedAt === undefined ? [...ended].filter(isKept) : [],
    };
    this.find(
      'keeps-its-word',
      invariants.keepsItsWord(told, (uuid) => tables.orders.get(uuid)),
    );
    for (const admitted of history.admitted.values())
      this.find('rate-limit', invariants.within('requests in a window', admitted, REQUESTS_PER_WINDOW));
    this.find('recorded-once', invariants.recordedOnce(history.recorded.map(({ at }) => at.getTime())));
    this.find(
      'stream-in-order',
      invariants.growing(
        history.streamed.map(({ position }) => position),
        'a stream',
      ),
    );
  }

  /**
   * Checks the invariants that hold once nothing is under way, the chain has caught up, and the stream was read up to the event at
   * `newest` at least.
   */
  finished(tables: Tables, newest: number, now: number): void {
    const { chain, history, lost, timedOut: timed } = this;
    for (const [invariant, finding] of atTheEnd({ tables, chain, history, lost, timed, newest, now }))
      this.find(invariant, finding);
    for (const found of this.prices.finished(tables, history)) this.find(...found);
  }

  private stored(swap: SwapTransaction, begun: number, { by, pausedAt, displacedAt }: Circumstances): void {
    const { orders, swaps } = this.tables!;
    const order = orders.get(swap.orderUuid)!;
    if (swap.purpose === 'fill') return;
    if ('ending' in order && order.ending !== undefined)
      this.find('ended-unpaid', `${swap.orderUuid} is sent although its owner has ended it`);
    const isReplacement = [...swaps.values()].some(
      (other) => other.txid !== swap.txid && other.sender === swap.sender && other.nonce === swap.nonce,
    );
    if (isReplacement) return;
    this.find(
      'entry-first',
      invariants.entryFirst(order, (uuid) => orders.get(uuid)),
    );
    const { owner } = order.terms;
    const own = [...swaps.values()].filter(({ orderUuid }) => orders.get(orderUuid)?.terms.owner === owner);
    const pending = own.filter(({ orderUuid }) => !this.mined.has(orderUuid));
    this.find('owner-limit', invariants.withinOwnerLimit(pending, this.limits.ownerInFlight));
    this.find('pays-minimum', invariants.paysMinimum(order, swap));
    this.within(swap, owner, begun);
    if (!this.history.asked.has(swap.orderUuid)) {
      if (this.processes.isClockSteady(by)) this.find('within-window', invariants.withinWindow(order, swap));
      const { trigger } = amendedPlan(order) ?? this.history.planned.get(swap.orderUuid)!;
      this.find('stop-reached', this.prices.sent(order, by));
      this.find('trigger-held', invariants.triggerHeld(order, trigger, this.history.offered));
    }
    if (pausedAt !== undefined && begun >= pausedAt)
      this.find('paused', `${swap.orderUuid} is sent while new swaps are paused`);
    if (displacedAt !== undefined && begun >= displacedAt)
      this.find('displaced', `${swap.orderUuid} is sent while the database may lack its end`);
  }

  /** Checks a new swap against its owner's balance, and against the limits of its owner and of the operator. */
  private within(swap: SwapTransaction, owner: Address, transactionBegun: number): void {
    const { orders, swaps } = this.tables!;
    const { maxFeesPerHourUstx, maxHourlyUsd } = this.limits.limits;
    const isOwn = (uuid: OrderUuid) => orders.get(uuid)?.terms.owner === owner;
    const live = [...swaps.values()].filter(
      ({ orderUuid, purpose, state, quote: { path } }) =>
        purpose === 'swap' && isLive(state) && isOwn(orderUuid) && path[0] === WELSH_SUBNET,
    );
    if (swap.quote.path[0] === WELSH_SUBNET)
      this.find(
        'covered',
        invariants.covered(swap, live, (height) => this.chain.mostHeld(owner, height)),
      );
    const counted = invariants.begun(swaps.values(), swap.storedAt.getTime() - HOUR_MS);
    const fees = counted.reduce((sum, { feeUstx }) => sum + feeUstx, 0n);
    const worth = counted.reduce((sum, { worthUsd = 0 }) => sum + worthUsd, 0);
    this.find('limits', invariants.within('microSTX of fees within an hour', fees, maxFeesPerHourUstx));
    this.find('limits', invariants.within('dollars of swaps within an hour', worth, maxHourlyUsd));
    // A swap that is found again counts as of its block, whose time in the model is days ago.
    const counts = (uuid: OrderUuid) => isOwn(uuid) && !this.lost.hasOrder(uuid);
    const failed = [...this.failedAt].filter(([uuid, commit]) => commit <= transactionBegun && counts(uuid));
    this.find(
      'limits',
      invariants.within(
        'swaps of one owner have failed before',
        failed.length,
        this.limits.ownerFailures - 1,
      ),
    );
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
    // A lost swap that is found again joins the one that was stored in its place: the contracts pay one of them.
    if (!this.lost.hasOrder(uuid)) this.find('one-nonce-each', invariants.oneNonceEach(order, swaps));
  }
}

/** The trigger of an order that its owner has amended; undefined for any other. */
function amendedPlan({ terms: { revision, trigger } }: Order): Pick<PlannedOrder, 'trigger'> | undefined {
  if (revision === undefined || trigger?.kind !== 'price') return undefined;
  return { trigger: { direction: trigger.direction, target: Number(trigger.targetPrice.text) } };
}
