import { defined } from '../../../domain/shared/fields.js';
import type { Token } from '../../../domain/market/registry.js';
import type { Market } from '../../../sdk/words/warnings.js';
import {
  decimal,
  limitOrder,
  recurringPlan,
  SigningError,
  stopAndTarget,
  twapPlan,
  units,
  type Bound,
  type Sale,
  type UnsignedOrder,
} from '../../../sdk/signing/index.js';
import { tokenOf } from '../token-arguments.js';
import { badArgument, ToolError, type Arguments } from '../tool.js';
import { MOST_PARTS, numberOf, textOf, timeOf, type OrderKind } from './order-arguments.js';

/** A sale with what its terms are made from. */
export interface WantedOrder {
  readonly kind: OrderKind;
  readonly args: Arguments;
  readonly sell: Token;
  readonly buy: Token;
  /** Amount to sell, in whole tokens. */
  readonly amount: string;
  readonly market: Omit<Market, 'balance'>;
  readonly tokens: readonly Token[];
}

/** Slippage of an order that names no bound, a fraction. */
const SLIPPAGE = '0.01';
const MINUTE_MS = 60_000;

/** The orders, before they are signed. @throws ToolError that names the argument at fault. */
export function termsOf(wanted: WantedOrder): readonly UnsignedOrder[] {
  try {
    return ordersOf(wanted);
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    throw new ToolError(error.message, { code: error.code });
  }
}

function ordersOf(wanted: WantedOrder): readonly UnsignedOrder[] {
  const { kind, args, sell, buy, amount } = wanted;
  const window = defined({ from: timeOf(args, 'validFrom'), to: timeOf(args, 'validTo') });
  const sale: Sale = { sell, buy, amount, window };
  const unit = unitOf(wanted);
  switch (kind) {
    case 'market':
      return [limitOrder({ ...sale, ...boundOf(args) })];
    case 'limit':
      return [limitOrder({ ...sale, ...limitOf(wanted) })];
    case 'stop':
      return [
        limitOrder({ ...sale, ...boundOf(args), when: { token: sell, ...unit, atOrBelow: below(wanted) } }),
      ];
    case 'target':
      return [
        limitOrder({ ...sale, ...boundOf(args), when: { token: sell, ...unit, atOrAbove: above(wanted) } }),
      ];
    case 'trail': {
      const fallsFromHigh = `${numberOf(args, 'trailPercent', 0.01, 99).toFixed(2)}%`;
      return [limitOrder({ ...sale, ...boundOf(args), when: { token: sell, ...unit, fallsFromHigh } })];
    }
    case 'stop_and_target': {
      const target = { price: above(wanted, 'targetPrice', 'targetPercentFromMarket'), ...boundOf(args) };
      return stopAndTarget({ ...sale, ...unit, target, stop: { price: below(wanted), ...boundOf(args) } });
    }
    case 'twap': {
      const parts = numberOf(args, 'parts', 2, MOST_PARTS);
      const spanMs = Math.round(numberOf(args, 'spanMinutes', parts, 525_600) * MINUTE_MS);
      return twapPlan({ sell, buy, amount, ...boundOf(args), ...startOf(args), parts, spanMs });
    }
    case 'recurring': {
      const everyMs = Math.round(numberOf(args, 'everyMinutes', 1, 525_600) * MINUTE_MS);
      const runs = numberOf(args, 'runs', 2, MOST_PARTS);
      return recurringPlan({ sell, buy, amount, ...boundOf(args), ...startOf(args), runs, everyMs });
    }
  }
}

/** Start of a plan, which ends by itself. */
function startOf(args: Arguments): { readonly startAt?: Date } {
  if (args['validTo'] !== undefined)
    throw badArgument('validTo', 'does not go with a plan, whose last order says when it ends');
  return defined({ startAt: timeOf(args, 'validFrom') });
}

function boundOf(args: Arguments): Bound {
  const [atLeast, slippage] = [textOf(args, 'atLeast'), textOf(args, 'slippage')];
  if (atLeast !== undefined && slippage !== undefined)
    throw badArgument('slippage', 'give atLeast or slippage, not both');
  return atLeast === undefined ? { slippage: slippage ?? SLIPPAGE } : { atLeast };
}

