export { createApp, type AppOptions } from './app/app.js';
export { Admission, type AdmissionOptions, type Applicant } from './requests/admission.js';
export type { Priority } from './schema/priority.js';
export {
  areaRouter,
  legacyRouter,
  metadataRouter,
  operatorRouter,
  pricesRouter,
  swapRouter,
  vaultsRouter,
  type AreaRouter,
} from './app/area-router.js';
export type { RouterOptions } from './requests/router-options.js';
export type { AddressRates, CallKind } from './requests/address-limits.js';
export type { Area, AreaHosts, EarlyResponses, Visit } from './operation/areas.js';
export type { Code } from './errors/codes.js';
export type { Described } from './description/openapi.js';
export type { KnownPath } from './requests/near-path.js';
export type { JsonSchema, SchemaType } from './schema/schema.js';
export type { RootOptions } from './root/area.js';
export { networkOf } from './requests/caller.js';
export { operationOf } from './operation/operation-of.js';
export type { Origins } from './requests/cross-origin.js';
export { describeAreas } from './app/descriptions.js';
export { llmsIndex } from './description/brief.js';
export { llmsText } from './description/llms.js';
export type { AreaDescription } from './schema/model.js';
export { openApiDocument, type OpenApiDocument } from './description/openapi.js';
export { STATUS } from './errors/errors.js';
export { legacyArea } from './legacy/area.js';
export type {
  CacheHealthResponse,
  LegacyHealthResponse,
  OracleHealthResponse,
} from './legacy/legacy-health.js';
export type { LegacyPriceListResponse, LegacyTokenResponse } from './legacy/legacy-prices.js';
export type { LegacyAreaOptions, LegacyCore, LegacyPriceResponse } from './legacy/legacy-shapes.js';
export { metadataArea, type MetadataAreaCore, type MetadataAreaOptions } from './metadata/area.js';
export type { MetadataListResponse, MetadataRecordResponse } from './metadata/metadata-shapes.js';
export type { MetadataLintResponse } from './metadata/read-metadata.js';
export type { SavedMetadataResponse } from './metadata/save-metadata.js';
export type { TokenSafetyResponse } from './metadata/token-safety.js';
export { readEmbedFiles, type EmbedFiles } from '../charts/embed-files.js';
export { pricesArea, type PricesAreaCore, type PricesAreaOptions } from './prices/area.js';
export type { PriceHealthResponse } from './prices/price-health.js';
export type { PriceHistoryResponse } from './prices/price-history.js';
export type { TradesResponse } from './prices/list-trades.js';
export type { TickersResponse } from './prices/tickers.js';
export type { PricesAtResponse } from './prices/prices-at.js';
export type { PricesEventResponse } from './prices/follow-prices.js';
export type { PriceListResponse, TokenPriceResponse } from './prices/price-shapes.js';
export { operatorArea, type OperatorAreaOptions, type OperatorCore } from './operator/area.js';
export type * from './operator/process-state.js';
export type { OperatorStatusResponse } from './operator/read-status.js';
export type { CostsResponse } from './operator/costs.js';
export type { SessionResponse } from './operator/sign-in.js';
export type { SwitchResponse } from './operator/status-shapes.js';
export type { Problem } from './errors/problem.js';
export { numberedIds, PROBES, type Logger } from './requests/request-log.js';
export type { ProcessFacts, WordsParts } from './root/index-operations.js';
export type {
  HealthCheck,
  MetricsText,
  ProgramBuild,
  Readiness,
  ReplicaState,
  SendingAccount,
  SendingState,
  UnpricedCount,
} from './root/operations.js';
export type { AlertManagement, AlertResponse } from './swap/alerts/alert-shape.js';
export type { ApiKeyResponse, CreateApiKeyResponse } from './swap/owned/api-keys.js';
export { webhookBody } from './swap/owned/webhook-body.js';
export type { WebhookDeliveryResponse } from './swap/owned/webhook-deliveries.js';
export type { WebhookManagement, WebhookResponse, WebhookSecretResponse } from './swap/owned/webhooks.js';
export type { EventStream } from './streams/event-stream.js';
export { EventStreams, type EventStreamLimits } from './streams/event-streams.js';
export type { StreamLimits } from './streams/stream-places.js';
export { startingApp } from './app/starting.js';
export type { SharedCounts } from './requests/shared-counts.js';
export { StoredPerAddress, type AddressQuotas } from './requests/stored-per-address.js';
export { swapArea, type SwapAreaOptions, type SwapCore } from './swap/area.js';
export type { ExecuteOrderResponse } from './swap/changes/owner-operations.js';
export type { StrategyListResponse, StrategyResponse } from './swap/orders/read-strategies.js';
export type { CancelOrdersResponse } from './swap/changes/cancel-orders.js';
export type { OrderBatchResponse } from './swap/changes/place-batch.js';
export type { ExecutionReportResponse } from './swap/orders/read-report.js';
export type { ExecutionQualityResponse } from './swap/orders/read-quality.js';
export type { OrderListResponse } from './swap/orders/list-orders.js';
export type { OrderResponse } from './swap/orders/order-shapes.js';
export type { BalancesResponse } from './swap/quotes/read-balances.js';
export type { QuoteResponse } from './swap/quotes/quote-route.js';
export type { QuotesResponse } from './swap/quotes/quote-many.js';
export type { PortfolioResponse } from './swap/portfolio/read-portfolio.js';
export type { PortfolioResultsResponse } from './swap/portfolio/read-results.js';
export type { FillListResponse } from './swap/portfolio/list-fills.js';
export type { SplitResponse } from './swap/quotes/quote-split.js';
export type { DepthResponse } from './swap/quotes/read-depth.js';
export type { OrderChangeResponse } from './swap/feed/follow-orders.js';
export type { OrderEventResponse } from './swap/orders/order-event-shape.js';
export type { KeyParts } from './swap/access/key-request.js';
export type { WebhookParts } from './swap/owned/webhooks.js';
export { vaultsArea, type VaultsAreaOptions, type VaultsCore } from './vaults/area.js';
export type { VaultsResponse } from './vaults/list-vaults.js';
export type { VaultFiguresResponse } from './vaults/vault-figures.js';
export type { RegistryResponse } from './vaults/read-registry.js';
export type { DevnetParts } from './root/devnet.js';
export { webPage, type WebPageOptions } from './root/page/page.js';
