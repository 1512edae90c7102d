import { parseSlippage } from '../domain/router/slippage.js';
import { unwrap } from '../domain/shared/result.js';
import type { Ports } from '../ports/index.js';
import { makeExecuteOrder, type ExecuteOrder } from './execution/execute-order.js';
import { makeSendSwap } from './execution/send-swap.js';
import { makeSettleSwaps, type SettleSwaps } from './execution/settle-swaps.js';
import { makeCancelOrder, type CancelOrder } from './orders/cancel-order.js';
import { makeForgetMessages, type ForgetMessages } from './orders/forget-messages.js';
import { makePlaceOrder, type PlaceOrder } from './orders/place-order.js';
import {
  makeGetOrder,
  makeGetOrderEvents,
  makeListOrders,
  makeStreamOrders,
  type GetOrder,
  type GetOrderEvents,
  type ListOrders,
  type StreamOrders,
} from './orders/read-orders.js';
import { makeMarketReader } from './quotes/market.js';
import { makeQuoteRoute, type QuoteRoute } from './quotes/quote-route.js';
import { makeWarmUp, type WarmUp } from './quotes/warm-up.js';
import { DEFAULT_SETTINGS, type CoreSettings } from './settings.js';

/** Everything that can be asked of the exchange. */
export interface Core {
  readonly orders: {
    readonly place: PlaceOrder;
    readonly get: GetOrder;
    readonly events: GetOrderEvents;
    readonly list: ListOrders;
    readonly stream: StreamOrders;
    readonly cancel: CancelOrder;
    readonly execute: ExecuteOrder;
  };
  readonly quotes: { readonly quote: QuoteRoute; readonly warmUp: WarmUp };
  readonly execution: { readonly settle: SettleSwaps };
  readonly maintenance: { readonly forgetMessages: ForgetMessages };
}

/**
 * Wires the use cases to their ports. Does no I/O of its own and starts nothing.
 *
 * @throws when a setting is out of its range.
 * @example
 * const core = createCore({ ...memoryPorts({ registry }), ...systemPorts(), signatures });
 * const quote = await core.quotes.quote({ tokenIn, tokenOut, amountIn });
 */
export function createCore(ports: Ports, settings: Partial<CoreSettings> = {}): Core {
  const chosen = { ...DEFAULT_SETTINGS, ...settings };
  const market = makeMarketReader(ports);
  const exactSlippage = unwrap(parseSlippage(chosen.slippage));
  const sendSwap = makeSendSwap(ports, market, { ...chosen, exactSlippage });
  return {
    orders: {
      place: makePlaceOrder(ports),
      get: makeGetOrder(ports),
      events: makeGetOrderEvents(ports),
      list: makeListOrders(ports),
      stream: makeStreamOrders(ports),
      cancel: makeCancelOrder(ports),
      execute: makeExecuteOrder(ports, sendSwap),
    },
    quotes: { quote: makeQuoteRoute(ports, market, chosen), warmUp: makeWarmUp(market, chosen) },
    execution: { settle: makeSettleSwaps(ports) },
    maintenance: { forgetMessages: makeForgetMessages(ports) },
  };
}
