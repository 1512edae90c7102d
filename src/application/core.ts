import { parseSlippage } from '../domain/router/slippage.js';
import { unwrap } from '../domain/shared/result.js';
import type { Ports } from '../ports/index.js';
import { makeAuthenticateKey, type AuthenticateKey } from './api-keys/authenticate-key.js';
import { makeIssueApiKey, type IssueApiKey } from './api-keys/issue-api-key.js';
import { makeKeyActivityLog, type KeyActivityLog } from './api-keys/key-activity-log.js';
import {
  makeGetApiKey,
  makeListApiKeys,
  type GetApiKey,
  type ListApiKeys,
} from './api-keys/read-api-keys.js';
import { makeRevokeApiKey, type RevokeApiKey } from './api-keys/revoke-api-key.js';
import { announcePlaced, announceRecorded, makeDueSignal, type OnDue } from './execution/tick/due-signal.js';
import { makeEvaluateOrder, type EvaluateOrder } from './execution/tick/evaluate-order.js';
import { makeExecuteOrder, type ExecuteOrder } from './execution/send/execute-order.js';
import { makeRunExecutor, type RunExecutor } from './execution/tick/run-executor.js';
import { makeSendSwap } from './execution/send/send-swap.js';
import { makeSettleSwaps, type SettleSwaps } from './execution/settle/settle-swaps.js';
import { makeCallerOf, type CallerOf } from './authorization/caller.js';
import { makeRunOnce, type RunOnce } from './idempotency/run-once.js';
import { makeMetadata, type MetadataCore } from './metadata/metadata-core.js';
import { makeCancelOrder, type CancelOrder } from './orders/cancel-order.js';
import { makeCountOrders, type CountOrders } from './orders/count-orders.js';
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
import { makePrices, type PricesCore } from './prices/prices-core.js';
import { makeMarketReader } from './market/market.js';
import { makeQuoteRoute, type QuoteRoute } from './quotes/quote-route.js';
import { makeWarmUp, type WarmUp } from './quotes/warm-up.js';
import { DEFAULT_SETTINGS, type CoreSettings } from './settings.js';
import { makeTidy, type Tidy } from './tidy.js';
import { makeListVaults, type ListVaults } from './vaults/list-vaults.js';

/** The use cases of the exchange, by area. */
export interface Core {
  readonly orders: {
    readonly place: PlaceOrder;
    readonly get: GetOrder;
    readonly evaluate: EvaluateOrder;
    readonly events: GetOrderEvents;
    readonly list: ListOrders;
    readonly stream: StreamOrders;
    readonly count: CountOrders;
    readonly cancel: CancelOrder;
    readonly execute: ExecuteOrder;
  };
  readonly apiKeys: {
    readonly issue: IssueApiKey;
    readonly list: ListApiKeys;
    readonly get: GetApiKey;
    readonly revoke: RevokeApiKey;
    readonly authenticate: AuthenticateKey;
    /** Record each request that an admitted key made, and call `flush` regularly: until then usage is in memory only. */
    readonly activity: KeyActivityLog;
  };
  readonly quotes: { readonly quote: QuoteRoute; readonly warmUp: WarmUp };
  readonly prices: PricesCore;
  readonly metadata: MetadataCore;
  readonly vaults: { readonly list: ListVaults };
  readonly execution: {
    readonly settle: SettleSwaps;
    readonly run: RunExecutor;
    /** Subscribes the in-process executor to work that becomes due other than by the clock. */
    readonly onDue: OnDue;
  };
  readonly idempotency: { readonly callerOf: CallerOf; readonly runOnce: RunOnce };
  readonly maintenance: { readonly tidy: Tidy };
}

/**
 * Wires the use cases to their ports. Does no I/O and starts nothing.
 *
 * @throws Error when a setting is out of range.
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
  const metadata = makeMetadata(ports, chosen);
  const prices = makePrices(ports, metadata.facts);
  const due = makeDueSignal();
  return {
    orders: {
      place: announcePlaced(makePlaceOrder(ports), due, { clock: ports.clock, prices }),
      get: makeGetOrder(ports),
      evaluate: makeEvaluateOrder(ports, prices),
      events: makeGetOrderEvents(ports),
      list: makeListOrders(ports),
      stream: makeStreamOrders(ports),
      count: makeCountOrders(ports),
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
    quotes: {
      quote: makeQuoteRoute(ports, { market, readFacts: metadata.facts }, chosen),
      warmUp: makeWarmUp(market, chosen),
    },
    metadata,
    prices: { ...prices, record: announceRecorded(prices.record, due, ports.clock) },
    vaults: { list: makeListVaults(market, metadata.facts, chosen) },
    execution: {
      settle: makeSettleSwaps(ports, chosen),
      run: makeRunExecutor(ports, { prices, sendSwap }),
      onDue: due.onDue,
    },
    idempotency: { callerOf: makeCallerOf(ports), runOnce: makeRunOnce(ports) },
    maintenance: { tidy: makeTidy(ports) },
  };
}
