import type { Bound } from '../../../sdk/signing/index.js';
import { UsageError } from '../usage-error.js';

/** Terms of an order, or of the orders of a plan. Amounts and prices are decimal texts. */
export interface OrderTerms extends ConditionTerms, PlanTerms {
  /** Amount to sell, in whole tokens. */
  readonly sell: string;
  readonly of: string;
  readonly for: string;
}

/** Bound, price and window of an order, as options name them. */
export interface ConditionTerms {
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
  readonly from?: Date;
  readonly until?: Date;
}

/** Terms that make several orders, or one that no price sends. */
interface PlanTerms {
  readonly whenAsked?: boolean;
  readonly stop?: string;
  readonly target?: string;
  /** Prices of the exits that follow the order once it is confirmed, and their slippage as a fraction. */
  readonly thenStop?: string;
  readonly thenTarget?: string;
  readonly thenSlippage?: string;
  /** Time between two orders of a plan, in milliseconds. */
  readonly every?: number;
  readonly times?: number;
  /** Amount of all orders of a plan together, in whole tokens. */
  readonly total?: string;
  /** Number of parts in which an amount is sold over a span, in milliseconds. */
  readonly parts?: number;
  readonly over?: number;
  /** Longest delay of a part, as a share of its slot. */
  readonly delay?: string;
  /** Whether a part that was not sent in its slot stays open. */
  readonly catchUp?: boolean;
  readonly clientOrderId?: string;
  readonly integrator?: string;
}

/** Requires that the options on the command line all belong to one kind of order. */
export function requireOneKind(terms: OrderTerms): void {
  const { stop, target, every, times, total, parts, over, whenAsked, from, until, clientOrderId } = terms;
  const { thenStop, thenTarget } = terms;
  requireTogether({ '--stop': stop, '--target': target });
  requireTogether({ '--parts': parts, '--over': over });
  requireTogether({ '--then-stop': thenStop, '--then-target': thenTarget });
  if ((terms.thenSlippage === undefined) !== (thenTarget === undefined))
    throw new UsageError('--then-stop and --then-target come with --then-slippage, their largest loss');
  if (every !== undefined && (times === undefined) === (total === undefined))
    throw new UsageError('--every needs either --times or --total');
  const [ofEvery] = given({ '--times': times, '--total': total });
  if (ofEvery !== undefined && every === undefined) throw new UsageError(`${ofEvery} needs --every`);
  const [ofParts] = given({ '--delay': terms.delay, '--catch-up': terms.catchUp });
  if (ofParts !== undefined && parts === undefined) throw new UsageError(`${ofParts} needs --parts`);
  const price = requireOnePrice(terms, (target ?? thenTarget) !== undefined);
  const plan = given({ '--every': every, '--parts': parts });
  const kinds = [
    ...given({ '--target': target }),
    ...plan,
    // Each order of a plan may wait for a price within its own time.
    ...(plan.length === 1 && price !== '--trail' ? [] : given({ [price ?? '']: price })),
    ...given({ '--when-asked': whenAsked }),
  ];
  // The exits of an order that is sent at once, at a price or when it is asked for.
  const [plainly] = [...given({ '--target': target }), ...plan];
  if (thenTarget !== undefined && plainly !== undefined) kinds.push('--then-target');
  if (kinds.length > 1) throw new UsageError(`${kinds.join(' and ')} do not go together`);
  if (plan.length === 1 && until !== undefined)
    throw new UsageError(`--until does not go with ${plan[0]}, which says when the plan ends`);
  if (clientOrderId !== undefined && (target ?? every ?? parts ?? thenTarget) !== undefined)
    throw new UsageError('--client-order-id names one order, and these are several');
  if (from !== undefined && until !== undefined && until <= from)
    throw new UsageError('--until must be after --from');
}

/** Requires that the options name one price at most, and what belongs to it. Returns the option that does. */
export function requireOnePrice(terms: ConditionTerms, hasExits = false): string | undefined {
  const { above, below, trail, priceOf } = terms;
  const price = given({ '--above': above, '--below': below, '--trail': trail });
  if (price.length > 1)
    throw new UsageError(
      `${price.join(' and ')} do not go together: use --stop and --target, or --trail alone`,
    );
  if (price.length === 1 && priceOf === undefined && trail === undefined)
    throw new UsageError(`${price[0]} needs --price-of, the token whose price it is`);
  if (price.length === 0 && priceOf !== undefined)
    throw new UsageError('--price-of needs --above, --below or --trail');
  if (terms.in !== undefined && price.length === 0 && !hasExits)
    throw new UsageError('--in needs a price: --above, --below, --trail, or --stop and --target');
  const [ofTrail] = given({ '--from-low': terms.fromLow, '--activate': terms.activate });
  if (ofTrail !== undefined && trail === undefined) throw new UsageError(`${ofTrail} needs --trail`);
  return price[0];
}

const given = (options: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]));

function requireTogether(pair: Readonly<Record<string, unknown>>): void {
  const names = given(pair);
  if (names.length === 1)
    throw new UsageError(`${names[0]} needs ${Object.keys(pair).find((name) => name !== names[0])}`);
}

export function boundsOf(terms: ConditionTerms): readonly (readonly [option: string, bound: Bound])[] {
  const { atLeast, minPrice, maxPrice, slippage } = terms;
  return [
    ...(atLeast === undefined ? [] : [['--at-least', { atLeast }] as const]),
    ...(minPrice === undefined ? [] : [['--min-price', { minPrice }] as const]),
    ...(maxPrice === undefined ? [] : [['--max-price', { maxPrice }] as const]),
    ...(slippage === undefined ? [] : [['--slippage', { slippage }] as const]),
  ];
}

export function boundOf(terms: ConditionTerms): Bound {
  const bounds = boundsOf(terms);
  if (bounds.length === 1) return bounds[0]![1];
  if (bounds.length > 1)
    throw new UsageError(`${bounds.map(([option]) => option).join(' and ')} do not go together`);
  throw new UsageError(
    'say what may be received at worst: --at-least, --min-price, --max-price, --slippage; --at-least 0 accepts any amount',
  );
}
