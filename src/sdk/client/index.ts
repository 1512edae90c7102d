/** Client of the whole service, for programs and web pages. Needs only `fetch`: no package, Node module or other part of the library. */
export { balancesClient, type BalancesClient } from './wallet/balances.js';
export type { ChangeOptions, ReadOptions } from './transport/call.js';
export { ClientError, type ClientErrorCode, type ClientErrorOptions } from './transport/client-error.js';
export type { ClientOptions, ClientWallet } from './transport/connection.js';
export { createClient, type Client } from './create-client.js';
export type { Credential, CredentialOptions, OrderReadOptions, Reader } from './owner/credentials.js';
export * from './transport/errors.js';
export type { FollowOrdersOptions, OrderScope } from './orders/follow-orders.js';
export { keysClient, type KeysClient, type NewApiKey } from './owner/keys.js';
export * from './market/list-prices.js';
export { metadataClient, type MetadataClient } from './owner/metadata.js';
export {
  operatorClient,
  type CostQuery,
  type OperatorClient,
  type OperatorSession,
} from './owner/operator.js';
export type { NamedOrdersClient } from './orders/named-orders-client.js';
export type * from './orders/named-terms.js';
export type { OrderUpdate, Position } from './orders/order-updates.js';
export { ordersClient } from './orders/orders.js';
export type {
  AmendedTerms,
  OrderBatch,
  OrderQuery,
  OrdersClient,
  OrderToPlace,
  UnplacedOrder,
  OwnerOptions,
  ReplaySpan,
} from './orders/orders-client.js';
export type { Page } from './transport/pages.js';
export {
  ALEX_PRICES,
  MAINNET_SUBNETS,
  type PriceEntry,
  type ThirdPartySource,
} from './market/price-sources.js';
export type { Candle, TokenPrice, TokenPriceList } from './market/prices.js';
export {
  portfolioClient,
  type FillsFile,
  type OwnPortfolioOptions,
  type PortfolioClient,
} from './owner/portfolio.js';
export type { OrderPrice, PlaceOptions, PriceConcern } from './orders/price-concern.js';
export {
  pricesClient,
  type CandleQuery,
  type PriceQuery,
  type PricesClient,
} from './market/prices-client.js';
export type { Order, OrderFor, PublicOrder, Strategy } from './orders/read-orders.js';
export type { FoundQuote, NoQuote, QuoteResult } from './market/quote-result.js';
export {
  quotesClient,
  type QuoteQuery,
  type QuotesClient,
  type SplitQuery,
  type TokenName,
} from './market/quotes.js';
export type { AreaName, OperationId, Operations, QueryOf, ResponseOf } from './transport/route.js';
export type { FollowOptions } from './transport/stream.js';
export type { PlannedMove, SubnetMove } from './wallet/subnet-calls.js';
export type { SubnetCall, SubnetDirection } from './transport/wallet-calls.js';
export {
  subnetsClient,
  type MoveOptions,
  type SentMove,
  type SettledOptions,
  type SubnetFacts,
  type SubnetsClient,
} from './wallet/subnets.js';
export type { Time } from './transport/times.js';
export * from './market/tokens-client.js';
export { vaultsClient, type VaultsClient } from './market/vaults.js';
export { alertsClient, type AlertsClient, type FollowAlertsOptions, type NewAlert } from './owner/alerts.js';
export {
  webhooksClient,
  type NewWebhook,
  type WebhookChange,
  type WebhooksClient,
} from './owner/webhooks.js';
export type { Order as OwnOrder, Strategy as OwnPlan } from './wire/swap.js';
export type { ServiceCode } from './wire/codes.js';
export type * from './wire/common.js';
export type * from './wire/metadata.js';
export type * from './wire/operator.js';
export type {
  History,
  PriceHealth,
  PriceList,
  PricesAt,
  PricesEvent,
  PricesOperations,
  Trade,
  Trades,
} from './wire/prices.js';
export type * from './wire/swap.js';
export type * from './wire/vaults.js';
export type { CallOptions } from './transport/call-options.js';
