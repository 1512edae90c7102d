import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import { uuidOf } from '../support/builders.js';
import { signedInput, WELSH } from '../support/core-harness.js';
import { keepSigned } from '../support/planned-orders.js';
import { A_WALLET, signTerms } from '../support/signing.js';

/** Distance of a stop, as an order says it. */
export type PlannedTrail = { readonly bps: number } | { readonly price: string };

/** Terms of a trailing order for the price of WELSH in dollars. */
export interface TrailTerms {
  readonly direction: 'gt' | 'lt';
  readonly trail: PlannedTrail;
  readonly activation?: number;
}

const made = new Map<string, AnyOrder>();

const once = (key: string, make: () => AnyOrder): AnyOrder => {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
};

/** Body of the nth order, which trails the price of WELSH and is sent at its stop whatever the pools give. */
export const trailingOrder = (n: number, { direction, trail, activation }: TrailTerms): AnyOrder =>
  once(JSON.stringify([n, direction, trail, activation]), () => {
    const uuid = uuidOf(n);
    const fields = {
      ...{ conditionToken: WELSH, direction, trail, maxPriceImpact: 1 },
      ...(activation !== undefined && { activationPrice: String(activation) }),
    };
    const input = signedInput({ uuid, fields });
    const order = { ...input, termsSignature: signTerms(input) };
    keepSigned({ ...order, uuid }, A_WALLET);
    return order;
  });

/** Body of an amendment that gives a trailing order another trail. */
export const movedTrail = (placed: AnyOrder, trail: PlannedTrail, revision: number): AnyOrder =>
  once(JSON.stringify([placed, trail, revision]), () => {
    const { signature: _, termsSignature: _1, ...terms }: AnyOrder = { ...placed, trail, revision };
    return { ...terms, termsSignature: signTerms(terms) };
  });
