import type { ListedToken, Order, Quote } from '../../../../client/index.js';
import type { UnsignedOrder } from '../../../../signing/index.js';
import { exactAmount, grouped } from '../../format/amounts.js';
import { oneLine, symbolText } from '../../format/names.js';
import { fullTime } from '../../format/times.js';

type Find = (contractId: string) => ListedToken | undefined;

const REASONS: Readonly<Record<NonNullable<Quote['reason']>, string>> = {
  'same-token': 'Both tokens are the same.',
  'unknown-token': 'One of the tokens is not known here.',
  'no-route': 'No route of four hops or fewer leads from one token to the other.',
  'amount-too-small': 'The amount is too small: it buys less than the smallest unit.',
  'insufficient-liquidity': 'The vaults hold too little for this amount.',
};

/** Why there is no route. */
export const noRouteText = ({ reason = 'no-route' }: Quote): string => REASONS[reason];

/** A symbol in a sentence. */
const symbolOf = (find: Find, contractId: string): string => {
  const token = find(contractId);
  return token === undefined ? oneLine(contractId) : symbolText(token);
};

/** What an order does, as sentences. `timing` says when it is sent and ends, in place of the usual sentences. */
export function orderWords(order: UnsignedOrder, find: Find, timing?: string): readonly string[] {
  const [sell, buy] = [find(order.inputToken), find(order.outputToken)];
  if (sell === undefined || buy === undefined) return [];
  return [
    ...boundWords(order, tokensText(order.amountIn, sell), buy),
    timing ?? triggerWords(order, buy, find),
    ...(order.metadata?.oco === true ? ['Ends when the other order of its group is sent.'] : []),
    ...(timing === undefined ? [windowWords(order)] : []),
    ...(order.maxPriceImpact === undefined
      ? []
      : [`Waits while the price impact is above ${percentText(String(order.maxPriceImpact))}.`]),
  ];
}

function boundWords(order: UnsignedOrder, amount: string, buy: ListedToken): readonly string[] {
  if ('minAmountOut' in order && order.minAmountOut !== undefined)
    return [`Sells ${amount} for at least ${tokensText(order.minAmountOut, buy)}.`];
  return [
    `Sells ${amount} for ${symbolText(buy)} at the market.`,
    `Accepts up to ${percentText(String(order.slippage))} less than is quoted when it is sent.`,
  ];
}

function triggerWords(order: UnsignedOrder, buy: ListedToken, find: Find): string {
  const { conditionToken, minAmountOut, validFrom } = order;
  if (conditionToken === undefined) return 'Is sent only when you execute it.';
  if (conditionToken === '*' && minAmountOut !== undefined)
    return `Sent when you would get at least ${tokensText(minAmountOut, buy)}.`;
  if (conditionToken === '*')
    return validFrom === undefined ? 'Sent at once.' : 'Sent as soon as its time has come.';
  return `Is sent when ${targetWords({ ...order, conditionToken }, find)}.`;
}

interface Target {
  readonly conditionToken: string;
  readonly direction?: 'gt' | 'lt' | undefined;
  readonly targetPrice?: string | undefined;
  readonly baseAsset?: string | undefined;
}

function targetWords(
  { conditionToken, direction, targetPrice = '', baseAsset = 'USD' }: Target,
  find: Find,
): string {
  const unit = baseAsset === 'USD' ? 'dollars' : symbolOf(find, baseAsset);
  const side = direction === 'gt' ? 'at or above' : 'at or below';
  return `${symbolOf(find, conditionToken)} is ${side} ${grouped(targetPrice)} ${unit}`;
}

function windowWords({ validFrom, validTo }: UnsignedOrder): string {
  const from = validFrom === undefined ? '' : `Not before ${fullTime(validFrom)}. `;
  return `${from}${validTo === undefined ? 'Ends after 90 days, or when you cancel it.' : `Ends at ${fullTime(validTo)}.`}`;
}

/** A fraction as percent, exact. */
export const percentText = (fraction: string): string => {
  const [whole = '0', digits = ''] = fraction.split('.');
  const moved = BigInt(`${whole}${digits.padEnd(2, '0').slice(0, 2)}`).toString();
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${moved}${rest === '' ? '' : `.${rest}`}%`;
};

const WAITS: Readonly<Record<string, string>> = {
  manual: 'It is sent when you execute it.',
  'waiting-window': 'Its time has not come.',
  'waiting-price': 'The price has not reached its trigger.',
  'waiting-confirmation': 'The price has reached its trigger, and must hold for a moment.',
  'own-pool': 'Only the pools of its own route have reached the price: it must hold for longer.',
  'price-missing': 'There is no price of its token.',
  'price-stale': 'The price of its token is out of date.',
  'price-thin': 'Its token trades too thinly for a price to be relied on.',
  'low-liquidity': 'The pools of its token hold too little for a price to be relied on.',
  'no-route': 'There is no route now.',
  'below-minimum': 'The market pays less than its minimum.',
  'price-impact': 'The price impact is above what the order allows.',
  'unprotected-route': 'The chain cannot hold the only route to the order’s minimum.',
  'insufficient-balance': 'The wallet holds too little of the token that is sold.',
  'owner-in-flight': 'Other swaps of the wallet are under way.',
  'too-many-failures': 'Several swaps of the wallet have failed within the hour.',
  'chain-unreachable': 'The chain cannot be reached.',
  'broadcast-unknown': 'Its swap is stored, and is sent until its outcome is known.',
  due: 'It is sent with the next pass.',
};

/** Why an open order is not sent yet; undefined where the server does not say. */
export function waitText(order: Order, find: Find): string | undefined {
  const { status, evaluation, conditionToken } = order;
  if (status !== 'open' || evaluation === undefined) return undefined;
  const { reason, opensAt, isPaused, amountOut } = evaluation;
  if (isPaused === true) return 'The operator has paused new swaps.';
  if (opensAt !== undefined) return `Waits until ${fullTime(opensAt)}.`;
  const buy = find(order.outputToken);
  if (reason === 'below-minimum' && amountOut !== undefined && buy !== undefined)
    return `The market pays ${tokensText(amountOut, buy)}, which is below its minimum.`;
  if (reason === 'waiting-price' && conditionToken !== undefined)
    return `Waits until ${targetWords({ ...order, conditionToken }, find)}.`;
  return WAITS[reason] ?? `It waits: ${reason}.`;
}

/** An amount with its unit, exact. */
export const tokensText = (units: string, token: ListedToken): string =>
  `${exactAmount(units, token.decimals)} ${symbolText(token)}`;
