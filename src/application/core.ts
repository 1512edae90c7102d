import { parseSlippage } from '../domain/router/slippage.js';
import { unwrap } from '../domain/shared/result.js';
import type { Ports } from '../ports/index.js';
import { makeAuthenticateKey, type AuthenticateKey } from './api-keys/authenticate-key.js';
import { makeGetApiKey, type GetApiKey } from './api-keys/get-api-key.js';
import { makeIssueApiKey, type IssueApiKey } from './api-keys/issue-api-key.js';
import { makeKeyActivityLog, type KeyActivityLog } from './api-keys/key-activity-log.js';
import { makeListApiKeys, type ListApiKeys } from './api-keys/list-api-keys.js';
import { makeRevokeApiKey, type RevokeApiKey } from './api-keys/revoke-api-key.js';
import { makeExecuteOrder, type ExecuteOrder } from './execution/execute-order.js';
import { makeSendSwap } from './execution/send-swap.js';
import { makeSettleSwaps, type SettleSwaps } from './execution/settle-swaps.js';
import { makeCallerOf, type CallerOf } from './idempotency/caller-of.js';
import { makeRunOnce, type RunOnce } from './idempotency/run-once.js';
import { makeCancelOrder, type CancelOrder } from './orders/cancel-order.js';
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
import { makeAskOracle, type AskOracle } from './prices/ask-oracle.js';
import { makeBtcReadings } from './prices/btc-readings.js';
import { makeFindPrice, type FindPrice } from './prices/find-price.js';
import { makePriceBoard, type PriceBoard } from './prices/price-board.js';
import { makeReadPriceHealth, type ReadPriceHealth } from './prices/price-health.js';
import { makeReadHistory, type ReadHistory } from './prices/read-history.js';
import { makeRecordPrices, type RecordPrices } from './prices/record-prices.js';
import { makeRecordingLog } from './prices/recording-log.js';
import { makeMarketReader } from './quotes/market.js';
import { makeQuoteRoute, type QuoteRoute } from './quotes/quote-route.js';
import { makeWarmUp, type WarmUp } from './quotes/warm-up.js';
import { DEFAULT_SETTINGS, type CoreSettings } from './settings.js';
import { makeTidy, type Tidy } from './tidy.js';

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
  readonly apiKeys: {
    readonly issue: IssueApiKey;
    readonly list: ListApiKeys;
    readonly get: GetApiKey;
    readonly revoke: RevokeApiKey;
    readonly authenticate: AuthenticateKey;
    /** Whoever answers a request that showed a key says here what came of it, and sees to it that it is flushed. */
    readonly activity: KeyActivityLog;
  };
  readonly quotes: { readonly quote: QuoteRoute; readonly warmUp: WarmUp };
  readonly prices: PricesCore;
  readonly execution: { readonly settle: SettleSwaps };
  readonly idempotency: { readonly callerOf: CallerOf; readonly runOnce: RunOnce };
  readonly maintenance: { readonly tidy: Tidy };
}

/** What tokens cost, now and in the past. */
export interface PricesCore extends Pick<PriceBoard, 'list' | 'current' | 'refresh'> {
  readonly find: FindPrice;
  readonly history: ReadHistory;
  readonly record: RecordPrices;
  readonly health: ReadPriceHealth;
  readonly oracle: AskOracle;
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
  const activity = makeKeyActivityLog(ports);
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
    apiKeys: {
      issue: makeIssueApiKey(ports),
      list: makeListApiKeys(ports, activity),
      get: makeGetApiKey(ports, activity),
      revoke: makeRevokeApiKey(ports),
      authenticate: makeAuthenticateKey(ports),
      activity,
    },
    quotes: { quote: makeQuoteRoute(ports, market, chosen), warmUp: makeWarmUp(market, chosen) },
    prices: makePrices(ports),
    execution: { settle: makeSettleSwaps(ports) },
    idempotency: { callerOf: makeCallerOf(ports), runOnce: makeRunOnce(ports) },
    maintenance: { tidy: makeTidy(ports) },
  };
}

function makePrices(ports: Ports): PricesCore {
  const board = makePriceBoard(ports);
  const readings = makeBtcReadings(ports);
  const log = makeRecordingLog(ports);
  return {
    list: board.list,
    current: board.current,
    refresh: board.refresh,
    find: makeFindPrice(board),
    history: makeReadHistory(ports, board),
    record: makeRecordPrices(ports, readings, log),
    health: makeReadPriceHealth(ports, board, log),
    oracle: makeAskOracle(ports, readings, board),
  };
}
