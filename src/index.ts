export { createCore, type Core, type CoreError } from './application/core.js';
export { DEFAULT_SETTINGS, type CoreSettings } from './application/settings.js';
export type { AdmittedKey, KeyCaller } from './application/api-keys/authenticate-key.js';
export type { KeyOutcome } from './application/api-keys/key-activity-log.js';
export type { DescribedKey, IssuedApiKey, KeyWithActivity } from './application/api-keys/manage-keys.js';
export { makeFeeLearner, type FeeEvent, type FeeLearner } from './application/market/learn-fees.js';
export type { KeyedWork, OnceAnswered } from './application/idempotency/run-once.js';
export type { Authorization } from './application/authorization/authorize-owner.js';
export type { WalletProof } from './application/authorization/prove-wallet.js';
export type { ListOrdersInput } from './application/orders/read-orders.js';
export type { ReadTokenFacts } from './application/metadata/token-facts-cache.js';
export type { MetadataCore, MetadataNotFound, MetadataPage } from './application/metadata/metadata-core.js';
export type { SaveMetadataCommand, SaveMetadataError } from './application/metadata/save-metadata.js';
export type { OracleHealth, SourceReading } from './application/prices/oracle.js';
export type { PriceHealth } from './application/prices/price-health.js';
export type { PricedToken, PriceList } from './application/prices/price-list-cache.js';
export type { PricesCore } from './application/prices/prices-core.js';
export type { PriceHistory } from './application/prices/read-history.js';
export type { RecordOutcome, RecordPricesError } from './application/prices/record-prices.js';
export type { QuotedRoute, QuoteRouteInput } from './application/quotes/quote-route.js';
export type { ApiKey } from './domain/api-key/api-key.js';
export { parseIdempotencyKey, type IdempotencyKey } from './domain/idempotency/idempotency.js';
export {
  lintMetadata,
  type MetadataFinding,
  type MetadataFindingCode,
} from './domain/metadata-record/lint.js';
export type { MetadataEntry, MetadataRecord } from './domain/metadata-record/metadata-record.js';
export { describeToken, type TokenFacts, type TokenFactsById } from './domain/metadata-record/token-facts.js';
export type { OrderInput, FieldProblem } from './domain/order/draft.js';
export type { Condition } from './domain/order/conditions/conditions.js';
export type { TriggerLevel, TriggerPair } from './domain/order/conditions/rules.js';
export { handleOf } from './domain/order/handle.js';
export type { LoggedOrderEvent } from './domain/order/events.js';
export type { Order, OrderStatus, OrderTerms } from './domain/order/order.js';
export type { Retry } from './domain/order/retry-policy.js';
export type { SwapTransaction } from './domain/order/swap-transaction.js';
export type { Candle, Interval } from './domain/price-series/candle.js';
export type { RawHistoryRequest } from './domain/price-series/window.js';
export { Router, type Route, type RouteHop } from './domain/router/best-route.js';
export type { Registry, RouterContract, Token } from './domain/market/registry.js';
export { parseSlippage, type Slippage } from './domain/router/slippage.js';
export type { Reserves, Vault } from './domain/vault/vault.js';
export { parseAddress, type Address } from './domain/shared/address.js';
export { parseContractId, STX, type ContractId } from './domain/shared/contract-id.js';
export type { Network } from './domain/shared/network.js';
export { err, ok, unwrap, type Result } from './domain/shared/result.js';
export { parseUnits, toUnits, type Units } from './domain/shared/units.js';
export type * from './ports/index.js';
