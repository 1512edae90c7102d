import type { Order } from '../client/index.js';
import { roughDollars, share } from './numbers.js';
import { distance } from './rates.js';
import { fromNow, fullTime } from './times.js';
import { counted, hasPriceTrigger, triggerWords } from './order.js';
import { stopHelp, stopTitle } from './stops.js';
import { percentWords, priceWords, type TokenWords } from './token-words.js';

export type Evaluation = NonNullable<Order['evaluation']>;

/** Explanation of an order that has not run: the reason, and what its owner can do. */
export interface Why {
  readonly title: string;
  /** The reason's numbers, a sentence each. */
  readonly facts: readonly string[];
  readonly help: string;
  /** Time at which the order is evaluated again, ISO 8601; undefined if that is all the time, or not known. */
  readonly retryAt?: string | undefined;
}

interface Told {
  readonly order: Order;
  readonly evaluation: Evaluation;
  readonly words: TokenWords;
}

type Tell = (told: Told) => {
  readonly title: string;
  readonly facts?: readonly string[];
  readonly help: string;
};

const NOTHING = 'There is nothing to do.';
const nameOf = ({ evaluation: { token }, words }: Told) =>
  token === undefined ? 'a token' : words.symbol(token);
const unusable =
  (what: string): Tell =>
  (told) => ({
    title: `The price of ${nameOf(told)} ${what}.`,
    help: 'The order is held until a price can be relied on. There is nothing to do.',
  });

const REASONS: Readonly<Record<string, Tell>> = {
  manual: () => ({
    title: 'It waits for its owner.',
    help: 'It has no trigger: its owner executes it.',
  }),
  'waiting-window': ({ evaluation: { opensAt } }) => ({
    title: 'It waits for its time.',
    facts: opensAt === undefined ? [] : [`Its window opens at ${fullTime(opensAt)}.`],
    help: NOTHING,
  }),
  'waiting-price': ({ order, evaluation: { ratio, distance }, words }) => ({
    title: 'It waits for its price.',
    facts: [
      ...(ratio === undefined
        ? []
        : [`${pairOf(order, words)} is ${priceWords(ratio, order.baseAsset, words)}.`]),
      ...(distance === undefined ? [] : [`It has to move by ${percentWords(distance)}.`]),
    ],
    help: `It is sent once this holds: ${triggerWords(order, words)}.`,
  }),
  'waiting-confirmation': (told) => ({
    title: 'Its price is met, and has to hold.',
    facts: confirmation(told),
    help: 'There is nothing to do. A next order may ask for a shorter confirmation.',
  }),
  'own-pool': (told) => ({
    title: 'Only the pools that it would trade through meet its price.',
    facts: [...ownPools(told), ...confirmation(told)],
    help: 'It waits five times as long, or for another pool to agree. Trade another pair, or trigger on another token.',
  }),
  'price-missing': unusable('is not known'),
  'price-stale': unusable('is too old'),
  'price-thin': unusable('comes from too little trade'),
  'low-liquidity': (told) => ({
    title: `The pools of ${nameOf(told)} hold too little.`,
    facts: liquidity(told),
    help: 'It is held until they hold more. A next order may have a lower least liquidity.',
  }),
  'no-route': ({ order, words }) => ({
    title: `No vaults join ${words.symbol(order.inputToken)} and ${words.symbol(order.outputToken)}.`,
    help: 'It is tried again by itself.',
  }),
  'below-minimum': (told) => ({
    title: 'The swap would give less than its minimum.',
    facts: toItsMinimum(told),
    help: 'It is compared with the market every few seconds. Wait for a better price, or place a new order with a lower minimum.',
  }),
  'price-impact': ({ evaluation: { priceImpact, maxPriceImpact } }) => ({
    title: 'The swap would move the price too far.',
    facts: [
      ...(priceImpact === undefined ? [] : [`Its price impact is ${share(priceImpact)}.`]),
      ...(maxPriceImpact === undefined ? [] : [`The most it may be is ${share(maxPriceImpact)}.`]),
    ],
    help: 'Split the order, or place a new one that takes more price impact.',
  }),
  'unprotected-route': () => ({
    title: 'The best route passes a vault whose payout nothing bounds.',
    help: 'Wait for another route, or place a new order without a minimum and slippage.',
  }),
  'insufficient-balance': ({ order, evaluation: { balance, needed }, words }) => ({
    title: `Its owner has too little ${words.symbol(order.inputToken)} in the subnet.`,
    facts: [
      ...(balance === undefined ? [] : [`There is ${words.amount(balance, order.inputToken)} to spend.`]),
      ...(needed === undefined ? [] : [`The order pays ${words.amount(needed, order.inputToken)}.`]),
    ],
    help: 'Deposit to the subnet.',
  }),
  'owner-in-flight': () => ({
    title: 'Other swaps of its owner are not mined yet.',
    help: 'It is sent after them. There is nothing to do.',
  }),
  'too-many-failures': () => ({
    title: 'Too many swaps of its owner failed within an hour.',
    help: 'Read why they failed. It is tried again by itself.',
  }),
  'order-spent': () => ({
    title: 'A transaction has used its signature already.',
    help: 'It becomes confirmed within a few minutes if that has paid it, and ends otherwise.',
  }),
  'terms-changed': () => ({
    title: 'The stored terms are not those that its owner signed.',
    help: 'It is never sent. Tell the operator, and place it again.',
  }),
  'worth-unknown': ({ order, words }) => ({
    title: `What ${words.symbol(order.inputToken)} is worth is not known.`,
    help: 'The operator limits what an order may be worth. It waits for a price.',
  }),
  'worth-too-high': () => ({
    title: 'It is worth more than the operator sends in one order.',
    help: 'Split it.',
  }),
  'chain-unreachable': () => ({
    title: 'The chain cannot be reached.',
    help: 'It is tried again by itself. There is nothing to do.',
  }),
  'backing-off': () => ({
    title: 'An attempt failed, and the next one is scheduled.',
    help: 'The cause is the server’s or the chain’s. Tell the operator if it stays.',
  }),
  due: ({ order: { validTo }, evaluation: { stoppedBy } }) =>
    stoppedBy === undefined
      ? { title: 'It is sent next.', help: 'Tell the operator if it stays.' }
      : { title: stopTitle(stoppedBy), help: stopHelp(stoppedBy, validTo) },
  'broadcast-unknown': () => ({
    title: 'Its swap is on its way.',
    help: 'It is sent again until the chain has it. There is nothing to do.',
  }),
  expired: () => ({ title: 'Its window has ended.', help: 'It is cancelled next. Place a new order.' }),
  'max-age': () => ({ title: 'It was open for 90 days.', help: 'It is cancelled next. Place a new order.' }),
};

