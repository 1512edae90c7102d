import { aFunction, anObject, checkArgument, type Checks } from '../../../domain/shared/option-checks.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import type { Core } from '../../../application/core.js';
import { REQUESTS_PER_WINDOW } from '../../../domain/api-key/rate-window.js';
import { TIMESTAMP_TOLERANCE_MS } from '../../../domain/wallet/signed-message.js';
import type { CallersPositions, Clock, FeedEvent } from '../../../ports/index.js';
import { AddressWindows } from '../requests/address-windows.js';
import type { Area } from '../operation/areas.js';
import { origins, type Origins } from '../requests/cross-origin.js';
import { ERROR } from '../schema/common-schemas.js';
import { openArea, type AreaDeclaration } from '../operation/open-area.js';
import { schemasOf } from '../schema/shape.js';
import { EventStreams } from '../streams/event-streams.js';
import { PreparedResponses } from '../operation/prepared-responses.js';
import { StoredPerAddress } from '../requests/stored-per-address.js';
import { STREAM_LIMITS, StreamPlaces, type StreamLimits } from '../streams/stream-places.js';
import { AlertFanOut } from './alerts/alert-fan-out.js';
import { ALERT, type AlertManagement } from './alerts/alert-shape.js';
import { createAlert } from './alerts/create-alert.js';
import { deleteAlert } from './alerts/delete-alert.js';
import { ALERT_EVENT, followAlerts, type FollowAlertsParts } from './alerts/follow-alerts.js';
import { getAlert } from './alerts/get-alert.js';
import { listAlerts } from './alerts/list-alerts.js';
import { rearmAlert } from './alerts/rearm-alert.js';
import {
  API_KEY,
  API_KEY_LIMITS,
  createApiKey,
  getApiKey,
  KEY_REQUEST,
  listApiKeys,
  revokeApiKey,
  type ApiKeyParts,
} from './owned/api-keys.js';
import { amendOrder, ORDER_AMENDMENT, type AmendingParts } from './changes/amend-order.js';
import { cancelAfter, CANCEL_TIMER, disarmCancelAfter, readCancelAfter } from './changes/cancel-after.js';
import { cancelOrders, ORDER_SELECTION } from './changes/cancel-orders.js';
import { listOrders, PAGINATION, type ListParts } from './orders/list-orders.js';
import { ORDER } from './orders/order-shapes.js';
import { followOrder, followOrders, ORDER_CHANGE, type FollowParts } from './feed/follow-orders.js';
import { OrderFanOut } from './feed/order-fan-out.js';
import { ReaderWatch } from './access/reader-watch.js';
import { cancelOrder, executeOrder } from './changes/owner-operations.js';
import { FAILURES_PER_MINUTE } from './access/key-request.js';
import type { OwnerParts } from './changes/owner-request.js';
import { ORDER_DRAFT, placeOrder } from './changes/place-order.js';
import { BATCH_DRAFT, placeOrders } from './changes/place-batch.js';
import { followQuote, type FollowQuoteParts } from './quotes/follow-quote.js';
import { QuoteFanOut } from './quotes/quote-fan-out.js';
import { quoteRoutes, QUOTES_REQUEST } from './quotes/quote-many.js';
import { quoteRoute, type QuoteParts } from './quotes/quote-route.js';
import { quoteSplit, SPLIT, SPLIT_REQUEST } from './quotes/quote-split.js';
import { HOP, QUOTE } from './quotes/quote-shapes.js';
import { ORDER_EVENT } from './orders/order-event-shape.js';
import { BALANCES, getBalances, type BalanceParts } from './quotes/read-balances.js';
import { exportFills } from './portfolio/export-fills.js';
import { FILL, listFills } from './portfolio/list-fills.js';
import type { OwnPortfolioParts } from './portfolio/own-portfolio.js';
import { HOLDING, PORTFOLIO, readPortfolio } from './portfolio/read-portfolio.js';
import { PORTFOLIO_RESULTS, readResults, TOKEN_RESULT } from './portfolio/read-results.js';
import { DEPTH, DIRECTION, readDepth } from './quotes/read-depth.js';
import { getOrder, listOrderEvents } from './orders/read-order.js';
import { DAY_QUALITY, PAIR_QUALITY, readExecutionQuality } from './orders/read-quality.js';
import { getOrderReport } from './orders/read-report.js';
import { EXECUTION_REPORT } from './orders/report-shape.js';
import {
  ORDER_TO_REHEARSE,
  REHEARSAL,
  rehearseOrder,
  type RehearsingParts,
} from './orders/rehearse-order.js';
import { REPLAY, replayOrder, type ReplayingParts } from './orders/replay-order.js';
import { readSending, SENDING, type SendingParts } from './orders/read-sending.js';
import {
  getStrategy,
  listStrategies,
  STRATEGY,
  STRATEGY_AMOUNTS,
  type PlanParts,
} from './orders/read-strategies.js';
import { ORDER_TOKEN, QUOTE_TOKEN } from './orders/token-shapes.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  WEBHOOK,
  type WebhookManagement,
  type WebhookParts,
} from './owned/webhooks.js';
import {
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  testWebhook,
  WEBHOOK_DELIVERY,
} from './owned/webhook-deliveries.js';

