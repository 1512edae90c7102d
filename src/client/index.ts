/** The whole service for programs and web pages. Needs only `fetch`: no package, Node module or other part of the library. */
export { balancesClient, type BalancesClient } from './balances.js';
export type { ChangeOptions, ReadOptions } from './call.js';
export { ClientError, type ClientErrorCode, type ClientErrorOptions } from './client-error.js';
export type { ClientOptions, ClientWallet } from './connection.js';
export { createClient, type Client } from './create-client.js';
export type { Credential, CredentialOptions, OrderReadOptions, Reader } from './credentials.js';
export * from './errors.js';
export type { FollowOrdersOptions, OrderScope } from './follow-orders.js';
export { keysClient, type KeysClient, type NewApiKey } from './keys.js';
export * from './list-prices.js';
export { metadataClient, type MetadataClient } from './metadata.js';
export { operatorClient, type OperatorClient, type OperatorSession } from './operator.js';
export type { OrderUpdate, Position } from './order-updates.js';
export { ordersClient } from './orders.js';
export type {
  OrderBatch,
  OrderQuery,
  OrdersClient,
  OrderToPlace,
  OwnerOptions,
  PlaceOptions,
} from './orders-client.js';
export type { Page } from './pages.js';
export { ALEX_PRICES, MAINNET_SUBNETS, type PriceEntry, type ThirdPartySource } from './price-sources.js';
export type { Candle, TokenPrice, TokenPriceList } from './prices.js';
export type { OrderPrice, PriceConcern } from './price-concern.js';
export { pricesClient, type CandleQuery, type PriceQuery, type PricesClient } from './prices-client.js';
export type { Order, OrderFor, PublicOrder, Strategy } from './read-orders.js';
export { quotesClient, type QuoteQuery, type QuotesClient, type TokenName } from './quotes.js';
export type { AreaName, OperationId, Operations, QueryOf, ResponseOf } from './route.js';
export type { FollowOptions } from './stream.js';
export type { PlannedMove, SubnetMove } from './subnet-calls.js';
export type { SubnetCall, SubnetDirection } from './wallet-calls.js';
export {
  subnetsClient,
  type MoveOptions,
  type SentMove,
  type SettledOptions,
  type SubnetFacts,
  type SubnetsClient,
} from './subnets.js';
export type { Time } from './times.js';
export * from './tokens-client.js';
export { vaultsClient, type VaultsClient } from './vaults.js';
export { webhooksClient, type NewWebhook, type WebhookChange, type WebhooksClient } from './webhooks.js';
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
} from './wire/prices.js';
export type * from './wire/swap.js';
export type * from './wire/vaults.js';
