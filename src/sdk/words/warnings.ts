import type { ListedToken, Quote } from '../client/index.js';
import type { UnsignedOrder } from '../signing/index.js';
import { loss } from './numbers.js';
import { heldNow } from './held.js';
import { distance } from './rates.js';

/** Something that the visitor should know before signing. */
export interface Warning {
  readonly text: string;
  /** Action that the visitor takes to go on all the same. */
  readonly asks: Asked;
  /** Whether the warning contradicts the visitor's expectation of the order, and so comes before everything else. */
  readonly isFirst?: boolean;
}

/** Nothing, a tick, or a word that is typed where it is probably a mistake. */
export type Asked = 'nothing' | 'tick' | 'word';

/** The most that any of the warnings asks for. */
export const mostAsked = (warnings: readonly Warning[]): Asked =>
  (['word', 'tick'] as const).find((asked) => warnings.some(({ asks }) => asks === asked)) ?? 'nothing';

/** Market that orders are compared with. */
export interface Market {
  /** Quote of the whole amount now. */
  readonly quote: Quote;
  /** The price now of the token whose price triggers the order, in what the trigger is counted in; undefined where it is not known. */
  readonly priceOf: (conditionToken: string, baseAsset: string) => number | undefined;
  /** Wallet's balance of the token that is sold, smallest units; undefined if it is not known. */
  readonly balance: bigint | undefined;
  /** Token that a swap to be sent now sells; absent for other orders. */
  readonly soldNow?: ListedToken | undefined;
}

/** Losses are asked about as elsewhere: exchanges warn above a few percent, and have a word typed above 15. */
const FAR = 0.05;
const GRAVE_LOSS = 0.15;
const TOO_FAR = 0.5;
const lossAsks = (loss: number): Asked => (loss > GRAVE_LOSS ? 'word' : loss > FAR ? 'tick' : 'nothing');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** A loss that is not everything does not read `100%`. */
const lossOf = (loss: number): string => (loss > 0.999 && loss < 1 ? 'over 99.9%' : percent.format(loss));

/** Warnings about orders that are about to be signed. */
export function warningsOf(orders: readonly UnsignedOrder[], market: Market): readonly Warning[] {
  const all = orders.flatMap((order) => [
    ...ofLimit(order, market),
    ...ofSlippage(order),
    ...ofTrigger(order, market),
  ]);
  // The orders of a plan differ in their times alone.
  const unique = all.filter(({ text }, n) => all.findIndex((other) => other.text === text) === n);
  return [...ofSwapNow(orders, market), ...unique, ...ofRoute(orders, market), ...ofBalance(orders, market)];
}

/** Warnings about what keeps a swap from being sent at once, as its owner expects. */
function* ofSwapNow([order]: readonly UnsignedOrder[], market: Market): Generator<Warning> {
  const { quote, balance, soldNow } = market;
  if (soldNow === undefined || order === undefined) return;
  const maxImpact = Number(order.maxPriceImpact ?? FAR);
  const swap = { sell: soldNow, amountIn: BigInt(order.amountIn), maxImpact, balance };
  for (const text of heldNow(swap, quote)) yield { text, asks: 'tick', isFirst: true };
}

const bounded = (order: UnsignedOrder): bigint =>
  'minAmountOut' in order && order.minAmountOut !== undefined ? BigInt(order.minAmountOut) : 0n;

/** The limit beside what the market pays, or would pay at the order's trigger. */
function* ofLimit(order: UnsignedOrder, { quote, priceOf }: Market): Generator<Warning> {
  const least = bounded(order);
  const now = BigInt(quote.amountOutExact);
  if (least === 0n || now === 0n) return;
  const moved = isExit(order) || isOfSold(order, quote) ? movedTo(order, priceOf) : 1;
  if (moved === undefined) return;
  const expected = (now * BigInt(Math.round(moved * 1_000_000))) / 1_000_000n;
  const far = distance(least, expected);
  if (far === undefined || Math.abs(far) <= FAR) return;
  const basis = moved === 1 ? 'the market pays now' : 'the market pays at this price';
  yield {
    asks: far < 0 ? lossAsks(-far) : far > TOO_FAR ? 'tick' : 'nothing',
    text:
      far < 0
        ? `${nameOf(order)} accepts ${lossOf(-far)} less than ${basis}.`
        : `${nameOf(order)} asks for ${percent.format(far)} more than ${basis}: it waits until the market pays that.`,
  };
}

