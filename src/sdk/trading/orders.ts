import type { Token } from '../../domain/market/registry.js';
import { defined } from '../../domain/shared/fields.js';
import type {
  BracketTerms,
  LeastOutput,
  LevelTerms,
  LimitTerms,
  NamedExit,
  NamedIds,
  NamedKind,
  NamedLevel,
  NamedRate,
  NamedSale,
  NamedUnit,
  NamedWindow,
  RecurringTerms,
  TermsByKind,
  TwapTerms,
} from '../client/orders/named-terms.js';
import { refuseUnknownFields } from '../signing/known-fields.js';
import {
  entryThenExits,
  limitOrder,
  recurringPlan,
  stopAndTarget,
  twapPlan,
  type Bound,
  type Exit,
  type Sale,
  type Stop,
  type UnsignedOrder,
} from '../signing/index.js';
import {
  fractionText,
  levelPrice,
  nameIn,
  outputBound,
  rateBound,
  requireExitSides,
  trailDistance,
  type Deal,
  type FixedBound,
  type Priced,
} from './prices.js';
import { requireObject, TermsError } from './terms-error.js';
import { tokenNamed } from './tokens.js';

/** Slippage of an order that names no bound, a fraction. */
const SLIPPAGE = '0.01';

const HOUR_MS = 3_600_000;

const SALE = ['sell', 'buy', 'amount', 'maxPriceImpact'];
const LEAST = ['atLeast', 'slippage'];
const SINGLE = [...SALE, 'window', 'uuid', 'clientOrderId'];
const LEVEL = ['price', 'percentFromMarket'];
const PLAN = [...SALE, ...LEAST, 'price', 'startAt', 'strategyId'];

/** Terms that each kind has. */
const FIELDS: Readonly<Record<NamedKind, readonly string[]>> = {
  market: [...SINGLE, ...LEAST],
  limit: [...SINGLE, ...LEVEL, 'atLeast'],
  stop: [...SINGLE, ...LEAST, ...LEVEL, 'in'],
  target: [...SINGLE, ...LEAST, ...LEVEL, 'in'],
  trail: [...SINGLE, ...LEAST, 'fallsFromHigh', 'activation', 'in'],
  stopAndTarget: [...SALE, 'window', 'stop', 'target', 'in', 'strategyId'],
  twap: [...PLAN, 'parts', 'spanMs', 'delay', 'seed', 'late'],
  recurring: [...PLAN, 'runs', 'everyMs'],
  bracket: [...SALE, ...LEVEL, 'atLeast', 'window', 'target', 'stop', 'in', 'strategyId'],
};

/**
 * The orders that terms describe, before they are signed. The tokens of the deal are those that the terms name.
 *
 * @throws TermsError, and SigningError like the functions of `sluice/signing`.
 */
export function ordersOf<K extends NamedKind>(
  kind: K,
  terms: TermsByKind[K],
  deal: Deal,
): readonly UnsignedOrder[] {
  refuseUnknownFields(`an order of the kind ${kind}`, terms, FIELDS[kind]);
  const { window = {}, target, stop } = terms as Partial<Record<'window' | 'target' | 'stop', unknown>>;
  const groups = kind === 'stopAndTarget' || kind === 'bracket' ? { window, target, stop } : { window };
  for (const [name, group] of Object.entries(groups)) requireObject(name, group);
  const { maxPriceImpact: most } = terms;
  const bound = defined({ maxPriceImpact: most === undefined ? most : fractionText('maxPriceImpact', most) });
  return MAKERS[kind](terms, deal).map((order) => ({ ...order, ...bound }));
}

const MAKERS: { readonly [K in NamedKind]: (terms: TermsByKind[K], deal: Deal) => readonly UnsignedOrder[] } =
  {
    market: (terms, deal) => {
      const { from, to = hourAfter(from, deal) } = terms.window ?? {};
      const window = { from, to };
      return single(terms, limitOrder({ ...saleOf({ ...terms, window }, deal), ...leastOf(terms) }));
    },
    limit: (terms, deal) => single(terms, limitOrder({ ...saleOf(terms, deal), ...limitOf(terms, deal) })),
    stop: (terms, deal) => atLevel(terms, deal, 'below'),
    target: (terms, deal) => atLevel(terms, deal, 'above'),
    trail: (terms, deal) => {
      const { fallsFromHigh: distance, activation } = terms;
      const priced = pricedOf(terms, deal, deal.sell);
      const fallsFromHigh = trailDistance('fallsFromHigh', distance, { deal, priced });
      const when = { token: priced.token, ...defined({ in: priced.in, activation }), fallsFromHigh };
      return single(terms, limitOrder({ ...saleOf(terms, deal), ...leastOf(terms), when }));
    },
    stopAndTarget: (terms, deal) => {
      const priced = pricedOf(terms, deal, deal.sell);
      const exit = (name: 'stop' | 'target', side: 'below' | 'above') =>
        exitOf(name, terms[name], (level) => levelPrice(name, level, { deal, priced, side }));
      return stopAndTarget({
        ...saleOf(terms, deal),
        ...defined({ in: priced.in, strategyId: terms.strategyId }),
        target: exit('target', 'above'),
        stop: exit('stop', 'below'),
      });
    },
    twap: (terms, deal) => {
      const { parts, spanMs, delay, seed, late } = terms;
      return twapPlan({ ...planOf(terms, deal), parts, spanMs, ...defined({ delay, seed, late }) });
    },
    recurring: (terms, deal) => {
      const { runs, everyMs } = terms;
      return recurringPlan({ ...planOf(terms, deal), runs, everyMs });
    },
    bracket: (terms, deal) => {
      const { target, stop, strategyId } = terms;
      const priced = pricedOf(terms, deal, deal.buy);
      const price = (name: string) => (level: NamedLevel) => levelPrice(name, level, { deal, priced });
      const orders = entryThenExits({
        ...saleOf(terms, deal),
        ...limitOf(terms, deal),
        ...defined({ strategyId }),
        exits: {
          ...defined({ in: priced.in }),
          target: exitOf('target', target, price('target')),
          stop:
            'fallsFromHigh' in stop ? trailOf(stop, { deal, priced }) : exitOf('stop', stop, price('stop')),
        },
      });
      requireExitSides(orders, { deal, priced });
      return orders;
    },
  };

