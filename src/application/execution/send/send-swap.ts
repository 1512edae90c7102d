import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import { isDormant, type OpenOrder, type Order } from '../../../domain/order/order.js';
import { revisionOf } from '../../../domain/order/lifecycle/amend.js';
import { notOpen, type OrderNotOpen } from '../../../domain/order/lifecycle/not-open.js';
import type { SentBy } from '../../../domain/order/evaluation/own-bounds.js';
import { violationOf } from '../../../domain/order/lifecycle/invariants.js';
import { SPLIT } from '../../../domain/order/terms/names.js';
import { expiryAt } from '../../../domain/order/lifecycle/strategy.js';
import { isPendingSwap, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { parseSlippage } from '../../../domain/router/slippage.js';
import type { SendingStopped, WorthRefused } from '../../../domain/order/evaluation/brakes.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type {
  ChainUnreachable,
  Ports,
  StaleVersion,
  SwapSigner,
  Unprotectable,
} from '../../../ports/index.js';
import { makeCheckSignedTerms, type TermsChanged } from '../../orders/check-signed-terms.js';
import { untilCurrent } from '../../orders/change-order.js';
import type { FindSent } from '../../recovery/find-sent.js';
import type { MarketReader } from '../../market/market.js';
import type { CoreSettings } from '../../settings.js';
import { alone, grouped, type Share } from '../../shared/in-groups.js';
import { inTurn } from '../../shared/in-turn.js';
import { singleFlight } from '../../shared/single-flight.js';
import { makeAccountNonces } from './account-nonces.js';
import type { Brakes } from './brakes.js';
import { findSwap, makeSwapReads, type FindSwapError } from './find-swap.js';
import { checkLimits, checkOwner, readFunds, readStandings, type FundsReading } from './check-owner.js';
import type { OperatorAccounts } from './operator-accounts.js';
import type { PlannedSwap, StoredSwap, StoreSwapError, SwapToStore } from './begin-swap.js';
import { storeSwaps } from './store-swaps.js';
import { makeFindPayment, type PaymentPorts } from '../swap/find-payment.js';
import type { ReportViolation } from '../swap/report-violation.js';
import { makeTransmitSwap, type SentOrder, type TransmitError } from '../swap/transmit-swap.js';

/**
 * Reason why an order's swap was not sent. `execution-disabled`: this process has no operator key. `order-expired`: the order's
 * validTo has passed.
 */
export type SendSwapError =
  | { readonly kind: 'execution-disabled' }
  | OrderNotOpen
  | Exclude<PrepareError, StaleVersion>
  | TransmitError;

/** Error of an order that the chain has already paid, by a transaction that the index does not show yet or that is not ours. */
interface OrderSpent {
  readonly kind: 'order-spent';
  readonly uuid: OrderUuid;
}

/** The order is an exit, and its entry is not confirmed. */
interface EntryNotConfirmed {
  readonly kind: 'entry-not-confirmed';
  readonly uuid: OrderUuid;
}

type PrepareError =
  | EntryNotConfirmed
  | OrderSpent
  | TermsChanged
  | SendingStopped
  | WorthRefused
  | FindSwapError
  | Unprotectable
  | StoreSwapError;

/**
 * Sends an open order's swap: quotes it, signs it, stores it, sends it and records the outcome. Concurrent calls for the same
 * order share a result if `by` is the same. `order` may be outdated: the swap is stored only if the order is unchanged, and never by the
 * executor if it has been amended since. `dueAt` is the time from which it could have been sent, as far as the executor knows.
 */
export type SendSwap = (order: Order, by: SentBy, dueAt?: Date) => Promise<Result<SentOrder, SendSwapError>>;

type Needs = PaymentPorts &
  Pick<
    Ports,
    'balances' | 'databaseHome' | 'hasher' | 'liquidity' | 'orders' | 'registry' | 'signatures' | 'signers'
  >;

type Settings = Pick<
  CoreSettings,
  'slippage' | 'reservesMaxAgeMs' | 'finalBlocks' | 'ownerInFlight' | 'ownerFailures' | 'requireSignedTerms'
>;

interface Parts {
  readonly market: MarketReader;
  readonly brakes: Brakes;
  readonly accounts: OperatorAccounts;
  readonly findSent: Pick<FindSent, 'pending'>;
  readonly reportViolation: ReportViolation;
}

/** Maximum number of swaps that share a read or a unit of work, which bounds how long other senders wait for it. */
const MOST_TOGETHER = 50;

export const makeSendSwap = (ports: Needs, parts: Parts, settings: Settings): SendSwap => {
  // The executor sends many swaps at a time. An owner's request waits for no other's.
  const senders: Readonly<Record<SentBy, Sender>> = {
    executor: makeSender(ports, parts, settings, { by: 'executor', share: grouped(MOST_TOGETHER) }),
    owner: makeSender(ports, parts, settings, { by: 'owner', share: alone }),
  };
  return (order, by, dueAt) => senders[by]({ order, dueAt });
};