/** Time (ms) for which all callers with the same request get the same quote. The quote's `asOf` says when its reserves were read. */
const HOT_QUOTE_MS = 1_000;

export const SWAP: AreaDeclaration<
  PlanParts &
    ListParts &
    FollowParts &
    FollowQuoteParts &
    OwnerParts &
    ApiKeyParts &
    QuoteParts &
    BalanceParts &
    OwnPortfolioParts &
    SendingParts &
    RehearsingParts &
    ReplayingParts &
    AmendingParts &
    WebhookParts &
    FollowAlertsParts
> = {
  name: 'swap',
  mount: '/swap',
  title: 'Swap: orders, quotes, balances, API keys, webhooks, alerts',
  about: [
    'A wallet signs an order once; the server keeps it and sends the swap on chain, exactly once, when it is executed. Quotes find the best route over all vaults. API keys let a bot execute or cancel its owner’s orders.',
    'An order is signed with SIP-018 structured data: sha256("SIP018" ‖ sha256(domain) ‖ sha256(message)) over consensus bytes, secp256k1 with low s, R S V in 130 hex characters. Domain: name "BLAZE_PROTOCOL", version "v1.0" or "v2.0" as the input token’s blaze says, chain-id 1 on mainnet and 2147483648 elsewhere. Message: contract = inputToken (principal), intent "TRANSFER_TOKENS", opcode none, amount (some amountIn), target (some router), uuid. Wallets do it with stx_signStructuredMessage.',
    `Every other signed request signs the exact text of a JSON object with stx_signMessage (the prefix 0x17 "Stacks Signed Message:\\n", the length, the text, hashed with SHA-256; R S V in 130 hex characters). The object has the fields listed with the call, and timestamp: whole milliseconds, at most ${TIMESTAMP_TOLERANCE_MS / 60_000} minutes off the server’s clock (GET /time). Further fields are allowed. A message that changes something works once.`,
    'An order’s uuid is part of what its owner signed, so reads show it only to callers who have named it or prove by API key or wallet to be the owner. Others see the order’s handle as uuid: SHA-256 of charisma-order: and the uuid, its first 32 hex digits in the form of a version 4 UUID. Paths accept either.',
    'Execute and cancel check in this order: the order exists (404), the caller (401), the rate limit (429), the permission and the owner (403), the order’s state.',
    `An API key has ${REQUESTS_PER_WINDOW} requests per clock minute, across all servers on one database; the next is 429 with Retry-After in seconds. After ${FAILURES_PER_MINUTE} bad keys from an address in a minute, further ones are 429.`,
    'Create, execute and cancel, also for many orders, accept an Idempotency-Key. Successes are kept, as are 409 for create, and 400, 409 and 422 for execute and cancel; any other response leaves the key free. Keys belong to one route and one caller.',
  ],
  schemas: schemasOf(
    ORDER,
    ORDER_TOKEN,
    ORDER_EVENT,
    ORDER_CHANGE,
    EXECUTION_REPORT,
    PAIR_QUALITY,
    DAY_QUALITY,
    PAGINATION,
    STRATEGY,
    STRATEGY_AMOUNTS,
    ORDER_DRAFT,
    BATCH_DRAFT,
    ORDER_SELECTION,
    CANCEL_TIMER,
    API_KEY,
    API_KEY_LIMITS,
    KEY_REQUEST,
    WEBHOOK,
    WEBHOOK_DELIVERY,
    ALERT,
    ALERT_EVENT,
    QUOTE_TOKEN,
    HOP,
    QUOTE,
    DIRECTION,
    DEPTH,
    HOLDING,
    PORTFOLIO,
    TOKEN_RESULT,
    PORTFOLIO_RESULTS,
    FILL,
    QUOTES_REQUEST,
    SPLIT_REQUEST,
    SPLIT,
    SENDING,
    ORDER_AMENDMENT,
    ORDER_TO_REHEARSE,
    REHEARSAL,
    REPLAY,
    BALANCES,
  ),
  error: ERROR,
  operations: [
    listOrders,
    getOrder,
    listOrderEvents,
    getOrderReport,
    followOrders,
    followOrder,
    listStrategies,
    getStrategy,
    placeOrder,
    placeOrders,
    rehearseOrder,
    replayOrder,
    amendOrder,
    executeOrder,
    cancelOrder,
    cancelOrders,
    cancelAfter,
    readCancelAfter,
    disarmCancelAfter,
    listApiKeys,
    createApiKey,
    getApiKey,
    revokeApiKey,
    listWebhooks,
    createWebhook,
    getWebhook,
    updateWebhook,
    listWebhookDeliveries,
    rotateWebhookSecret,
    testWebhook,
    replayWebhookDeliveries,
    deleteWebhook,
    listAlerts,
    createAlert,
    followAlerts,
    getAlert,
    rearmAlert,
    deleteAlert,
    quoteRoute,
    quoteRoutes,
    quoteSplit,
    readDepth,
    followQuote,
    readSending,
    readExecutionQuality,
    getBalances,
    readPortfolio,
    readResults,
    listFills,
    exportFills,
  ],
};

