import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import { notOpen, type OrderNotOpen } from '../../../domain/order/lifecycle/not-open.js';
import type { SentBy } from '../../../domain/order/evaluation/own-bounds.js';
import { violationOf } from '../../../domain/order/lifecycle/invariants.js';
import { expiryAt } from '../../../domain/order/lifecycle/strategy.js';
import { foreignNonces, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { parseSlippage } from '../../../domain/router/slippage.js';
import type { SendingStopped, WorthRefused } from '../../../domain/order/evaluation/brakes.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type {
  ChainRead,
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
import { singleFlight } from '../../shared/single-flight.js';
import type { Brakes } from './brakes.js';
import { findSwap, type FindSwapError } from './find-swap.js';
import { checkFunds, checkLimits, readFunds, type FundsReading } from './check-owner.js';
import type { OperatorAccounts } from './operator-accounts.js';
import { storeSwap, type PlannedSwap, type StoredSwap, type StoreSwapError } from './store-swap.js';
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

type PrepareError =
  OrderSpent | TermsChanged | SendingStopped | WorthRefused | FindSwapError | Unprotectable | StoreSwapError;

/**
 * Sends an open order's swap: quotes it, signs it, stores it, sends it and records the outcome. Concurrent calls for the same
 * order share a result if `by` is the same. `order` may be outdated: the swap is stored only if the order is unchanged.
 */
export type SendSwap = (order: Order, by: SentBy) => Promise<Result<SentOrder, SendSwapError>>;

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

export const makeSendSwap = (
  ports: Needs,
  { market, brakes, accounts, findSent, reportViolation }: Parts,
  settings: Settings,
): SendSwap => {
  const { balances, chain, clock, executionObserver, liquidity, orders, spentOrders, swaps } = ports;
  const usualSlippage = unwrap(parseSlippage(settings.slippage));
  const limits = { inFlight: settings.ownerInFlight, failures: settings.ownerFailures };
  const checkSignedTerms = makeCheckSignedTerms(ports, settings);
  const transmit = makeTransmitSwap({ ...ports, reportViolation });
  const findPayment = makeFindPayment(ports, settings);

  /** Owner's balance of the input token, as of a block at which the order is unpaid. */
  const readUnspent = async ({
    terms,
  }: OpenOrder): Promise<Result<FundsReading, OrderSpent | ChainUnreachable>> => {
    const tip = await chain.tip();
    if (!tip.ok) return tip;
    const reads = [spentOrders.isSpent(terms, tip.value), readFunds(balances, terms, tip.value)] as const;
    const [spent, funds] = await Promise.all(reads);
    if (!spent.ok) return spent;
    return spent.value ? err({ kind: 'order-spent', uuid: terms.uuid }) : funds;
  };

  const knownForeign = new Map<Address, string>();
  const noteForeign = (account: Address, nonces: readonly bigint[]): void => {
    if (nonces.join() === (knownForeign.get(account) ?? '')) return;
    knownForeign.set(account, nonces.join());
    executionObserver?.observe({ kind: 'foreign-nonces', account, nonces });
  };

  const readNonces = new Map<Address, string>();
  /**
   * Handles pending nonces that no stored swap has. One may belong to this very order, broadcast before the database was rolled
   * back and forgotten it. The transactions are therefore read from the mempool, once, and recorded on their orders.
   */
  const readForeign = async (account: Address, pending: readonly bigint[]): ChainRead<void> => {
    const foreign = foreignNonces(pending, await swaps.listHeldNonces(account));
    if (foreign.length === 0 || readNonces.get(account) === foreign.join()) return ok();
    const found = await findSent.pending(account);
    if (!found.ok) return found;
    readNonces.set(account, foreign.join());
    return ok();
  };

  /** Signs the planned swap with the account and stores it. */
  const signAndStore = async (
    signer: SwapSigner,
    planned: PlannedSwap,
  ): Promise<Result<StoredSwap, PrepareError>> => {
    const { uuid } = planned.order.terms;
    const account = signer.address;
    const fee = await signer.estimateFee(planned.plan);
    if (!fee.ok) return fee;
    const nonces = await chain.accountNonces(account);
    if (!nonces.ok) return nonces;
    const read = await readForeign(account, nonces.value.pending);
    if (!read.ok) return read;
    const unsigned = { ...planned, feeUstx: fee.value, nonces: nonces.value };
    const stored = await storeSwap({ ...ports, brakes }, signer, unsigned);
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
    noteForeign(account, foreign);
    const { txid, nonce, feeUstx } = swap;
    executionObserver?.observe({ kind: 'swap-stored', uuid, account, txid, nonce, feeUstx, attempt });
    return stored;
  };

  /** Prepares a swap of the order as given, which must be open and without a swap. If it has changed since, storing the swap fails. */
  const prepare = async (order: OpenOrder, by: SentBy): Promise<Result<StoredSwap, PrepareError>> => {
    const asSigned = checkSignedTerms(order.terms);
    if (!asSigned.ok) {
      const { signed, uuid } = order.terms;
      // Unsigned terms are refused because of a setting alone.
      const finding = signed && 'its terms are not those that its owner signed';
      await reportViolation(violationOf('terms-kept', uuid, finding));
      return asSigned;
    }
    if (expiryAt(order, clock.now()) === 'expired')
      return err({ kind: 'order-expired', uuid: order.terms.uuid });
    const allowed = await brakes.check();
    if (!allowed.ok) return allowed;
    const worth = await brakes.weigh(order.terms);
    if (!worth.ok) return worth;
    const { slippage: own } = order.terms;
    const exactSlippage = own === undefined ? usualSlippage : unwrap(parseSlippage(own));
    const { slippage: usual, reservesMaxAgeMs } = settings;
    const needs = { clock, liquidity, market, slippage: exactSlippage, reservesMaxAgeMs, by };
    const senders = accounts.addresses;
    const live = await checkLimits(swaps, order.terms, { senders, now: clock.now(), limits });
    if (!live.ok) return live;
    const [funds, plan] = await Promise.all([readUnspent(order), findSwap(order.terms, needs)]);
    if (!funds.ok) return funds;
    const covered = checkFunds(order.terms, funds.value, live.value);
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

  const send = async (given: Order, by: SentBy): Promise<Result<SentOrder, SendSwapError>> => {
    if (accounts.addresses.length === 0) return err({ kind: 'execution-disabled' });
    const { uuid } = given.terms;
    let known: Order | undefined = given;
    return untilCurrent<SentOrder, SendSwapError | StaleVersion>(async () => {
      // An order given as open and without a swap need not be read again: if it has changed since, storing its swap fails.
      const isFree = known?.status === 'open' && known.sending === undefined;
      const order = isFree ? known : await orders.findById(uuid);
      known = undefined;
      if (order === undefined) return err({ kind: 'order-not-open', uuid, status: 'cancelled' });
      if (order.status !== 'open') return err(notOpen(order));
      if (order.sending !== undefined)
        return transmit(await storedSwap(swaps, order.sending), { first: false });
      if (order.ending !== undefined) return err({ kind: 'order-not-open', uuid, status: 'cancelled' });
      const swap = await prepare(order, by);
      if (swap.ok) return hand(swap.value);
      if (swap.error.kind !== 'order-spent') return swap;
      const payment = await findPayment(order.terms);
      if (!payment.ok) return payment;
      if (payment.value === undefined) return swap;
      return err({ kind: 'order-not-open', uuid, status: payment.value.order.status });
    });
  };

  const observed: typeof send = async (order, by) => {
    const from = clock.now().getTime();
    const sent = await send(order, by);
    const outcome = sent.ok ? 'sent' : sent.error.kind;
    const tookMs = clock.now().getTime() - from;
    executionObserver?.observe({ kind: 'attempt-ended', uuid: order.terms.uuid, outcome, tookMs });
    return sent;
  };

  // The executor and the owner's own requests do not share a run, since the executor waits at price impacts that the owner accepts.
  const flight = singleFlight(
    ({ order, by }: { readonly order: Order; readonly by: SentBy }) => observed(order, by),
    ({ order, by }) => `${by} ${order.terms.uuid}`,
  );
  return (order, by) => flight({ order, by });
};

async function storedSwap(swaps: Ports['swaps'], txid: Txid): Promise<SwapTransaction> {
  const swap = await swaps.findByTxid(txid);
  if (swap === undefined) throw new Error(`swap ${txid} is not stored`);
  return swap;
}
