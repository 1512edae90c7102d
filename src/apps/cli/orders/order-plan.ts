import { randomUUID } from 'node:crypto';
import type { Token } from '../../../domain/market/registry.js';
import { defined } from '../../../domain/shared/fields.js';
import {
  entryThenExits,
  limitOrder,
  recurringPlan,
  SigningError,
  stopAndTarget,
  units,
  type Bound,
  type Exit,
  type Sale,
  type Trigger,
  type UnsignedOrder,
} from '../../../sdk/signing/index.js';
import { findToken } from '../service/tokens.js';
import { ofOption, UsageError } from '../usage-error.js';

/** Terms of an order. Amounts and prices are decimal texts. */
export interface OrderTerms {
  /** Amount to sell, in whole tokens. */
  readonly sell: string;
  readonly of: string;
  readonly for: string;
  readonly atLeast?: string;
  readonly minPrice?: string;
  readonly maxPrice?: string;
  /** Slippage as a fraction. */
  readonly slippage?: string;
  readonly priceOf?: string;
  readonly above?: string;
  readonly below?: string;
  /** Distance of a stop that follows the price: `500bp`, `5%` or a price. */
  readonly trail?: string;
  /** Whether the stop follows the lowest price, and is above it. */
  readonly fromLow?: boolean;
  /** Price from which the stop counts. */
  readonly activate?: string;
  /** Unit of prices; dollars by default. */
  readonly in?: string;
  readonly whenAsked?: boolean;
  readonly from?: Date;
  readonly until?: Date;
  readonly stop?: string;
  readonly target?: string;
  /** Prices of the exits that follow the order once it is confirmed, and their slippage as a fraction. */
  readonly thenStop?: string;
  readonly thenTarget?: string;
  readonly thenSlippage?: string;
  /** Time between two orders of a plan, in milliseconds. */
  readonly every?: number;
  readonly times?: number;
  readonly clientOrderId?: string;
}

/** An order with its uuid, which is signed with it. */
export type PlannedOrder = UnsignedOrder & { readonly uuid: string };

/**
 * Makes the orders that the terms describe: a single order, a target and a stop, or the orders of a plan.
 *
 * @throws UsageError that names the option.
 */
export function plannedOrders(terms: OrderTerms, tokens: readonly Token[]): readonly PlannedOrder[] {
  requireOneKind(terms);
  const named = (option: string, name: string, ofSubnet = false) =>
    ofOption(`--${option}`, () => findToken(name, tokens, { ofSubnet }));
  const sell = named('of', terms.of, true);
  const buy = named('for', terms.for, terms.thenTarget !== undefined);
  ofOption('--sell', () => units(terms.sell, sell));
  if (terms.atLeast !== undefined) ofOption('--at-least', () => units(terms.atLeast!, buy));
  const window = defined({ from: terms.from, to: terms.until });
  const sale: Sale = { sell, buy, amount: terms.sell, window };
  const unit = terms.in === undefined || terms.in === 'USD' ? {} : { in: named('in', terms.in).contractId };
  const orders = ofTerms(() => {
    if (terms.target !== undefined) return stopAndTarget({ ...sale, ...unit, ...exitsOf(terms) });
    if (terms.every !== undefined) return planOf(terms, { sell, buy, amount: terms.sell });
    const trigger = triggerOf(terms, { tokenOf: (name) => named('price-of', name), sell, unit });
    const when = terms.whenAsked === true ? 'asked' : trigger;
    if (terms.thenTarget !== undefined)
      return entryThenExits({
        ...sale,
        ...entryBoundOf(terms),
        ...(when !== undefined && { when }),
        exits: { ...unit, ...thenOf(terms) },
      });
    return [limitOrder({ ...sale, ...boundOf(terms), ...(when !== undefined && { when }) })];
  });
  const { clientOrderId } = terms;
  return orders.map((order) => ({
    ...order,
    ...defined({ clientOrderId }),
    uuid: order.uuid ?? randomUUID(),
  }));
}

