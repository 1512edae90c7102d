export { createApp, type AppOptions } from './app.js';
export {
  areaRouter,
  legacyRouter,
  metadataRouter,
  operatorRouter,
  pricesRouter,
  swapRouter,
  vaultsRouter,
  type AreaRouter,
} from './area-router.js';
export type { RouterOptions } from './router-options.js';
export type { AddressRates, CallKind } from './address-limits.js';
export type { Area, AreaHosts, EarlyResponses, Visit } from './areas.js';
export type { Code } from './codes/codes.js';
export type { Described } from './description/openapi.js';
export type { KnownPath } from './near-path.js';
export type { JsonSchema, SchemaType } from './operation/schema.js';
export type { RootOptions } from './root/area.js';
export { networkOf } from './caller.js';
export type { Origins } from './cross-origin.js';
export { describeAreas } from './description/areas.js';
export { llmsIndex } from './description/brief.js';
export { llmsText } from './description/llms.js';
export type { AreaDescription } from './operation/model.js';
export { openApiDocument, type OpenApiDocument } from './description/openapi.js';
export { STATUS } from './errors.js';
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
export { readEmbedFiles, type EmbedFiles } from './prices/embed/embed-files.js';
export { pricesArea, type PricesAreaCore, type PricesAreaOptions } from './prices/area.js';
export type { PriceHealthResponse } from './prices/price-health.js';
export type { PriceHistoryResponse } from './prices/price-history.js';
export type { PricesAtResponse } from './prices/prices-at.js';
export type { PricesEventResponse } from './prices/follow-prices.js';
export type { PriceListResponse, TokenPriceResponse } from './prices/price-shapes.js';
export { operatorArea, type OperatorAreaOptions, type OperatorCore } from './operator/area.js';
export type * from './operator/process-state.js';
export type { OperatorStatusResponse } from './operator/read-status.js';
export type { SessionResponse } from './operator/sign-in.js';
export type { SwitchResponse } from './operator/status-shapes.js';
export type { Problem } from './problem.js';
export { numberedIds, type Logger } from './request-log.js';
export type { ProcessFacts, WordsParts } from './root/index-operations.js';
export type {
  HealthCheck,
  MetricsText,
  Readiness,
  SendingAccount,
  SendingState,
  UnpricedCount,
} from './root/operations.js';
export type { ApiKeyResponse, CreateApiKeyResponse } from './swap/api-keys.js';
export { webhookBody } from './swap/webhook-body.js';
export type { WebhookDeliveryResponse } from './swap/webhook-deliveries.js';
export type { WebhookManagement, WebhookResponse, WebhookSecretResponse } from './swap/webhooks.js';
export type { EventStream } from './streams/event-stream.js';
export { EventStreams, type EventStreamLimits } from './streams/event-streams.js';
export type { StreamLimits } from './stream-places.js';
export { startingApp } from './starting.js';
export { StoredPerAddress, type AddressQuotas } from './stored-per-address.js';
export { swapArea, type SwapAreaOptions, type SwapCore } from './swap/area.js';
export type { ExecuteOrderResponse } from './swap/owner-operations.js';
export type { StrategyListResponse, StrategyResponse } from './swap/read-strategies.js';
export type { CancelOrdersResponse } from './swap/cancel-orders.js';
export type { OrderBatchResponse } from './swap/place-batch.js';
export type { OrderListResponse } from './swap/list-orders.js';
export type { OrderResponse } from './swap/order-shapes.js';
export type { BalancesResponse } from './swap/read-balances.js';
export type { QuoteResponse } from './swap/quote-route.js';
export type { QuotesResponse } from './swap/quote-many.js';
export type { OrderChangeResponse } from './swap/follow-orders.js';
export type { OrderEventResponse } from './swap/order-event-shape.js';
export type { WebhookParts } from './swap/webhooks.js';
export { vaultsArea, type VaultsAreaOptions, type VaultsCore } from './vaults/area.js';
export type { VaultsResponse } from './vaults/list-vaults.js';
export type { RegistryResponse } from './vaults/read-registry.js';
export type { DevnetParts } from './root/devnet.js';
export { webPage, type WebPageOptions } from './web/page.js';
