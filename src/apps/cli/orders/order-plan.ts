import { randomUUID } from 'node:crypto';
import type { Token } from '../../../domain/market/registry.js';
import { defined } from '../../../domain/shared/fields.js';
import {
  entryThenExits,
  limitOrder,
  recurringPlan,
  SigningError,
  stopAndTarget,
  twapPlan,
  units,
  type Exit,
  type Sale,
  type Trigger,
  type UnsignedOrder,
} from '../../../sdk/signing/index.js';
import { findToken } from '../service/tokens.js';
import { ofOption, UsageError } from '../usage-error.js';
import { boundOf, boundsOf, requireOneKind, type ConditionTerms, type OrderTerms } from './term-options.js';

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
  const unit = unitOf(terms, (name) => named('in', name));
  const orders = ofTerms(() => {
    if (terms.target !== undefined) return stopAndTarget({ ...sale, ...unit, ...exitsOf(terms) });
    const trigger = triggerOf(terms, { tokenOf: (name) => named('price-of', name), sell, unit });
    if ((terms.every ?? terms.parts) !== undefined)
      return planOf(terms, { sell, buy, amount: terms.sell, ...defined({ when: trigger }) });
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
  const { clientOrderId, integrator } = terms;
  return orders.map((order) => ({
    ...order,
    ...defined({ clientOrderId, integrator }),
    uuid: order.uuid ?? randomUUID(),
  }));
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

function planOf(
  terms: OrderTerms,
  sale: Omit<Sale, 'window'> & { readonly when?: Trigger },
): readonly UnsignedOrder[] {
  const { every: everyMs, times, total, parts, over: spanMs, delay, from: startAt } = terms;
  const plan = { ...sale, ...boundOf(terms), ...defined({ startAt }) };
  if (everyMs !== undefined)
    return recurringPlan({ ...plan, everyMs, ...(total === undefined ? { runs: times! } : { total }) });
  const late = terms.catchUp === true ? 'catch-up' : 'skip';
  return twapPlan({
    ...plan,
    parts: parts!,
    spanMs: spanMs!,
    late,
    ...(delay !== undefined && { delay: Number(delay) }),
  });
}

/** Unit of the prices: dollars, unless the options name a token. */
export const unitOf = (
  { in: unit }: ConditionTerms,
  tokenOf: (name: string) => Token,
): { readonly in?: string } => (unit === undefined || unit === 'USD' ? {} : { in: tokenOf(unit).contractId });

/** Trigger at a price, or at a stop that follows the price, of the sold token unless another is named. */
export function triggerOf(
  { priceOf, above, below, trail, fromLow, activate }: ConditionTerms,
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
export function ofTerms<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}