/** The part of the core that this area serves. */
export type SwapCore = Pick<Core, 'orders' | 'plans' | 'quotes' | 'wallets' | 'apiKeys' | 'idempotency'> & {
  readonly sending: Pick<Core['sending'], 'stops'>;
  readonly webhooks: WebhookManagement;
  readonly alerts: AlertManagement & Pick<Core['alerts'], 'authorize' | 'follow'>;
};

/** Options of the swap service. */
export interface SwapAreaOptions {
  readonly clock: Clock;
  /** The origins whose web pages may call the area; every origin when absent. */
  readonly corsOrigins?: Origins;
  /** Limits on sending lists over 64 KB: by default 4 at a time, 2 per address. */
  readonly streams?: Partial<StreamLimits>;
  /** The event streams of the process, which `events.close()` ends. When absent, the area has its own. */
  readonly events?: EventStreams;
  /** Limits on what client addresses store, in all areas together; none if absent. */
  readonly stored?: StoredPerAddress;
  /** Called with each order event that was passed to streams, and how many milliseconds after it; for metrics. */
  readonly onEventSent?: (event: { readonly type: string; readonly lateMs: number }) => void;
  /** Positions of callers in the database's history, if replicas serve reads: `positions` of the storage’s replicas. */
  readonly positions?: Pick<CallersPositions, 'shown'>;
}

const CHECKS: Checks<keyof Required<SwapAreaOptions>> = {
  ...ROUTER_CHECKS,
  corsOrigins: origins,
  streams: anObject('an object such as { atATime: 4 }'),
  events: anObject('an EventStreams'),
  stored: anObject('a StoredPerAddress'),
  onEventSent: aFunction('a function that takes an event'),
  positions: anObject('the positions of a storage’s replicas'),
};

/**
 * The swap service: orders, quotes and API keys. Amounts are whole smallest units.
 *
 * @example createApp({ areas: [swapArea(core, { clock })], clock, requestIds: randomUUID, readiness });
 */
export function swapArea(core: SwapCore, options: SwapAreaOptions): Area {
  checkArgument('the options of the swap area', options, CHECKS, ['clock']);
  const { clock, corsOrigins = '*', onEventSent, positions } = options;
  const { orders, plans, quotes, wallets, apiKeys, webhooks, alerts, idempotency, sending } = core;
  const now = () => clock.now().getTime();
  const prepared = new PreparedResponses({ now, ttlMs: HOT_QUOTE_MS, origins: corsOrigins });
  const stored = options.stored ?? new StoredPerAddress(clock, {});
  const failedKeys = new AddressWindows(clock, FAILURES_PER_MINUTE);
  const streams = new StreamPlaces({ ...STREAM_LIMITS, ...options.streams });
  const limits = { failedKeys, streams, stored };
  const events = options.events ?? new EventStreams();
  const onSent = ({ type, at }: FeedEvent) => onEventSent?.({ type, lateMs: now() - at.getTime() });
  const fanOut = new OrderFanOut(orders, events, onSent, positions);
  const alertFanOut = new AlertFanOut(alerts.follow, events);
  const quoteFanOut = new QuoteFanOut(quotes, events);
  const follow = { events, fanOut, alertFanOut, quoteFanOut, watch: new ReaderWatch(apiKeys, events) };
  const uses = { orders, plans, quotes, wallets, apiKeys, webhooks, alerts, idempotency, sending };
  const parts = { ...uses, prepared, ...limits, ...follow };
  return openArea(SWAP, parts, { origins: corsOrigins, early: prepared });
}
