import type {
  BracketTerms,
  LevelTerms,
  LimitTerms,
  MarketTerms,
  NamedChanges,
  RecurringTerms,
  StopAndTargetTerms,
  TrailTerms,
  TwapTerms,
} from './named-terms.js';
import type { PlaceOptions } from './price-concern.js';
import type { Order } from '../wire/swap.js';

/**
 * Orders whose tokens are named by symbol. Each call reads the registry for tokens, decimals, subnet copy, router and signature domain,
 * has the client's wallet sign, and places. It resolves to what is stored, with `uuid` and `handle`.
 *
 * Rejects with `invalid-argument` for terms that cannot be signed, where `details` has the `field`, and for an ambiguous symbol the
 * `candidates`; with `far-from-market` for a price that is probably a mistake, unless `farFromMarket` is set; with `no-credentials`
 * and `wallet-failed` if the wallet is missing or refuses; and as `place` does. If the outcome is unknown, `details.uuids` names
 * the orders: look them up before you repeat the call, which places others unless its terms have a `uuid`.
 */
export interface NamedOrdersClient {
  /**
   * Sells at what the market pays, with 1% of slippage unless the terms say otherwise.
   *
   * @example
   * const { uuid } = await client.orders.market({ sell: 'STX', buy: 'sBTC', amount: '100' });
   */
  market(terms: MarketTerms, options?: PlaceOptions): Promise<Order>;
  /**
   * Sells at a limit or better.
   *
   * @example
   * const { uuid } = await client.orders.limit({ sell: 'USDd', buy: 'sBTC', amount: '50', price: '101000 USDd' });
   */
  limit(terms: LimitTerms, options?: PlaceOptions): Promise<Order>;
  /**
   * Sells when the price of the sold token has fallen to a level, which must be below the market.
   *
   * @example
   * const { uuid } = await client.orders.stop({ sell: 'STX', buy: 'USDd', amount: '100', percentFromMarket: -10 });
   */
  stop(terms: LevelTerms, options?: PlaceOptions): Promise<Order>;
  /**
   * Sells when the price of the sold token has risen to a level, which must be above the market.
   *
   * @example
   * const { uuid } = await client.orders.target({ sell: 'STX', buy: 'USDd', amount: '100', price: '0.75' });
   */
  target(terms: LevelTerms, options?: PlaceOptions): Promise<Order>;
  /**
   * Sells when the price of the sold token has fallen from its highest.
   *
   * @example
   * const { uuid } = await client.orders.trail({ sell: 'STX', buy: 'USDd', amount: '100', fallsFromHigh: '5%' });
   */
  trail(terms: TrailTerms, options?: PlaceOptions): Promise<Order>;
  /**
   * Sells at a stop or at a target, whichever comes first.
   *
   * @returns the target and the stop.
   * @example
   * const [target, stop] = await client.orders.stopAndTarget({
   *   sell: 'STX',
   *   buy: 'USDd',
   *   amount: '100',
   *   stop: { percentFromMarket: -10 },
   *   target: { percentFromMarket: 20 },
   * });
   */
  stopAndTarget(
    terms: StopAndTargetTerms,
    options?: PlaceOptions,
  ): Promise<readonly [target: Order, stop: Order]>;
  /**
   * Sells an amount in equal parts over a span of time.
   *
   * @returns the parts, earliest first.
   * @example
   * const parts = await client.orders.twap({ sell: 'USDd', buy: 'sBTC', amount: '1000', parts: 12, spanMs: 6 * 3_600_000 });
   */
  twap(terms: TwapTerms, options?: PlaceOptions): Promise<readonly Order[]>;
  /**
   * Sells an amount again and again.
   *
   * @returns the orders, earliest first.
   * @example
   * const orders = await client.orders.recurring({ sell: 'USDd', buy: 'sBTC', amount: '25', runs: 4, everyMs: 7 * 86_400_000 });
   */
  recurring(terms: RecurringTerms, options?: PlaceOptions): Promise<readonly Order[]>;
  /**
   * Buys at a limit, and then sells what was bought at a target or a stop, whichever comes first. It receives the subnet copy of `buy`,
   * which the exits sell.
   *
   * @returns the entry, the target and the stop.
   * @example
   * const [entry, target, stop] = await client.orders.bracket({
   *   sell: 'USDd',
   *   buy: 'STX',
   *   amount: '50',
   *   price: '0.51 USDd',
   *   target: { price: '0.60' },
   *   stop: { price: '0.40', slippage: '0.03' },
   * });
   */
  bracket(
    terms: BracketTerms,
    options?: PlaceOptions,
  ): Promise<readonly [entry: Order, target: Order, stop: Order]>;
  /**
   * Gives an open order other terms, in the words in which it was placed; terms that are not named stay. The same prices are refused as
   * in placing.
   *
   * @example
   * await client.orders.change(uuid, { percentFromMarket: -5 });
   */
  change(id: string, changes: NamedChanges, options?: PlaceOptions): Promise<Order>;
}
