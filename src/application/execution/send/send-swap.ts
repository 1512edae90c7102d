import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import type { OrderNotOpen } from '../../../domain/order/lifecycle.js';
import type { SentBy } from '../../../domain/order/own-bounds.js';
import { expiryAt } from '../../../domain/order/strategy.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { parseSlippage } from '../../../domain/router/slippage.js';
import type { SendingStopped, WorthRefused } from '../../../domain/order/brakes.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type {
  ChainUnreachable,
  Ports,
  StaleVersion,
  SwapSigner,
  Unprotectable,
} from '../../../ports/index.js';
import { untilCurrent } from '../../orders/change-order.js';
import type { MarketReader } from '../../market/market.js';
import type { CoreSettings } from '../../settings.js';
import { singleFlight } from '../../shared/single-flight.js';
import type { Brakes } from './brakes.js';
import { findSwap, type FindSwapError } from './find-swap.js';
import { storeSwap, type StoreSwapError } from './store-swap.js';
import { makeFindPayment } from '../swap/find-payment.js';
import { makeTransmitSwap, type SentOrder, type TransmitError } from '../swap/transmit-swap.js';

/** `execution-disabled`: this process has no operator key. `order-expired`: the order's validTo has passed. */
export type SendSwapError =
  | { readonly kind: 'execution-disabled' }
  | OrderNotOpen
  | Exclude<PrepareError, StaleVersion>
  | TransmitError;

/** `order-spent`: the chain has paid the order, by a transaction that the index does not show yet or that is not ours. */
type PrepareError =
  | { readonly kind: 'order-expired' | 'order-spent'; readonly uuid: OrderUuid }
  | SendingStopped
  | WorthRefused
  | FindSwapError
  | Unprotectable
  | StoreSwapError;

/**
 * Sends an open order's swap: quotes it, signs it, stores it, sends it, records the outcome. Concurrent calls of one
 * sender for one order share one sending. `order` may be outdated: the swap is stored only if the order is unchanged.
 */
export type SendSwap = (order: Order, by: SentBy) => Promise<Result<SentOrder, SendSwapError>>;

type Needs = Pick<
  Ports,
  | 'chain'
  | 'clock'
  | 'executionObserver'
  | 'liquidity'
  | 'orders'
  | 'pastBlocks'
  | 'signer'
  | 'spentOrders'
  | 'swaps'
  | 'unitOfWork'
>;

type Settings = Pick<CoreSettings, 'slippage' | 'reservesMaxAgeMs'>;

export const makeSendSwap = (
  ports: Needs,
  { market, brakes }: { readonly market: MarketReader; readonly brakes: Brakes },
  settings: Settings,
): SendSwap => {
  const { chain, clock, executionObserver, liquidity, orders, signer, spentOrders, swaps } = ports;
  const usualSlippage = unwrap(parseSlippage(settings.slippage));
  const transmit = makeTransmitSwap(ports);
  const findPayment = makeFindPayment(ports);

  const isSpent = async ({ terms }: OpenOrder): Promise<Result<boolean, ChainUnreachable>> => {
    const tip = await chain.tip();
    return tip.ok ? spentOrders.isSpent(terms, tip.value) : tip;
  };

  /** Signs and stores a swap for the order; nothing has been sent when this fails. */
  const prepare = async (
    order: OpenOrder,
    by: SentBy,
    signedBy: SwapSigner,
  ): Promise<Result<SwapTransaction, PrepareError>> => {
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
    const [spent, plan] = await Promise.all([isSpent(order), findSwap(order.terms, needs)]);
    if (!spent.ok) return spent;
    if (spent.value) return err({ kind: 'order-spent', uuid: order.terms.uuid });
    if (!plan.ok) return plan;
    const fee = await signedBy.estimateFee(plan.value);
    if (!fee.ok) return fee;
    const next = await chain.nextNonce(signedBy.address);
    if (!next.ok) return next;
    const unsigned = {
      order,
      plan: plan.value,
      feeUstx: fee.value,
      chainNonce: next.value,
      slippage: own ?? usual,
      worthUsd: worth.value,
    };
    const stored = await storeSwap({ ...ports, brakes }, signedBy, unsigned);
    if (!stored.ok) {
      if (stored.error.kind === 'dry-run') {
        const { kind: _dryRun, ...planned } = stored.error;
        executionObserver?.observe({ kind: 'swap-planned', uuid: order.terms.uuid, ...planned });
      }
      return stored;
    }
    const { swap, attempt } = stored.value;
    const { txid, nonce, feeUstx, orderUuid: uuid } = swap;
    executionObserver?.observe({ kind: 'swap-stored', uuid, txid, nonce, feeUstx, attempt });
    return ok(swap);
  };

  const send = async (given: Order, by: SentBy): Promise<Result<SentOrder, SendSwapError>> => {
    if (signer === undefined) return err({ kind: 'execution-disabled' });
    const { uuid } = given.terms;
    let known: Order | undefined = given;
    return untilCurrent<SentOrder, SendSwapError | StaleVersion>(async () => {
      // Only an open order without a swap is acted on as given: storing its swap fails if it has changed since.
      const isFree = known?.status === 'open' && known.sending === undefined;
      const order = isFree ? known : await orders.findById(uuid);
      known = undefined;
      if (order?.status !== 'open')
        return err({ kind: 'order-not-open', uuid, status: order?.status ?? 'cancelled' });
      if (order.sending !== undefined)
        return transmit(await storedSwap(swaps, order.sending), { first: false });
      const swap = await prepare(order, by, signer);
      if (swap.ok) return transmit(swap.value, { first: true });
      if (swap.error.kind !== 'order-spent') return swap;
      const payment = await findPayment(order.terms);
      if (!payment.ok) return payment;
      if (payment.value === undefined) return swap;
      return err({ kind: 'order-not-open', uuid, status: payment.value.status });
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

  // By sender: the executor waits at price impacts that the owner accepts.
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