/** Order to send, and the time from which it could have been sent, if known. */
interface DueOrder {
  readonly order: Order;
  readonly dueAt: Date | undefined;
}

type Sender = (due: DueOrder) => Promise<Result<SentOrder, SendSwapError>>;

/** Makes the sender of one kind of caller. They do not share runs, since the executor waits at price impacts that the owner accepts. */
function makeSender(
  ports: Needs,
  { market, brakes, accounts, findSent, reportViolation }: Parts,
  settings: Settings,
  { by, share }: { readonly by: SentBy; readonly share: Share },
): Sender {
  const { balances, chain, clock, executionObserver, liquidity, orders, spentOrders, swaps } = ports;
  const usualSlippage = unwrap(parseSlippage(settings.slippage));
  const limits = { inFlight: settings.ownerInFlight, failures: settings.ownerFailures };
  const senders = accounts.addresses;
  const checkSignedTerms = makeCheckSignedTerms(ports, settings);
  const transmit = makeTransmitSwap({ ...ports, reportViolation }, share);
  const findPayment = makeFindPayment(ports, settings);
  const checkBrakes = singleFlight(() => brakes.check());
  const readTip = singleFlight(() => chain.tip());
  const swapReads = makeSwapReads({ chain, market, liquidity });
  const store = share((planned: readonly SwapToStore[]) => storeSwaps({ ...ports, brakes }, planned));
  const standingOf = share(async (owners: readonly Address[]) => {
    const standings = await readStandings(swaps, owners, { senders, now: clock.now() });
    return owners.map((owner) => standings.get(owner)!);
  });

  /** Owner's balance of the input token, as of a block at which the order is unpaid. */
  const readUnspent = async ({
    terms,
  }: OpenOrder): Promise<Result<FundsReading, OrderSpent | ChainUnreachable>> => {
    const tip = await readTip();
    if (!tip.ok) return tip;
    const reads = [spentOrders.isSpent(terms, tip.value), readFunds(balances, terms, tip.value)] as const;
    const [spent, funds] = await Promise.all(reads);
    if (!spent.ok) return spent;
    return spent.value ? err({ kind: 'order-spent', uuid: terms.uuid }) : funds;
  };

  /** Checks that the entry of an exit is confirmed, whatever is stored with the exit. */
  const checkEntry = async (order: OpenOrder): Promise<Result<void, EntryNotConfirmed>> => {
    const { after, uuid } = order.terms;
    if (after === undefined) return ok();
    const entry = isDormant(order) ? undefined : await orders.findById(after.uuid);
    return entry?.status === 'confirmed' ? ok() : err({ kind: 'entry-not-confirmed', uuid });
  };

  const nonces = makeAccountNonces(ports, { findSent }, { by, most: senders.length });

  /** Signs the planned swap with the account and stores it. */
  const signAndStore = async (
    signer: SwapSigner,
    planned: PlannedSwap,
  ): Promise<Result<StoredSwap, PrepareError>> => {
    const { uuid } = planned.order.terms;
    const account = signer.address;
    const fee = await signer.estimateFee(planned.plan);
    if (!fee.ok) return fee;
    const read = await nonces.read({ account, height: planned.funds.height });
    if (!read.ok) return read;
    const stored = await store({ ...planned, signer, feeUstx: fee.value, nonces: read.value });
    if (!stored.ok) {
      if (stored.error.kind === 'invariant-violated') {
        await reportViolation(stored.error);
        const allowed = await brakes.check();
        if (!allowed.ok) return allowed;
        // A person lets new swaps go again, and not this one.
        throw new Error(`no swap is stored: ${stored.error.finding}`);
      }
      if (stored.error.kind === 'dry-run') {
        const { kind: _dryRun, ...facts } = stored.error;
        executionObserver?.observe({ kind: 'swap-planned', uuid, account, ...facts });
      }
      return err(stored.error);
    }
    const { swap, attempt, foreign } = stored.value;
    nonces.noteForeign(account, foreign);
    const { txid, nonce, feeUstx } = swap;
    executionObserver?.observe({ kind: 'swap-stored', uuid, account, txid, nonce, feeUstx, attempt });
    return ok(stored.value);
  };

  /** Prepares a swap of the order as given, which must be open and without a swap. If it has changed since, storing the swap fails. */
  const prepare = async (
    order: OpenOrder,
    dueAt: Date | undefined,
  ): Promise<Result<StoredSwap, PrepareError>> => {
    const asSigned = await checkSignedTerms(order.terms);
    if (!asSigned.ok) {
      const { signed, uuid } = order.terms;
      // Unsigned terms are refused because of a setting alone.
      const finding = signed && 'its terms are not those that its owner signed';
      await reportViolation(violationOf('terms-kept', uuid, finding));
      return asSigned;
    }
    if (expiryAt(order, clock.now()) === 'expired')
      return err({ kind: 'order-expired', uuid: order.terms.uuid });
    const entered = await checkEntry(order);
    if (!entered.ok) return entered;
    const allowed = await checkBrakes();
    if (!allowed.ok) return allowed;
    const worth = await brakes.weigh(order.terms);
    if (!worth.ok) return worth;
    const { slippage: own } = order.terms;
    const exactSlippage = own === undefined ? usualSlippage : unwrap(parseSlippage(own));
    const { slippage: usual, reservesMaxAgeMs } = settings;
    const standing = await standingOf(order.terms.owner);
    const free = checkLimits(standing, limits);
    if (!free.ok) return free;
    const inFlight = standing.live.filter(isPendingSwap).map(({ quote }) => quote);
    const needs = { clock, market, ...swapReads, slippage: exactSlippage, reservesMaxAgeMs, by, inFlight };
    const [funds, plan] = await Promise.all([readUnspent(order), findSwap(order.terms, needs)]);
    if (!funds.ok) return funds;
    const covered = checkOwner(order.terms, funds.value, standing, limits);
    if (!covered.ok) return covered;
    if (!plan.ok) return plan;
    const planned: PlannedSwap = {
      order,
      plan: plan.value,
      funds: funds.value,
      limits,
      senders,
      slippage: own ?? usual,
      worthUsd: worth.value,
      dueAt,
    };
    return accounts.pay((signer) => signAndStore(signer, planned));
  };

  /** Sends a new swap's bytes. */
  const hand = async ({ swap, version }: StoredSwap): Promise<Result<SentOrder, TransmitError>> => {
    const sent = await transmit(swap, { first: true, version });
    if (sent.ok || sent.error.kind !== 'broadcast-refused' || sent.error.about !== 'account') return sent;
    const othersLeft = await accounts.refused(swap.sender);
    return othersLeft ? err({ ...sent.error, othersLeft }) : sent;
  };

  const send: Sender = async ({ order: given, dueAt }) => {
    if (senders.length === 0) return err({ kind: 'execution-disabled' });
    const { uuid } = given.terms;
    let known: Order | undefined = given;
    return untilCurrent<SentOrder, SendSwapError | StaleVersion>(async () => {
      // An order given as open and without a swap need not be read again: if it has changed since, storing its swap fails.
      const isFree = known?.status === 'open' && known.sending === undefined;
      const order = isFree ? known : await orders.findById(uuid);
      known = undefined;
      if (order === undefined) return err({ kind: 'order-not-open', uuid, status: 'cancelled' });
      if (order.status !== 'open') return err(notOpen(order));
      // The executor has checked price and window of the terms as given. Amended ones wait for their own turn.
      if (by === 'executor' && revisionOf(order.terms) !== revisionOf(given.terms))
        return err({ kind: 'order-not-open', uuid, status: order.status });
      if (order.sending !== undefined)
        return transmit(await storedSwap(swaps, order.sending), { first: false });
      if (order.ending !== undefined) return err({ kind: 'order-not-open', uuid, status: 'cancelled' });
      const swap = await prepare(order, dueAt);
      if (swap.ok) return hand(swap.value);
      if (swap.error.kind !== 'order-spent') return swap;
      const payment = await findPayment(order.terms);
      if (!payment.ok) return payment;
      if (payment.value === undefined) return swap;
      return err({ kind: 'order-not-open', uuid, status: payment.value.order.status });
    });
  };

  const observed: Sender = async (due) => {
    const from = clock.now().getTime();
    const sent = await send(due);
    const outcome = sent.ok ? 'sent' : sent.error.kind;
    const tookMs = clock.now().getTime() - from;
    executionObserver?.observe({ kind: 'attempt-ended', uuid: due.order.terms.uuid, outcome, tookMs });
    return sent;
  };

  return singleFlight(inTurn(observed, turnOf), ({ order }) => order.terms.uuid);
}

/** Key of orders that are sent one after the other: a part of a split takes its route after the parts before it. */
const turnOf = ({ order }: DueOrder): string | undefined => {
  const { owner, strategy } = order.terms;
  return strategy.strategyType === SPLIT ? `${owner} ${strategy.strategyId}` : undefined;
};

async function storedSwap(swaps: Ports['swaps'], txid: Txid): Promise<SwapTransaction> {
  const swap = await swaps.findByTxid(txid);
  if (swap === undefined) throw new Error(`swap ${txid} is not stored`);
  return swap;
}
