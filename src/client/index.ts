/** Token prices for programs and web pages. Needs only `fetch`: no package, Node module or other part of the library. */
export * from './errors.js';
export * from './list-prices.js';
export { ALEX_PRICES, MAINNET_SUBNETS, type PriceEntry, type ThirdPartySource } from './price-sources.js';
export type { Candle, TokenPrice, TokenPriceList } from './prices.js';
export * from './tokens-client.js';
