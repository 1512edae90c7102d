import { defined } from '../../../domain/shared/fields.js';
import type {
  BracketTerms,
  LeastOutput,
  LimitTerms,
  NamedLevel,
  NamedSale,
} from '../../../sdk/client/index.js';
import { SigningError, type UnsignedOrder } from '../../../sdk/signing/index.js';
import {
  marketPrice,
  ordersOf,
  pricedOf,
  priceText,
  TermsError,
  type Deal,
} from '../../../sdk/trading/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { badArgument, ToolError, type Arguments } from '../tool.js';
import { MOST_PARTS, numberOf, textOf, timeOf, type OrderField, type OrderKind } from './order-arguments.js';

/** A sale with what its terms are made from. */
export interface WantedOrder extends Deal {
  readonly kind: OrderKind;
  readonly args: Arguments;
  /** Amount to sell, in whole tokens. */
  readonly amount: string;
}

const MINUTE_MS = 60_000;

/** Arguments by the terms that they become, if those have other names. */
const ARGUMENTS: Readonly<Record<string, OrderField>> = {
  'stop.price': 'price',
  'stop.percentFromMarket': 'percentFromMarket',
  'target.price': 'targetPrice',
  'target.percentFromMarket': 'targetPercentFromMarket',
};

/** The same for a bracket, whose `price` is that of its entry. */
const OF_BRACKET: typeof ARGUMENTS = {
  ...ARGUMENTS,
  'stop.price': 'stopPrice',
  'stop.percentFromMarket': 'stopPercentFromMarket',
};

/** The orders, before they are signed. @throws ToolError that names the argument at fault. */
export function termsOf(wanted: WantedOrder): readonly UnsignedOrder[] {
  try {
    return madeOf(wanted);
  } catch (error) {
    if (error instanceof TermsError) {
      const named = (wanted.kind === 'bracket' ? OF_BRACKET : ARGUMENTS)[error.field];
      throw badArgument(named ?? error.field, error.message, error.details);
    }
    if (!(error instanceof SigningError)) throw error;
    throw new ToolError(error.message, { code: error.code });
  }
}

function madeOf(wanted: WantedOrder): readonly UnsignedOrder[] {
  const { kind, args, sell, buy, amount } = wanted;
  const impact = defined({ maxPriceImpact: textOf(args, 'maxPriceImpact') });
  const sale: NamedSale = { sell: sell.contractId, buy: buy.contractId, amount, ...impact };
  const [from, to] = [timeOf(args, 'validFrom'), timeOf(args, 'validTo')];
  const windowed = { ...sale, window: defined({ from, to }) };
  const planned = { ...sale, ...leastOf(args), ...defined({ startAt: from }) };
  const unit = defined({ in: textOf(args, 'in') });
  const level = levelOf(args, 'price', 'percentFromMarket');
  switch (kind) {
    case 'market':
      return ordersOf('market', { ...windowed, ...leastOf(args) }, wanted);
    case 'limit':
      return ordersOf('limit', { ...windowed, ...limitOf(args, buy) }, wanted);
    case 'stop':
    case 'target':
      return ordersOf(kind, { ...windowed, ...unit, ...level, ...leastOf(args) }, wanted);
    case 'trail':
      return ordersOf('trail', { ...windowed, ...unit, ...leastOf(args), ...trailOf(args) }, wanted);
    case 'stop_and_target': {
      const stop = { ...level, ...leastOf(args) };
      const target = { ...levelOf(args, 'targetPrice', 'targetPercentFromMarket'), ...leastOf(args) };
      return ordersOf('stopAndTarget', { ...windowed, ...unit, stop, target }, wanted);
    }
    case 'twap': {
      const parts = numberOf(args, 'parts', 2, MOST_PARTS);
      const spanMs = Math.round(numberOf(args, 'spanMinutes', parts, 525_600) * MINUTE_MS);
      return ordersOf('twap', { ...planned, parts, spanMs }, wanted);
    }
    case 'recurring': {
      const everyMs = Math.round(numberOf(args, 'everyMinutes', 1, 525_600) * MINUTE_MS);
      const runs = numberOf(args, 'runs', 2, MOST_PARTS);
      return ordersOf('recurring', { ...planned, runs, everyMs }, wanted);
    }
    case 'bracket':
      return ordersOf('bracket', { ...windowed, ...unit, ...limitOf(args, buy), ...exitsOf(args) }, wanted);
  }
}

/** The exits of a bracket, which have the slippage: its entry has a limit. */
function exitsOf(args: Arguments): Pick<BracketTerms, 'target' | 'stop'> {
  const least = defined({ slippage: textOf(args, 'slippage') });
  const level = levelOf(args, 'stopPrice', 'stopPercentFromMarket');
  if (args['trailPercent'] !== undefined && Object.keys(level).length > 0)
    throw badArgument('trailPercent', 'give one of stopPrice, stopPercentFromMarket and trailPercent');
  return {
    target: { ...levelOf(args, 'targetPrice', 'targetPercentFromMarket'), ...least },
    stop: { ...(args['trailPercent'] === undefined ? level : trailOf(args)), ...least },
  };
}

const trailOf = (args: Arguments): { readonly fallsFromHigh: string } => ({
  fallsFromHigh: `${numberOf(args, 'trailPercent', 0.01, 99).toFixed(2)}%`,
});

function limitOf(args: Arguments, buy: Token): Pick<LimitTerms, 'price' | 'percentFromMarket' | 'atLeast'> {
  const { price, ...others } = levelOf(args, 'price', 'percentFromMarket');
  return { ...others, ...defined({ price: rateOf(price, buy), atLeast: textOf(args, 'atLeast') }) };
}

/** A limit's price with the token that counts it, which is the bought one unless the price names another. */
export const rateOf = (price: string | undefined, { contractId }: Token): string | undefined =>
  price === undefined || price.includes(' ') ? price : `${price} ${contractId}`;

const leastOf = (args: Arguments): LeastOutput =>
  defined({ atLeast: textOf(args, 'atLeast'), slippage: textOf(args, 'slippage') });

const levelOf = (
  args: Arguments,
  price: 'price' | 'targetPrice' | 'stopPrice',
  percent: 'percentFromMarket' | 'targetPercentFromMarket' | 'stopPercentFromMarket',
): NamedLevel =>
  defined({
    price: textOf(args, price),
    percentFromMarket: args[percent] === undefined ? undefined : numberOf(args, percent, -99, 10_000),
  });

/** Current price of the token that the order waits for, with the unit of the order's price; undefined if unknown. */
export function priceNow(wanted: WantedOrder): string | undefined {
  const token = wanted.kind === 'bracket' ? wanted.buy : wanted.sell;
  const priced = pricedOf(defined({ in: textOf(wanted.args, 'in') }), wanted, token);
  const price = marketPrice(wanted, priced);
  return price === undefined ? undefined : `${token.symbol} ${priceText(price)} ${priced.unit}`;
}
