import type { ListedToken, Order, Quote } from '../../../../client/index.js';
import type { Clarity, StructuredData, UnsignedOrder } from '../../../../signing/index.js';
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

/** What an order does, as sentences. */
export function orderWords(order: UnsignedOrder, find: Find): readonly string[] {
  const [sell, buy] = [find(order.inputToken), find(order.outputToken)];
  if (sell === undefined || buy === undefined) return [];
  return [
    `Sells ${tokensText(order.amountIn, sell)} for ${boundWords(order, buy)}.`,
    triggerWords(order, find),
    windowWords(order),
    ...(order.maxPriceImpact === undefined
      ? []
      : [`Waits while the price impact is above ${percentText(String(order.maxPriceImpact))}.`]),
  ];
}

function boundWords(order: UnsignedOrder, buy: ListedToken): string {
  if ('minAmountOut' in order && order.minAmountOut !== undefined)
    return `at least ${tokensText(order.minAmountOut, buy)}`;
  return `${symbolText(buy)} at the market, at most ${percentText(String(order.slippage))} less than quoted when it is sent`;
}

function triggerWords({ conditionToken, direction, targetPrice, baseAsset }: UnsignedOrder, find: Find) {
  if (conditionToken === undefined) return 'Is sent only when you execute it.';
  if (conditionToken === '*') return 'Is sent as soon as its time has come and the market pays it.';
  const unit = baseAsset === undefined || baseAsset === 'USD' ? 'dollars' : symbolOf(find, baseAsset);
  const side = direction === 'gt' ? 'at or above' : 'at or below';
  return `Is sent when ${symbolOf(find, conditionToken)} is ${side} ${grouped(targetPrice ?? '')} ${unit}.`;
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

/** One field of what is signed. */
export interface SignedField {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  name: 'the protocol of these signatures',
  version: 'the domain of the token’s subnet',
  'chain-id': 'the chain on which it is valid',
  contract: 'the token that is sold',
  intent: 'what is allowed: moving tokens',
  opcode: 'nothing further',
  amount: 'how much, in smallest units',
  target: 'the router that may move them, and no one else',
  uuid: 'the order: the chain takes it once',
};

/** Domain and message of what is signed, field by field. */
export const signedFields = ({ domain, message }: StructuredData): readonly SignedField[] =>
  [domain, message].flatMap(({ value }) =>
    Object.entries(value).map(([name, field]) => ({
      name,
      value: clarityText(field),
      meaning: MEANINGS[name] ?? '',
    })),
  );

function clarityText(value: Clarity): string {
  switch (value.type) {
    case 'none':
      return 'none';
    case 'some':
      return clarityText(value.value);
    case 'uint':
      return value.value.toString();
    case 'ascii':
    case 'contract':
      return value.value;
    case 'tuple':
      return rawText(value);
  }
}

/** As JSON, with whole numbers as text. */
export const rawText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner), 2);

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
export function waitText({ status, evaluation }: Order): string | undefined {
  if (status !== 'open' || evaluation === undefined) return undefined;
  if (evaluation.isPaused === true) return 'The operator has paused new swaps.';
  return WAITS[evaluation.reason] ?? `It waits: ${evaluation.reason}.`;
}

/** An amount with its unit, exact. */
export const tokensText = (units: string, token: ListedToken): string =>
  `${exactAmount(units, token.decimals)} ${symbolText(token)}`;