/** End of an order that is meant for now or for its first moment: an hour after it. */
const hourAfter = (from: Date | undefined, { now }: Deal): Date =>
  new Date(Math.max(now(), from?.getTime() ?? 0) + HOUR_MS);

const single = ({ uuid, clientOrderId }: NamedIds, order: UnsignedOrder): readonly UnsignedOrder[] => [
  { ...order, ...defined({ uuid, clientOrderId }) },
];

const saleOf = ({ amount, window }: NamedSale & NamedWindow, { sell, buy }: Deal): Sale => ({
  ...{ sell, buy, amount },
  ...(window !== undefined && { window: defined(window) }),
});

function planOf(terms: TwapTerms | RecurringTerms, deal: Deal) {
  const { startAt, strategyId, price } = terms;
  if (price !== undefined && (terms.atLeast ?? terms.slippage) !== undefined)
    throw new TermsError('price', 'give one of price, atLeast and slippage');
  const bound = price === undefined ? leastOf(terms) : rateBound('price', price, deal);
  return { ...saleOf(terms, deal), ...bound, ...defined({ startAt, strategyId }) };
}

function atLevel(terms: LevelTerms, deal: Deal, side: 'below' | 'above'): readonly UnsignedOrder[] {
  const priced = pricedOf(terms, deal, deal.sell);
  const price = levelPrice('', terms, { deal, priced, side });
  const { token, in: unit } = priced;
  const of = { token, ...defined({ in: unit }) };
  const when = side === 'below' ? { ...of, atOrBelow: price } : { ...of, atOrAbove: price };
  return single(terms, limitOrder({ ...saleOf(terms, deal), ...leastOf(terms), when }));
}

/** The price of a token in the unit that the terms name. */
export function pricedOf(
  { in: unit = 'USD' }: NamedUnit,
  { tokens }: Pick<Deal, 'tokens'>,
  token: Token,
): Priced {
  return unit === 'USD' ? { token, unit } : { token, unit, in: tokenNamed('in', unit, tokens).contractId };
}

export function leastOf(terms: LeastOutput, outer = ''): Bound {
  const { atLeast, slippage = SLIPPAGE } = terms;
  if (atLeast === undefined) return { slippage: fractionText(nameIn(outer, 'slippage'), slippage) };
  if (terms.slippage !== undefined)
    throw new TermsError(nameIn(outer, 'slippage'), 'give atLeast or slippage, not both');
  return { atLeast };
}

export function limitOf(
  terms: NamedRate & Pick<LimitTerms, 'atLeast' | 'percentFromMarket'>,
  deal: Deal,
): FixedBound {
  const { price, atLeast, percentFromMarket } = terms;
  const given = [price, atLeast, percentFromMarket].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw new TermsError('price', 'a limit needs exactly one of price, percentFromMarket and atLeast');
  if (price !== undefined) return rateBound('price', price, deal);
  if (atLeast !== undefined) return { atLeast };
  if (Number(percentFromMarket) <= 0)
    throw new TermsError(
      'percentFromMarket',
      'above 0 for a limit: it is how much more of `buy` to get than the market gives now. Buying 10% cheaper is 11.11; selling now is a market order',
    );
  return outputBound('percentFromMarket', percentFromMarket, deal);
}

function exitOf(name: string, exit: NamedExit, priceOf: (exit: NamedExit) => string): Exit {
  refuseUnknownFields(name, exit, [...LEVEL, ...LEAST]);
  return { price: priceOf(exit), ...leastOf(exit, name) };
}

function trailOf(
  stop: Extract<BracketTerms['stop'], { readonly fallsFromHigh: string }>,
  given: { readonly deal: Deal; readonly priced: Priced },
): Stop {
  refuseUnknownFields('stop', stop, ['fallsFromHigh', 'activation', ...LEAST]);
  const { activation } = stop;
  const fallsFromHigh = trailDistance('stop.fallsFromHigh', stop.fallsFromHigh, given);
  return { ...leastOf(stop, 'stop'), fallsFromHigh, ...defined({ activation }) };
}
