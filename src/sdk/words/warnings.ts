import { withinSentence } from './language.js';
import { loss, percentOf } from './numbers.js';
import { exitName, isOneCancelsOther, largestImpactOf, type Terms } from './order.js';
import { distance } from './rates.js';
import type { TokenWords } from './token-words.js';
import { dollarLossWords, lossOf, MUCH, type Worths } from './worth.js';

/** Something that the signer should know before signing. */
export interface Warning {
  readonly text: string;
  /** Consent that the signer gives to continue anyway. */
  readonly asks: Asked;
  /** Whether the order will not do what the signer expects; such a warning comes first. */
  readonly isFirst?: boolean;
  /** Whether it asks for so much more than the market pays that the price is probably one of the other direction. */
  readonly isFar?: boolean;
}

/** Consent required before signing: none, a tick (a yes in a terminal), or a typed word if it is probably a mistake. */
export type Asked = 'nothing' | 'tick' | 'word';

/** Word to type before something that is probably a mistake is signed. */
export const CONFIRMATION = 'confirm';

/** The strictest consent that any of the warnings requires. */
export const mostAsked = (warnings: readonly Warning[]): Asked =>
  (['word', 'tick'] as const).find((asked) => warnings.some(({ asks }) => asks === asked)) ?? 'nothing';

/** Part of a quote that orders are compared with, as JSON. */
export interface Quoted {
  readonly amountOutExact: string;
  readonly priceImpact: number;
  /** Whether the chain can enforce the swap's least output. */
  readonly protected?: boolean | undefined;
  readonly path: readonly { readonly contractId: string; readonly base?: string | undefined }[];
}

/** Market that orders are compared with. */
export interface Market {
  /** Quote of an order's amount now; undefined without one. */
  readonly quote: Quoted | undefined;
  /** Current price of the trigger's token, in the trigger's unit; undefined if unknown. */
  readonly priceOf: (conditionToken: string, baseAsset: string) => number | undefined;
  /** Wallet's balance of the sold token, smallest units; undefined if unknown. */
  readonly balance: bigint | undefined;
  /** Dollar worth of both sides of the quote; undefined if a token has no current price. */
  readonly worths?: Worths | undefined;
  /** Amount of the sold token that the wallet's open orders sell, smallest units; undefined if unknown. */
  readonly promised?: bigint | undefined;
}

const GRAVE_LOSS = 0.15;
/** Distance from the market beyond which a price is probably a mistake. */
const TOO_FAR = 0.5;
/** Gain over the market beyond which a price is probably one of the other direction: that of a token at $2 is four times too high. */
const INVERTED = 2;
const lossAsks = (loss: number): Asked => (loss > GRAVE_LOSS ? 'word' : loss > MUCH ? 'tick' : 'nothing');
const percent = (fraction: number): string => percentOf(fraction, 1);

/** Warnings about orders that are about to be signed, the same wherever they are signed. */
export function warningsOf(orders: readonly Terms[], market: Market, words: TokenWords): readonly Warning[] {
  const [first] = orders;
  if (first === undefined) return [];
  const all = orders.flatMap((order) => [
    ...ofLimit(order, market),
    ...ofSlippage(order),
    ...ofTrigger(order, market),
  ]);
  // The orders of a plan differ only in their times.
  const unique = all.filter(({ text }, n) => all.findIndex((other) => other.text === text) === n);
  const about = [...ofRoute(first, market), ...ofWorth(first, market)];
  const twice = ofPromised(orders, market, words);
  if (orders.length > 1 || !isSentNow(first, market.quote))
    return [...unique, ...about, ...ofWait(first, market), ...ofBalance(orders, market, words), ...twice];
  const held = heldNow(first, { ...market, maxImpact: largestImpactOf(first) }, words);
  return [
    ...held.map((text): Warning => ({ text, asks: 'tick', isFirst: true })),
    ...[...unique, ...about, ...twice],
  ];
}

/** Whether the market already pays the minimum of an order without a condition, whose owner expects a swap at once. */
const isSentNow = (order: Terms, quote: Quoted | undefined): boolean =>
  order.conditionToken === '*' &&
  order.validFrom === undefined &&
  quote !== undefined &&
  leastOf(order) <= BigInt(quote.amountOutExact);