/** Requires that the options on the command line all belong to one kind of order. */
function requireOneKind(terms: OrderTerms): void {
  const { thenStop, thenTarget, thenSlippage } = terms;
  const { stop, target, every, times, above, below, trail, priceOf, whenAsked, from, until, clientOrderId } =
    terms;
  const given = (options: Readonly<Record<string, unknown>>) =>
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [name],
    );
  const together = (first: Readonly<Record<string, unknown>>) => {
    const names = given(first);
    if (names.length === 1)
      throw new UsageError(`${names[0]} needs ${Object.keys(first).find((name) => name !== names[0])}`);
  };
  together({ '--stop': stop, '--target': target });
  together({ '--every': every, '--times': times });
  together({ '--then-stop': thenStop, '--then-target': thenTarget });
  if ((thenSlippage === undefined) !== (thenTarget === undefined))
    throw new UsageError('--then-stop and --then-target come with --then-slippage, their largest loss');
  const price = given({ '--above': above, '--below': below, '--trail': trail });
  const kinds = [
    given({ '--target': target }),
    given({ '--every': every }),
    ...((target ?? every) ? [given({ '--then-target': thenTarget })] : []),
    price.slice(0, 1),
    given({ '--when-asked': whenAsked }),
  ].flat();
  if (kinds.length > 1) throw new UsageError(`${kinds.join(' and ')} do not go together`);
  if (price.length > 1)
    throw new UsageError(
      `${price.join(' and ')} do not go together: use --stop and --target, or --trail alone`,
    );
  if (price.length === 1 && priceOf === undefined && trail === undefined)
    throw new UsageError(`${price[0]} needs --price-of, the token whose price it is`);
  if (price.length === 0 && priceOf !== undefined)
    throw new UsageError('--price-of needs --above, --below or --trail');
  if (terms.in !== undefined && price.length === 0 && (target ?? thenTarget) === undefined)
    throw new UsageError('--in needs a price: --above, --below, --trail, or --stop and --target');
  const [ofTrail] = given({ '--from-low': terms.fromLow, '--activate': terms.activate });
  if (ofTrail !== undefined && trail === undefined) throw new UsageError(`${ofTrail} needs --trail`);
  if (every !== undefined && until !== undefined)
    throw new UsageError('--until does not go with --every: --times says how many there are');
  if (clientOrderId !== undefined && (target ?? every ?? thenTarget) !== undefined)
    throw new UsageError('--client-order-id names one order, and these are several');
  if (from !== undefined && until !== undefined && until <= from)
    throw new UsageError('--until must be after --from');
}

function boundsOf(terms: OrderTerms): readonly (readonly [option: string, bound: Bound])[] {
  const { atLeast, minPrice, maxPrice, slippage } = terms;
  return [
    ...(atLeast === undefined ? [] : [['--at-least', { atLeast }] as const]),
    ...(minPrice === undefined ? [] : [['--min-price', { minPrice }] as const]),
    ...(maxPrice === undefined ? [] : [['--max-price', { maxPrice }] as const]),
    ...(slippage === undefined ? [] : [['--slippage', { slippage }] as const]),
  ];
}

function boundOf(terms: OrderTerms): Bound {
  const bounds = boundsOf(terms);
  if (bounds.length === 1) return bounds[0]![1];
  if (bounds.length > 1)
    throw new UsageError(`${bounds.map(([option]) => option).join(' and ')} do not go together`);
  throw new UsageError(
    'say what may be received at worst: --at-least, --min-price, --max-price, --slippage; --at-least 0 accepts any amount',
  );
}

/**
 * Target and stop. If the terms have both a slippage and another bound, the slippage is for the stop, which must sell in a crash,
 * and the other bound for the target.
 */
function exitsOf(terms: OrderTerms): { readonly target: Exit; readonly stop: Exit } {
  const { slippage, ...others } = terms;
  const both = slippage !== undefined && boundsOf(others).length > 0;
  const target = both ? boundOf(others) : boundOf(terms);
  const stop = both ? { slippage } : target;
  return { target: { price: terms.target!, ...target }, stop: { price: terms.stop!, ...stop } };
}

/** Bound of an entry, which guarantees an amount. */
function entryBoundOf(terms: OrderTerms) {
  const bound = boundOf(terms);
  if ('slippage' in bound)
    throw new UsageError(
      '--then-stop and --then-target need --at-least, --min-price or --max-price: exits sell what the order guarantees',
    );
  return bound;
}

const thenOf = ({ thenStop, thenTarget, thenSlippage }: OrderTerms) => ({
  target: { price: thenTarget!, slippage: thenSlippage! },
  stop: { price: thenStop!, slippage: thenSlippage! },
});

const planOf = (terms: OrderTerms, sale: Omit<Sale, 'window'>): readonly UnsignedOrder[] =>
  recurringPlan({
    ...sale,
    ...boundOf(terms),
    runs: terms.times!,
    everyMs: terms.every!,
    ...(terms.from !== undefined && { startAt: terms.from }),
  });

/** Trigger at a price, or at a stop that follows the price, of the sold token unless another is named. */
function triggerOf(
  { priceOf, above, below, trail, fromLow, activate }: OrderTerms,
  given: { tokenOf: (name: string) => Token; sell: Token; unit: { readonly in?: string } },
): Trigger | undefined {
  const { tokenOf, sell, unit } = given;
  if (trail !== undefined) {
    const price = { token: priceOf === undefined ? sell : tokenOf(priceOf), ...unit };
    const activation = defined({ activation: activate });
    if (fromLow === true) return { ...price, ...activation, risesFromLow: trail };
    return { ...price, ...activation, fallsFromHigh: trail };
  }
  if (priceOf === undefined) return undefined;
  const price = { token: tokenOf(priceOf), ...unit };
  return above === undefined ? { ...price, atOrBelow: below! } : { ...price, atOrAbove: above };
}

/** Reports a signing error about the terms as a mistake on the command line. */
function ofTerms(work: () => readonly UnsignedOrder[]): readonly UnsignedOrder[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}
