import type { Order } from '../../../sdk/client/index.js';
import { decimalText } from '../../../sdk/words/numbers.js';
import { hasPriceTrigger, triggerWords } from '../../../sdk/words/order.js';
import { rateOf } from '../../../sdk/words/rates.js';
import { priceWords, type TokenWords } from '../../../sdk/words/token-words.js';
import { MOST_AGE_MS } from '../swap/model/form.js';
import type { LocalSort } from './order-sort.js';
import { priceIn } from '../../../sdk/words/warnings.js';

/** Facts about tokens that prices are compared with. */
export interface PriceFacts {
  readonly words: TokenWords;
  /** Decimals of a token; undefined if it is not listed. */
  readonly decimalsOf: (token: string) => number | undefined;
  /** Dollar price of a token now; undefined without one. */
  readonly usdOf: (token: string) => number | undefined;
}

/** The price that an order waits for, as its owner named it, beside the market's. */
export interface OrderPrice {
  readonly text: string;
  /** Price now, in the same unit; undefined if unknown. */
  readonly now: string | undefined;
  /** Distance that the market has to move, as a signed fraction of its price; undefined if a price is unknown. 0 or the wrong side: it is met. */
  readonly distance: number | undefined;
}

/** Price of an open order: its trigger, or the limit that its minimum makes. */
export function priceOfOrder(order: Order, facts: PriceFacts): OrderPrice {
  const { words, usdOf } = facts;
  const bound = hasPriceTrigger(order) ? triggerOf(order, words) : limitOf(order, facts);
  if (bound === undefined) return { text: '–', now: undefined, distance: undefined };
  const { price, token, unit, text } = bound;
  const now = priceIn(usdOf)(token, unit);
  return {
    text,
    now: now === undefined ? undefined : priceWords(decimalText(now), unit, words),
    distance: now === undefined || now === 0 || price === undefined ? undefined : Number(price) / now - 1,
  };
}

interface Bound {
  /** Price as decimal text; undefined before a trailing stop has one. */
  readonly price: string | undefined;
  readonly token: string;
  /** Unit of the price, a contract id or USD. */
  readonly unit: string;
  readonly text: string;
}

function triggerOf(order: Order, words: TokenWords): Bound {
  const { conditionToken = '', baseAsset = 'USD', direction, targetPrice, trail, trailing } = order;
  const price = trail === undefined ? targetPrice : trailing?.stop;
  const sign = direction === 'lt' ? '≤' : '≥';
  const text =
    price === undefined
      ? triggerWords(order, words).replace(`${words.symbol(conditionToken)} `, '')
      : `${sign} ${priceWords(price, baseAsset, words)}`;
  return { price, token: conditionToken, unit: baseAsset, text };
}

function limitOf(order: Order, facts: PriceFacts): Bound | undefined {
  const { inputToken, outputToken, amountIn, minAmountOut = '0' } = order;
  const price =
    minAmountOut === '0' ? undefined : rateIn(order, { bought: minAmountOut, sold: amountIn }, facts);
  if (price === undefined) return undefined;
  return {
    price,
    token: inputToken,
    unit: outputToken,
    text: `≥ ${priceWords(price, outputToken, facts.words)}`,
  };
}

/** Price that a fill paid, in tokens bought for each one sold; undefined without a fill. */
export function paidPrice(order: Order, facts: PriceFacts): string | undefined {
  const { outputToken, executedAmountIn: sold, executedAmountOut: bought } = order;
  const price =
    sold === undefined || bought === undefined ? undefined : rateIn(order, { bought, sold }, facts);
  return price === undefined ? undefined : priceWords(price, outputToken, facts.words);
}

/** Tokens bought for each one sold, as decimal text; undefined if a token is not listed. */
function rateIn(
  { inputToken, outputToken }: Order,
  units: { readonly bought: string; readonly sold: string },
  { decimalsOf }: PriceFacts,
): string | undefined {
  const [sold, bought] = [decimalsOf(inputToken), decimalsOf(outputToken)];
  if (sold === undefined || bought === undefined) return undefined;
  return rateOf(
    { units: BigInt(units.bought), decimals: bought },
    { units: BigInt(units.sold), decimals: sold },
  );
}

/** Time at which an open order ends unsent: that of its window, or at its greatest age. */
export const endOf = ({ validTo, createdAt }: Order): string =>
  validTo ?? new Date(Date.parse(createdAt) + MOST_AGE_MS).toISOString();

/** Time at which an order ended; undefined while it is open. */
export const endedAt = ({ confirmedAt, failedAt, cancelledAt }: Order): string | undefined =>
  confirmedAt ?? failedAt ?? cancelledAt;

/** Orders by what the page alone can sort them by: nearest to their price, or the first to end. Orders without a price come last. */
export function sortedHere(orders: readonly Order[], sort: LocalSort, facts: PriceFacts): readonly Order[] {
  const far = (order: Order) => Math.abs(priceOfOrder(order, facts).distance ?? Infinity);
  const key = sort === 'nearest' ? far : (order: Order) => Date.parse(endOf(order));
  return orders
    .map((order) => ({ order, place: key(order) }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place < b.place ? -1 : 1))
    .map(({ order }) => order);
}
