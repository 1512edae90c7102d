import type { JsonSchema } from '../../../adapters/express/index.js';
import { badArgument, type Arguments } from '../tool.js';

/** Most orders of a plan: what is signed for each is part of the answer. */
export const MOST_PARTS = 20;

/** Kinds of orders, each with its meaning. */
const KINDS = {
  market: 'now, at what the market pays; within an hour unless validTo says otherwise',
  limit: 'as soon as the market pays price or better',
  stop: 'when the price of the sold token falls to price',
  target: 'when it rises to price',
  trail: 'when it falls trailPercent from its highest since then',
  stop_and_target: 'at whichever comes first: price (the stop) or targetPrice',
  twap: 'in equal parts over spanMinutes',
  recurring: 'amount again and again, every everyMinutes',
  bracket:
    'like limit, and then what it bought, at whichever comes first: targetPrice, or the stop (stopPrice or trailPercent)',
} as const;

/** Kind of an order to prepare. */
export type OrderKind = keyof typeof KINDS;

const decimals = (description: string): JsonSchema => ({ type: 'string', description });
const number = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'number',
  description,
  ...more,
});

/** Arguments of `prepare_order`. */
export const PROPERTIES = {
  kind: {
    type: 'string',
    enum: Object.keys(KINDS),
    description: Object.entries(KINDS)
      .map(([kind, what]) => `${kind}: sells ${what}`)
      .join('; '),
  },
  sell: { type: 'string', description: 'token to sell: a symbol such as STX, or a contract id' },
  buy: { type: 'string', description: 'token to receive: a symbol, or a contract id' },
  amount: decimals(
    'how much to sell, in whole tokens: "100" or "100 STX"; "all" for the whole balance of the subnet copy',
  ),
  owner: { type: 'string', description: 'address of the wallet that sells, signs and is paid' },
  price: decimals(
    'limit: tokens of buy for each token of sell, or with the token that counts it, such as "101000 USDd" for each sBTC; stop, target: price of the sold token in dollars, or in the token of `in`',
  ),
  percentFromMarket: number(
    'in place of price, relative to the market now, in percent: for stop -10 is ten percent below, for target 10 ten percent above; for limit and bracket above 0: 10 wants ten percent more of buy than the market gives',
  ),
  targetPrice: decimals(
    'stop_and_target, bracket: the price of the target, of one token that it sells; a bracket’s exits sell buy',
  ),
  targetPercentFromMarket: number('in place of targetPrice, relative to the market now'),
  stopPrice: decimals('bracket: the price of the stop'),
  stopPercentFromMarket: number('in place of stopPrice, relative to the market now'),
  trailPercent: number(
    'trail, or the stop of a bracket that follows the price: distance from the highest price, 0.01 to 99',
  ),
  in: { type: 'string', description: 'token that counts the price of a stop or target; dollars when absent' },
  atLeast: decimals('least amount of buy to accept in all, in whole tokens; in place of slippage'),
  slippage: decimals(
    'largest loss against the quote when it is sent: "0.01" or "1%", which is used when absent; not for limit',
  ),
  maxPriceImpact: decimals(
    'largest price impact at which it is sent, "0.1" or "10%"; above it the order waits, also a stop. 5% when absent',
  ),
  validFrom: { type: 'string', description: 'time before which it is not sent, ISO 8601' },
  validTo: { type: 'string', description: 'time from which it is not sent any more, ISO 8601' },
  parts: number('twap: number of parts, 2 to 20'),
  spanMinutes: number('twap: minutes from the first part to the last, at least one for each part'),
  runs: number('recurring: number of orders, 2 to 20'),
  everyMinutes: number('recurring: minutes between two orders'),
  replaces: {
    type: 'string',
    description:
      'uuid of the owner’s open order that is cancelled as this one is stored; both or neither happen',
  },
  acceptLoss: {
    type: 'boolean',
    description:
      'true: prepare what is probably a mistake: it accepts over 15% less than the market pays, or asks for over three times as much',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Name of an argument of `prepare_order`. */
export type OrderField = keyof typeof PROPERTIES;

export const ORDER_ARGUMENTS: JsonSchema = {
  type: 'object',
  properties: PROPERTIES,
  required: ['kind', 'sell', 'buy', 'amount', 'owner'],
  additionalProperties: false,
};
export const ORDER_FIELDS = Object.keys(PROPERTIES);

/** Arguments that only some kinds take. */
const OF_KIND = {
  slippage: ['market', 'stop', 'target', 'trail', 'stop_and_target', 'twap', 'recurring', 'bracket'],
  validTo: ['market', 'limit', 'stop', 'target', 'trail', 'stop_and_target', 'bracket'],
  price: ['limit', 'stop', 'target', 'stop_and_target', 'bracket'],
  percentFromMarket: ['limit', 'stop', 'target', 'stop_and_target', 'bracket'],
  targetPrice: ['stop_and_target', 'bracket'],
  targetPercentFromMarket: ['stop_and_target', 'bracket'],
  stopPrice: ['bracket'],
  stopPercentFromMarket: ['bracket'],
  trailPercent: ['trail', 'bracket'],
  in: ['stop', 'target', 'trail', 'stop_and_target', 'bracket'],
  parts: ['twap'],
  spanMinutes: ['twap'],
  runs: ['recurring'],
  everyMinutes: ['recurring'],
} as const satisfies Partial<Record<OrderField, readonly OrderKind[]>>;

/** Reads the kind, and refuses arguments of other kinds: an order without a term that its owner gave is not the owner's order. */
export function kindOf(args: Arguments): OrderKind {
  const { kind } = args;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    throw badArgument('kind', `one of ${Object.keys(KINDS).join(', ')}`);
  for (const [field, kinds] of Object.entries(OF_KIND))
    if (args[field] !== undefined && !(kinds as readonly string[]).includes(kind))
      throw badArgument(field, `does not go with ${kind}; it is for ${kinds.join(', ')}`);
  return kind as OrderKind;
}

/** Decimal text of an argument; a number is read as the text that JSON writes for it. */
export function textOf(args: Arguments, field: OrderField): string | undefined {
  const value = args[field];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= 100) return value;
  if (typeof value === 'number' && /^[0-9.]+$/.test(String(value))) return String(value);
  throw badArgument(field, 'decimal text such as "1.5"');
}

/** A number between the bounds. */
export function numberOf(args: Arguments, field: OrderField, min: number, max: number): number {
  const value = args[field];
  const read = typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : value;
  if (typeof read === 'number' && read >= min && read <= max) return read;
  throw badArgument(field, `${value === undefined ? 'is required: ' : ''}a number from ${min} to ${max}`);
}

export function timeOf(args: Arguments, field: 'validFrom' | 'validTo'): Date | undefined {
  const value = args[field];
  if (value === undefined) return undefined;
  const time = typeof value === 'string' && /^\d{4}-/.test(value) ? new Date(value) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    throw badArgument(field, 'an ISO 8601 time such as 2030-01-31T12:00:00Z');
  return time;
}