/** A slippage that accepts a loss. */
function* ofSlippage({ slippage }: UnsignedOrder): Generator<Warning> {
  const loss = Number(slippage ?? 0);
  if (loss > FAR)
    yield { asks: lossAsks(loss), text: `The slippage accepts ${percent.format(loss)} less than is quoted.` };
}

/** A stop or a target of a group: it is about the price of what is sold. */
const isExit = ({ metadata }: UnsignedOrder): boolean => metadata?.oco === true;

/** Whether the trigger is the price of what is sold, as that of a stop or a target alone is. */
function isOfSold({ conditionToken }: UnsignedOrder, { path: [sold] }: Quote): boolean {
  return conditionToken !== undefined && conditionToken === (sold?.base ?? sold?.contractId);
}

const nameOf = (order: UnsignedOrder): string =>
  isExit(order) ? (order.direction === 'gt' ? 'The target' : 'The stop') : 'The limit';

/** The trigger's price as a part of the price now; undefined without either. */
function movedTo(
  { conditionToken, targetPrice, baseAsset = 'USD' }: UnsignedOrder,
  priceOf: Market['priceOf'],
): number | undefined {
  if (conditionToken === undefined || conditionToken === '*' || targetPrice === undefined) return undefined;
  const price = priceOf(conditionToken, baseAsset);
  return price === undefined || price === 0 ? undefined : Number(targetPrice) / price;
}

/** A trigger that the price has reached already, or that is very far from it. */
function* ofTrigger(order: UnsignedOrder, { priceOf }: Market): Generator<Warning> {
  const moved = movedTo(order, priceOf);
  if (moved === undefined) return;
  const name = isExit(order) ? nameOf(order) : 'The trigger';
  const isMet = order.direction === 'gt' ? moved <= 1 : moved >= 1;
  if (isMet)
    yield { asks: 'nothing', text: `${name} is met by the price now: the order is sent within minutes.` };
  else if (Math.abs(moved - 1) > TOO_FAR)
    yield {
      asks: 'tick',
      text: `${name} is ${percent.format(Math.abs(moved - 1))} ${moved > 1 ? 'above' : 'below'} the price now.`,
    };
}

function* ofRoute(orders: readonly UnsignedOrder[], { quote, soldNow }: Market): Generator<Warning> {
  const [order] = orders;
  if (order === undefined) return;
  if (quote.path.length === 0)
    return void (yield { asks: 'nothing', text: 'There is no route now: the order waits for one.' });
  const mostImpact = Number(order.maxPriceImpact ?? FAR);
  if (quote.priceImpact > FAR && quote.priceImpact <= mostImpact)
    yield {
      asks: lossAsks(quote.priceImpact),
      text: `The swap’s own size makes its price ${percent.format(quote.priceImpact)} worse.`,
    };
  if (soldNow !== undefined) return;
  if (quote.priceImpact > mostImpact)
    yield {
      asks: 'nothing',
      text: `The price impact is ${loss(quote.priceImpact)} now, and the order waits while it is above ${loss(mostImpact)}.`,
    };
  if (quote.protected === false)
    yield {
      asks: 'nothing',
      text: 'The route ends in a subnet copy, which the chain cannot hold to a minimum: the order waits for another route.',
    };
}

function* ofBalance(orders: readonly UnsignedOrder[], { balance, soldNow }: Market): Generator<Warning> {
  if (balance === undefined || soldNow !== undefined) return;
  const amounts = orders.map(({ amountIn }) => BigInt(amountIn));
  // Of a stop and a target only one is paid.
  const needed = orders.some(isExit) ? (amounts[0] ?? 0n) : amounts.reduce((sum, amount) => sum + amount, 0n);
  if (needed > balance)
    yield {
      asks: 'nothing',
      text: 'The wallet holds less than this sells: an order waits until the wallet holds enough.',
    };
}
