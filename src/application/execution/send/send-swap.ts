import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import type { OrderNotOpen } from '../../../domain/order/lifecycle.js';
import { expiryAt } from '../../../domain/order/strategy.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Slippage } from '../../../domain/router/slippage.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Ports, StaleVersion, SwapSigner, Unprotectable } from '../../../ports/index.js';
import { untilCurrent } from '../../orders/change-order.js';
import type { MarketReader } from '../../market/market.js';
import type { CoreSettings } from '../../settings.js';
import { singleFlight } from '../../shared/single-flight.js';
import { findSwap, type FindSwapError } from './find-swap.js';
import { storeSwap, type StoreSwapError } from './store-swap.js';
import { makeTransmitSwap, type SentOrder, type TransmitError } from '../swap/transmit-swap.js';

/** `execution-disabled`: this process has no operator key. `order-expired`: the order's validTo has passed. */
export type SendSwapError =
  | { readonly kind: 'execution-disabled' }
  | OrderNotOpen
  | Exclude<PrepareError, StaleVersion>
  | TransmitError;

type PrepareError =
  | { readonly kind: 'order-expired'; readonly uuid: OrderUuid }
  | FindSwapError
  | Unprotectable
  | StoreSwapError;

/**
 * Sends an open order's swap: quotes it, signs it, stores it, sends it, records the outcome. Concurrent calls for one
 * order share one sending. `order` may be outdated: the swap is stored only if the order is unchanged.
 */
export type SendSwap = (order: Order) => Promise<Result<SentOrder, SendSwapError>>;

type Needs = Pick<
  Ports,
  'chain' | 'clock' | 'executionObserver' | 'liquidity' | 'orders' | 'signer' | 'swaps' | 'unitOfWork'
>;

interface Settings extends Pick<CoreSettings, 'slippage' | 'reservesMaxAgeMs'> {
  readonly exactSlippage: Slippage;
}

export const makeSendSwap = (ports: Needs, market: MarketReader, settings: Settings): SendSwap => {
  const { chain, clock, executionObserver, liquidity, orders, signer, swaps } = ports;
  const transmit = makeTransmitSwap(ports);

  /** Signs and stores a swap for the order; nothing has been sent when this fails. */
  const prepare = async (
    order: OpenOrder,
    by: SwapSigner,
  ): Promise<Result<SwapTransaction, PrepareError>> => {
    if (expiryAt(order, clock.now()) === 'expired')
      return err({ kind: 'order-expired', uuid: order.terms.uuid });
    const { exactSlippage, slippage, reservesMaxAgeMs } = settings;
    const needs = { clock, liquidity, market, slippage: exactSlippage, reservesMaxAgeMs };
    const plan = await findSwap(order.terms, needs);
    if (!plan.ok) return plan;
    const fee = await by.estimateFee(plan.value);
    if (!fee.ok) return fee;
    const nonces = await chain.accountNonces(by.address);
    if (!nonces.ok) return nonces;
    const unsigned = { order, plan: plan.value, feeUstx: fee.value, chainNonce: nonces.value.next, slippage };
    const stored = await storeSwap(ports, by, unsigned);
    if (!stored.ok) return stored;
    const { swap, attempt } = stored.value;
    const { txid, nonce, feeUstx, orderUuid: uuid } = swap;
    executionObserver?.observe({ kind: 'swap-stored', uuid, txid, nonce, feeUstx, attempt });
    return ok(swap);
  };

  const send = async (given: Order): Promise<Result<SentOrder, SendSwapError>> => {
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
      const swap = await prepare(order, signer);
      return swap.ok ? transmit(swap.value, { first: true }) : swap;
    });
  };

  const observed: typeof send = async (order) => {
    const from = clock.now().getTime();
    const sent = await send(order);
    const outcome = sent.ok ? 'sent' : sent.error.kind;
    const tookMs = clock.now().getTime() - from;
    executionObserver?.observe({ kind: 'attempt-ended', uuid: order.terms.uuid, outcome, tookMs });
    return sent;
  };

  return singleFlight(observed, ({ terms: { uuid } }) => uuid);
};

async function storedSwap(swaps: Ports['swaps'], txid: Txid): Promise<SwapTransaction> {
  const swap = await swaps.findByTxid(txid);
  if (swap === undefined) throw new Error(`swap ${txid} is not stored`);
  return swap;
}
