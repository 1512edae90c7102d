import { PERCENT, spelled } from './language.js';
import { fullTime } from './times.js';
import { hasPriceTrigger, isOneCancelsOther, largestImpactOf, triggerWords, type Terms } from './order.js';
import type { TokenWords } from './token-words.js';

/** Details of the time at which the order is sent. */
interface Sending {
  /** Sentence about when the order is sent and when it ends, in place of the usual ones. */
  readonly timing?: string | undefined;
  /** Whether no new swap is sent now. */
  readonly isStopped?: boolean;
}

/** Effects of an order, in sentences, for a visitor who is about to sign it. */
export const promiseWords = (
  order: Terms,
  words: TokenWords,
  { timing, isStopped = false }: Sending = {},
): readonly string[] => [
  ...boundWords(order, words),
  timing ?? sentWords(order, words, isStopped),
  ...(isOneCancelsOther(order) ? ['Ends when the other order of its group is sent.'] : []),
  ...(timing === undefined ? [windowWords(order)] : []),
  ...impactWords(order),
];

function impactWords(order: Terms): readonly string[] {
  const most = order.maxPriceImpact ?? largestImpactOf(order);
  return most === undefined ? [] : [`Waits while the price impact is above ${percentText(String(most))}.`];
}

function boundWords(order: Terms, words: TokenWords): readonly string[] {
  const amount = words.amount(order.amountIn, order.inputToken);
  if (order.minAmountOut !== undefined)
    return [`Sells ${amount} for at least ${words.amount(order.minAmountOut, order.outputToken)}.`];
  return [
    `Sells ${amount} for ${words.symbol(order.outputToken)} at the market.`,
    `Accepts up to ${percentText(String(order.slippage))} less than is quoted when it is sent.`,
  ];
}

/** Condition under which an order is sent, in a sentence. */
export function sentWords(order: Terms, words: TokenWords, isStopped = false): string {
  const { after, ...own } = order;
  if (after === undefined) return ownWords(own, words, isStopped);
  const then = ownWords(own, words, isStopped);
  return `Waits until its entry is confirmed, and ends if that ends otherwise. Then: ${then}`;
}

function ownWords(order: Terms, words: TokenWords, isStopped: boolean): string {
  const { conditionToken, minAmountOut, outputToken, validFrom } = order;
  if (conditionToken === undefined) return 'Is sent only when you execute it.';
  if (hasPriceTrigger(order)) return `Is sent once this holds: ${triggerWords(order, words)}.`;
  const conditions = [
    ...(isStopped ? ['new swaps are sent again'] : []),
    ...(validFrom === undefined ? [] : ['its time has come']),
    ...(minAmountOut === undefined
      ? []
      : [`you would get at least ${words.amount(minAmountOut, outputToken)}`]),
  ];
  return conditions.length === 0 ? 'Sent at once.' : `Sent when ${conditions.join(' and ')}.`;
}

function windowWords({ validFrom, validTo }: Terms): string {
  const from = validFrom === undefined ? '' : `Not before ${fullTime(validFrom)}. `;
  return `${from}${validTo === undefined ? 'Ends after 90 days, or when you cancel it.' : `Ends at ${fullTime(validTo)}.`}`;
}

/** A fraction as percent, exact. */
export const percentText = (fraction: string): string => `${spelled(percentOfFraction(fraction))}${PERCENT}`;

/** A fraction in percent, as exact decimal text without a sign. */
export const percentOfFraction = (fraction: string): string => {
  const [whole = '0', digits = ''] = fraction.split('.');
  const moved = BigInt(`${whole}${digits.padEnd(2, '0').slice(0, 2)}`).toString();
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${moved}${rest === '' ? '' : `.${rest}`}`;
};
