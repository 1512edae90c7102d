import { baseId } from '../../live/base-id.js';
import { converted, type Pair, type Price, type Unit } from './lines.js';

/** Dollar price of a token; undefined without one. */
type UsdOf = (token: string) => number | undefined;

/** Distance from one dollar, as a fraction, up to which a token named after the dollar is taken for one. */
const NEAR = 0.1;

/** Whether a token is a dollar, by its symbol and its price. A symbol alone is a stranger's word. */
function isDollar({ symbol, ...token }: Pair['sell'], usdOf: UsdOf): boolean {
  const usd = usdOf(baseId(token)) ?? 1;
  return /usd/i.test(symbol) && Math.abs(usd - 1) <= NEAR;
}

/** The pair with its tokens in each other's place. */
export const turnedPair = ({ sell, buy }: Pair): Pair => ({ sell: buy, buy: sell });

/**
 * Whether people quote the bought token in the sold one: they quote any token in dollars, and of two others the cheaper one in the
 * dearer one. False if prices are in dollars and neither token is one, or if a price is unknown.
 */
export function quotesBought({ sell, buy }: Pair, unit: Unit, usdOf: UsdOf): boolean {
  const [isSold, isBought] = [isDollar(sell, usdOf), isDollar(buy, usdOf)];
  if (isSold !== isBought) return isSold;
  const [sold, bought] = [usdOf(baseId(sell)), usdOf(baseId(buy))];
  return unit === 'buy' && sold !== undefined && bought !== undefined && sold > bought;
}

/**
 * A price of one token of a pair as a price of the other one. Undefined if a price in dollars that it takes is unknown, and if both are
 * in dollars: what one token costs does not tell the price of the other.
 *
 * @param firstUsd, otherUsd dollar prices of the token that `from` is of, and of the other one
 */
export function turnedPrice(
  from: Price,
  to: Unit,
  firstUsd: number | undefined,
  otherUsd: number | undefined,
): number | undefined {
  if (from.unit === 'usd' && to === 'usd') return undefined;
  const own = converted(from, 'buy', otherUsd);
  return own === undefined || own === 0
    ? undefined
    : converted({ price: 1 / own, unit: 'buy' }, to, firstUsd);
}

/** Changes of two tokens in dollars over 24 h, percent; null if unknown. */
interface Changes {
  readonly of: number | null;
  readonly per: number | null;
}

/**
 * Change of the pair's price over 24 h, percent, from those that the server tells of its tokens; null if one is unknown. Against a
 * dollar it is the token's own, so that it is the figure that all lists of tokens show.
 */
export function changeOfPair({ buy }: Pair, unit: Unit, { of, per }: Changes, usdOf: UsdOf): number | null {
  if (of === null || unit === 'usd' || isDollar(buy, usdOf)) return of;
  return per === null ? null : ((1 + of / 100) / (1 + per / 100) - 1) * 100;
}