/** A swap to be sent now. */
export interface SwapNow extends Pick<Market, 'balance'> {
  /** The swap's quote; undefined without one. */
  readonly quote: Pick<Quoted, 'priceImpact' | 'protected'> | undefined;
  /** The order's limit, a fraction; undefined without one. */
  readonly maxImpact: number | undefined;
}

/** Sentences that say why a swap cannot be sent now; empty if it can. `amountIn` is undefined until it is typed. */
export function heldNow(
  { inputToken, amountIn }: { readonly inputToken: string; readonly amountIn: string | undefined },
  { quote, maxImpact, balance }: SwapNow,
  words: TokenWords,
): readonly string[] {
  const reasons: string[] = [];
  if (quote !== undefined && maxImpact !== undefined && quote.priceImpact > maxImpact)
    reasons.push(`the price impact is ${loss(quote.priceImpact)}, and your limit is ${loss(maxImpact)}`);
  if (amountIn !== undefined && balance !== undefined && BigInt(amountIn) > balance)
    reasons.push(`you have ${words.amount(balance.toString(), inputToken)} to trade, less than you sell`);
  if (quote?.protected === false)
    reasons.push('its last pool pays the balance to trade, which the chain cannot hold to a minimum');
  return reasons.map((reason) => `Will not be sent now: ${reason}.`);
}

const leastOf = ({ minAmountOut }: Terms): bigint => BigInt(minAmountOut ?? 0);

/** Warns of a limit that is far from what the market pays, or would pay at the order's trigger. */
function* ofLimit(order: Terms, { quote, priceOf }: Market): Generator<Warning> {
  const least = leastOf(order);
  const now = BigInt(quote?.amountOutExact ?? 0);
  if (quote === undefined || least === 0n || now === 0n) return;
  const moved = isOneCancelsOther(order) || isOfSold(order, quote) ? movedTo(order, priceOf) : 1;
  if (moved === undefined) return;
  const expected = (now * BigInt(Math.round(moved * 1_000_000))) / 1_000_000n;
  const far = distance(least, expected);
  if (far === undefined || Math.abs(far) <= MUCH) return;
  const basis = moved === 1 ? 'the market pays now' : 'the market pays at this price';
  yield {
    asks: far < 0 ? lossAsks(-far) : far > TOO_FAR ? 'tick' : 'nothing',
    ...(far > INVERTED && { isFar: true }),
    text:
      far < 0
        ? `${nameOf(order, 'The limit')} accepts ${lossOf(-far)} less than ${basis}.`
        : `${nameOf(order, 'The limit')} asks for ${percent(far)} more than ${basis}: it waits until the market pays that.`,
  };
}

/** Warns of a slippage that accepts a loss. */
function* ofSlippage({ slippage }: Terms): Generator<Warning> {
  const loss = Number(slippage ?? 0);
  if (loss > MUCH)
    yield { asks: lossAsks(loss), text: `The slippage accepts ${percent(loss)} less than is quoted.` };
}

/** Whether the trigger is the price of the sold token, as only stops and targets have it. */
export const isOfSold = ({ conditionToken }: Terms, { path: [sold] }: Quoted): boolean =>
  conditionToken !== undefined && conditionToken === (sold?.base ?? sold?.contractId);

const nameOf = (order: Terms, name: string): string => {
  const exit = exitName(order);
  return exit === undefined ? name : `The ${withinSentence(exit)}`;
};

/** The trigger's price divided by the current price; undefined if either is missing. */
export function movedTo(
  { conditionToken, targetPrice, baseAsset = 'USD' }: Terms,
  priceOf: Market['priceOf'],
): number | undefined {
  if (conditionToken === undefined || conditionToken === '*' || targetPrice === undefined) return undefined;
  const price = priceOf(conditionToken, baseAsset);
  return price === undefined || price === 0 ? undefined : Number(targetPrice) / price;
}

/** Warns of a trigger that the price has already reached, or that is very far from the price. */
function* ofTrigger(order: Terms, { priceOf }: Market): Generator<Warning> {
  const moved = movedTo(order, priceOf);
  if (moved === undefined) return;
  const name = nameOf(order, 'The trigger');
  const isMet = order.direction === 'gt' ? moved <= 1 : moved >= 1;
  if (isMet)
    yield { asks: 'nothing', text: `${name} is met by the price now: the order is sent within minutes.` };
  else if (Math.abs(moved - 1) > TOO_FAR)
    yield {
      asks: 'tick',
      text: `${name} is ${percent(Math.abs(moved - 1))} ${moved > 1 ? 'above' : 'below'} the price now.`,
    };
}

