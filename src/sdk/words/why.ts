import type { StopKind } from '../../domain/order/evaluation/evaluation.js';
import type { Figures } from '../../domain/order/evaluation/retry-policy.js';
import { counted } from './counts.js';
import { roughDollars, share } from './numbers.js';
import { hasPriceTrigger, triggerWords, type StatedOrder } from './order.js';
import { distance } from './rates.js';
import { named, NOTHING, reasonWords, type Fact, type Reason } from './reasons.js';
import { stopHelp, STOPS, stopTitle } from './stops.js';
import { fromNow, fullTime } from './times.js';
import { percentWords, priceWords, type TokenWords } from './token-words.js';

/** An evaluation as JSON. */
export interface Evaluated extends Figures {
  readonly reason: Reason | (string & {});
  readonly ratio?: string;
  readonly distance?: string;
  readonly token?: string;
  readonly opensAt?: string;
  readonly attempts?: number;
  readonly retryAt?: string;
  readonly stoppedBy?: StopKind;
}

/** Explanation of why an order has not run, and what its owner can do. */
export interface Why {
  readonly title: string;
  /** The reason's numbers, each in a sentence. */
  readonly facts: readonly string[];
  readonly help: string;
  /** Time of the next evaluation, ISO 8601; undefined if it is continuous or unknown. */
  readonly retryAt?: string | undefined;
}

interface Told {
  readonly order: StatedOrder;
  readonly evaluation: Evaluated;
  readonly words: TokenWords;
}

/**
 * Explains in words why an order has not run, with the numbers of the reason. A reason that only a newer server knows is given by
 * its name.
 */
export function whyOf(order: StatedOrder, evaluation: Evaluated, words: TokenWords): Why {
  const { reason, attempts, retryAt } = evaluation;
  const {
    title,
    help,
    facts = [],
  } = reasonWords(reason) ?? {
    title: `It waits: ${reason}.`,
    help: 'This program is older than its server: load or install it again.',
  };
  const names = {
    input: words.symbol(order.inputToken),
    output: words.symbol(order.outputToken),
    token: evaluation.token === undefined ? 'a token' : words.symbol(evaluation.token),
    trigger: triggerWords(order, words),
  };
  return {
    ...(stopped(order, evaluation) ?? { title: named(title, names), help: named(help, names) }),
    facts: [
      ...facts.flatMap((fact) => FACTS[fact]({ order, evaluation, words })),
      ...(attempts === undefined || attempts === 0 ? [] : [`${counted(attempts, 'attempt')} failed so far.`]),
    ],
    // Between its attempts, the server compares an order that is below its minimum with the reserves of the pools.
    retryAt: reason === 'below-minimum' ? undefined : retryAt,
  };
}

/** Obstacle in a rehearsal as JSON. */
export interface Held extends Omit<Evaluated, 'opensAt' | 'attempts' | 'retryAt' | 'stoppedBy'> {
  readonly until?: string;
}

/** Explains in words what keeps an order that is not placed yet from being sent. */
export const whyHeld = (order: StatedOrder, hold: Held, words: TokenWords): Why =>
  whyOf(order, evaluationOf(hold), words);

/** The hold as the evaluation that an order has while it waits for this reason. */
function evaluationOf({ until, ...hold }: Held): Evaluated {
  const { reason } = hold;
  if (Object.hasOwn(STOPS, reason)) return { reason: 'due', stoppedBy: reason as StopKind };
  if (until === undefined) return hold;
  return reason === 'waiting-window' ? { ...hold, opensAt: until } : { ...hold, retryAt: until };
}

const stopped = ({ validTo }: StatedOrder, { reason, stoppedBy }: Evaluated) =>
  reason === 'due' && stoppedBy !== undefined
    ? { title: stopTitle(stoppedBy), help: stopHelp(stoppedBy, validTo) }
    : undefined;

/** The explanation in one line: what holds the order, and what its owner can do, if anything. */
export const whyText = ({ title, facts, help, retryAt }: Why, now: number): string =>
  [
    title,
    ...facts,
    ...(retryAt === undefined ? [] : [againWords(retryAt, now)]),
    ...(help === NOTHING ? [] : [help]),
  ].join(' ');

/** Sentence about the time of the next evaluation. */
export const againWords = (retryAt: string, now: number): string =>
  `It is looked at again ${Date.parse(retryAt) - now < 1_000 ? 'now' : fromNow(Date.parse(retryAt), now)}.`;

const PLURALS = { blocks: 'block', runs: 'run', minutes: 'minute' } as const;

const none = () => [];
const told = <T>(value: T | undefined, sentence: (value: T) => string): readonly string[] =>
  value === undefined ? [] : [sentence(value)];

/** Sentences about the fields of an evaluation; some fields have none. */
const FACTS: Readonly<Record<Fact, (told: Told) => readonly string[]>> = {
  opensAt: ({ evaluation: { opensAt } }) => told(opensAt, (at) => `Its window opens at ${fullTime(at)}.`),
  ratio: ({ order, evaluation: { ratio }, words }) =>
    told(ratio, (price) => `${pairOf(order, words)} is ${priceWords(price, order.baseAsset, words)}.`),
  distance: ({ evaluation }) => told(evaluation.distance, (far) => `It has to move by ${percentWords(far)}.`),
  confirmed: ({ evaluation: { confirmed, confirm, unit = 'blocks' } }) =>
    confirmed === undefined || confirm === undefined
      ? []
      : [`It has held for ${confirmed} of ${counted(confirm, PLURALS[unit])}.`],
  confirm: none,
  unit: none,
  average: ({ order, evaluation: { average }, words }) =>
    told(average, (price) => `Its average is ${priceWords(price, order.baseAsset, words)}.`),
  pools: none,
  ratioWithout: ({ order, evaluation: { ratioWithout }, words }) => [
    ratioWithout === undefined
      ? 'Other pools give no usable price.'
      : `Without them the price is ${priceWords(ratioWithout, order.baseAsset, words)}.`,
  ],
  liquidityUsd: ({ evaluation: { liquidityUsd, minLiquidityUsd } }) =>
    liquidityUsd === undefined || minLiquidityUsd === undefined
      ? []
      : [`They hold ${roughDollars(liquidityUsd)}; the least is ${roughDollars(minLiquidityUsd)}.`],
  minLiquidityUsd: none,
  amountOut: toItsMinimum,
  minAmountOut: ({ order, evaluation: { minAmountOut }, words }) =>
    told(minAmountOut, (least) => `The minimum received is ${words.amount(least, order.outputToken)}.`),
  priceImpact: ({ evaluation: { priceImpact } }) =>
    told(priceImpact, (impact) => `Its price impact is ${share(impact)}.`),
  maxPriceImpact: ({ evaluation: { maxPriceImpact } }) =>
    told(maxPriceImpact, (most) => `The most it may be is ${share(most)}.`),
  balance: ({ order, evaluation: { balance }, words }) =>
    told(balance, (units) => `There is ${words.amount(units, order.inputToken)} to spend.`),
  needed: ({ order, evaluation: { needed }, words }) =>
    told(needed, (units) => `The order pays ${words.amount(units, order.inputToken)}.`),
};

/** Gap between the market and the order's minimum, with both prices, and the amount that the market pays. */
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
    ...told(amountOut, (units) => `The last quote gave ${words.amount(units, outputToken)}.`),
  ];
}

const pairOf = (order: StatedOrder, words: TokenWords): string =>
  hasPriceTrigger(order) ? `The price of ${words.symbol(order.conditionToken!)}` : 'The price';