/** Bound of a limit order: its price, or its least amount, or so far from what the market pays for the amount. */
function limitOf({ args, sell, buy, amount, market: { quote } }: WantedOrder): Bound {
  if (args['slippage'] !== undefined)
    throw badArgument('slippage', 'does not go with limit, whose price is the worst that it accepts');
  const given = (['price', 'percentFromMarket', 'atLeast'] as const).filter(
    (field) => args[field] !== undefined,
  );
  if (given.length !== 1)
    throw badArgument('price', 'a limit order needs exactly one of price, percentFromMarket and atLeast');
  if (given[0] === 'atLeast') return { atLeast: textOf(args, 'atLeast')! };
  if (given[0] === 'price') return { minPrice: textOf(args, 'price')! };
  const bps = basisPoints(args, 'percentFromMarket');
  const paid = quote === undefined ? 0n : BigInt(quote.amountOutExact);
  if (paid === 0n)
    throw badArgument(
      'percentFromMarket',
      `the market quotes nothing for ${amount} ${sell.symbol} in ${buy.symbol}: give a price`,
    );
  const least = (paid * (10_000n + bps) + 9_999n) / 10_000n;
  return { atLeast: decimal(least, buy.decimals) };
}

const basisPoints = (args: Arguments, field: 'percentFromMarket' | 'targetPercentFromMarket'): bigint =>
  BigInt(Math.round(numberOf(args, field, -99, 10_000) * 100));

/** Price of a stop, which must be below the market. */
function below(wanted: WantedOrder): string {
  const { price, market, field } = triggerPrice(wanted, 'price', 'percentFromMarket');
  if (market !== undefined && Number(price) >= market)
    throw badArgument(field, `a stop must be below the market, which is ${shown(market, wanted)}`);
  return price;
}

/** Price of a target, which must be above the market. */
function above(
  wanted: WantedOrder,
  priceField: 'price' | 'targetPrice' = 'price',
  percentField: 'percentFromMarket' | 'targetPercentFromMarket' = 'percentFromMarket',
): string {
  const { price, market, field } = triggerPrice(wanted, priceField, percentField);
  if (market !== undefined && Number(price) <= market)
    throw badArgument(field, `a target must be above the market, which is ${shown(market, wanted)}`);
  return price;
}

function triggerPrice(
  wanted: WantedOrder,
  priceField: 'price' | 'targetPrice',
  percentField: 'percentFromMarket' | 'targetPercentFromMarket',
) {
  const { args, sell } = wanted;
  const market = marketPrice(wanted);
  const price = textOf(args, priceField);
  const percent = args[percentField];
  if ((price === undefined) === (percent === undefined))
    throw badArgument(priceField, `give either ${priceField} or ${percentField}`);
  if (price !== undefined) {
    if (!/^[0-9]+(\.[0-9]+)?$/.test(price)) throw badArgument(priceField, 'decimal text such as "1.5"');
    return { price, market, field: priceField };
  }
  if (market === undefined)
    throw badArgument(percentField, `${sell.symbol} has no market price in this unit: give ${priceField}`);
  const wantedPrice = (market * Number(10_000n + basisPoints(args, percentField))) / 10_000;
  return { price: priceText(wantedPrice), market, field: percentField };
}

/** Price of the sold token now, in the unit of the order's price; undefined if unknown. */
export const marketPrice = (wanted: WantedOrder): number | undefined => {
  const { sell, market } = wanted;
  return market.priceOf(sell.base ?? sell.contractId, unitOf(wanted).in ?? 'USD');
};

function unitOf({ args, tokens }: WantedOrder): { readonly in?: string } {
  const unit = args['in'];
  if (unit === undefined || unit === 'USD') return {};
  return { in: tokenOf('in', unit, tokens).contractId };
}

/** A price with its unit. */
export const shown = (price: number, { args }: WantedOrder): string =>
  `${priceText(price)} ${typeof args['in'] === 'string' ? args['in'] : 'USD'}`;

/** Significant digits of a computed price. */
const DIGITS = 8;
const MOST_DECIMALS = 18;

/** A positive number as decimal text without exponent. */
export function priceText(price: number): string {
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(price))));
  const text = price.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The whole amount of a balance, or the amount as given, checked against the token. */
export function amountOf(given: string, sell: Token, balance: bigint | undefined): string {
  if (given.toLowerCase() !== 'all') {
    units(given, sell);
    return given;
  }
  if (balance === undefined) throw badArgument('amount', 'the balance is unknown now: name the amount');
  if (balance === 0n)
    throw badArgument(
      'amount',
      `the owner holds no ${sell.symbol} in the subnet copy ${sell.contractId}, from which orders are paid: deposit first`,
    );
  return decimal(balance, sell.decimals);
}