/** Warns if there is no route, or if the amount moves the price too much. */
function* ofRoute(order: Terms, { quote }: Market): Generator<Warning> {
  if (quote === undefined) return;
  const { path, priceImpact } = quote;
  if (path.length === 0) yield { asks: 'nothing', text: 'There is no route now: the order waits for one.' };
  else if (priceImpact > MUCH && priceImpact <= (largestImpactOf(order) ?? 1))
    yield {
      asks: lossAsks(priceImpact),
      text: `The swap’s own size makes its price ${percent(priceImpact)} worse.`,
    };
}

/** Warns of a swap near the market's price that loses much by the dollar prices. An order that asks for more than the market pays is not one. */
function* ofWorth(order: Terms, { quote, worths }: Market): Generator<Warning> {
  if (quote === undefined || worths === undefined || leastOf(order) > BigInt(quote.amountOutExact)) return;
  const text = dollarLossWords(worths);
  if (text !== undefined) yield { asks: 'tick', text };
}

/** Warns of reasons, besides its condition, why an order would keep waiting in the current market. */
function* ofWait(order: Terms, { quote }: Market): Generator<Warning> {
  if (quote === undefined || quote.path.length === 0) return;
  const maxImpact = largestImpactOf(order) ?? 1;
  if (quote.priceImpact > maxImpact)
    yield {
      asks: 'nothing',
      text: `The price impact is ${loss(quote.priceImpact)} now, and the order waits while it is above ${loss(maxImpact)}.`,
    };
  if (quote.protected === false)
    yield {
      asks: 'nothing',
      text: 'The last pool pays the balance to trade, which the chain cannot hold to a minimum: the order waits for another route.',
    };
}

/**
 * Amount that these orders sell from one wallet: the sum, or the largest amount if one cancels the others. Exits sell what their entry
 * buys.
 */
export function soldBy(all: readonly Terms[]): bigint {
  const orders = all.filter(({ after }) => after === undefined);
  const amounts = orders.map(({ amountIn }) => BigInt(amountIn));
  return orders.some(isOneCancelsOther)
    ? amounts.reduce((a, b) => (a > b ? a : b), 0n)
    : amounts.reduce((a, b) => a + b, 0n);
}

/** Sales of one balance, in smallest units; undefined if unknown. */
interface SoldOfBalance {
  /** By open orders. */
  readonly promised: bigint | undefined;
  /** By the orders to sign. */
  readonly amountIn: bigint;
  readonly balance: bigint | undefined;
}

/** Sentence about open orders that sell the same balance; undefined if it suffices for all, or is unknown. */
export function promisedWords(
  { promised, amountIn, balance }: SoldOfBalance,
  amount: (units: bigint) => string,
): string | undefined {
  if (promised === undefined || balance === undefined || promised === 0n) return undefined;
  if (amountIn + promised <= balance) return undefined;
  return `Open orders sell ${amount(promised)} of the same balance already: those that come last find too little.`;
}

function* ofPromised(
  orders: readonly Terms[],
  { promised, balance }: Market,
  words: TokenWords,
): Generator<Warning> {
  const amount = (units: bigint) => words.amount(units.toString(), orders[0]!.inputToken);
  const text = promisedWords({ promised, amountIn: soldBy(orders), balance }, amount);
  if (text !== undefined) yield { asks: 'nothing', text };
}

function* ofBalance(orders: readonly Terms[], { balance }: Market, words: TokenWords): Generator<Warning> {
  const sold = soldBy(orders);
  if (balance === undefined || sold <= balance) return;
  const amount = (units: bigint) => words.amount(units.toString(), orders[0]!.inputToken);
  yield {
    asks: 'nothing',
    text: `The wallet holds ${amount(balance)}, and ${amount(sold)} are sold: an order waits until the wallet holds its amount.`,
  };
}

/** A token's price in dollars or in another token, from dollar prices; undefined if either token has none. */
export const priceIn =
  (usdOf: (token: string) => number | undefined) =>
  (token: string, unit: string): number | undefined => {
    const usd = usdOf(token);
    const per = unit === 'USD' ? 1 : usdOf(unit);
    return usd === undefined || per === undefined || per === 0 ? undefined : usd / per;
  };