/** The reasons that have words of their own. */
export const KNOWN_REASONS: readonly string[] = Object.keys(REASONS);

/**
 * Explanation of an order that has not run, in words, with the numbers of the reason. A reason of a newer server is named as it
 * is.
 */
export function whyOf(order: Order, evaluation: Evaluation, words: TokenWords): Why {
  const tell = REASONS[evaluation.reason];
  const told = tell?.({ order, evaluation, words }) ?? {
    title: `It waits: ${evaluation.reason}.`,
    help: 'This page is older than its server: load it again.',
  };
  const { attempts, retryAt } = evaluation;
  return {
    title: told.title,
    help: told.help,
    facts: [
      ...(told.facts ?? []),
      ...(attempts === undefined || attempts === 0 ? [] : [`${counted(attempts, 'attempt')} failed so far.`]),
    ],
    // Between its attempts the server compares such an order with the reserves of the pools.
    retryAt: evaluation.reason === 'below-minimum' ? undefined : retryAt,
  };
}

/** The same in a line: what holds the order, and what its owner can do where there is something. */
export const whyText = ({ title, facts, help, retryAt }: Why, now: number): string =>
  [
    title,
    ...facts,
    ...(retryAt === undefined ? [] : [againWords(retryAt, now)]),
    ...(help === NOTHING ? [] : [help]),
  ].join(' ');

/** Time at which the order is evaluated again, in a sentence. */
export const againWords = (retryAt: string, now: number): string =>
  `It is looked at again ${Date.parse(retryAt) - now < 1_000 ? 'now' : fromNow(Date.parse(retryAt), now)}.`;

/** Gap between the market and the order's minimum, with both prices and both amounts. */
function toItsMinimum({ order, evaluation: { amountOut, minAmountOut }, words }: Told): readonly string[] {
  const { inputToken, amountIn, outputToken } = order;
  const saleFor = (amount: string | undefined) =>
    amount ? { inputToken, amountIn, outputToken, amountOut: amount } : undefined;
  const [wanted, offered] = [saleFor(minAmountOut), saleFor(amountOut)];
  const price = wanted && words.price(wanted, offered);
  const market = offered && words.price(offered);
  const more = amountOut && minAmountOut && distance(BigInt(minAmountOut), BigInt(amountOut));
  return [
    ...(more && more > 0 ? [`The market has to pay ${share(more)} more.`] : []),
    ...(price && market ? [`The order’s price is ${price}; the market pays ${market}.`] : []),
    ...(amountOut ? [`The last quote gave ${words.amount(amountOut, outputToken)}.`] : []),
    ...(minAmountOut ? [`The minimum received is ${words.amount(minAmountOut, outputToken)}.`] : []),
  ];
}

const pairOf = (order: Order, words: TokenWords): string =>
  hasPriceTrigger(order) ? `The price of ${words.symbol(order.conditionToken!)}` : 'The price';

function confirmation({ order, evaluation, words }: Told): readonly string[] {
  const { confirmed, confirm, unit, average } = evaluation;
  return [
    ...(confirmed === undefined || confirm === undefined
      ? []
      : [`It has held for ${confirmed} of ${counted(confirm, (unit ?? 'blocks').replace(/s$/, ''))}.`]),
    ...(average === undefined ? [] : [`Its average is ${priceWords(average, order.baseAsset, words)}.`]),
  ];
}

function ownPools(told: Told): readonly string[] {
  const { order, evaluation, words } = told;
  const { ratioWithout } = evaluation;
  return [
    ratioWithout === undefined
      ? 'Other pools give no usable price.'
      : `Without them the price is ${priceWords(ratioWithout, order.baseAsset, words)}.`,
    ...liquidity(told),
  ];
}

const liquidity = ({ evaluation: { liquidityUsd, minLiquidityUsd } }: Told): readonly string[] =>
  liquidityUsd === undefined || minLiquidityUsd === undefined
    ? []
    : [`They hold ${roughDollars(liquidityUsd)}; the least is ${roughDollars(minLiquidityUsd)}.`];
