/** Token prices for programs and web pages. Needs only `fetch`: no package, Node module or other part of the library. */
export { TokensClientError, type TokensClientErrorCode, type TokensClientErrorOptions } from './errors.js';
export {
  listPrices,
  listPricesLegacy,
  listPricesThirdParty,
  type AggregatedPrice,
  type AggregatedPrices,
  type ListPricesOptions,
  type PriceSourceName,
  type PriceSourceOptions,
  type PriceStrategy,
} from './list-prices.js';
export { ALEX_PRICES, MAINNET_SUBNETS, type PriceEntry, type ThirdPartySource } from './price-sources.js';
export type { Candle, TokenPrice, TokenPriceList } from './prices.js';
export {
  createTokensClient,
  type CallOptions,
  type HistoryOptions,
  type ListOptions,
  type Time,
  type TokensClient,
  type TokensClientOptions,
} from './tokens-client.js';
