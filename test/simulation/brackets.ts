import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import { bracket, DOLLAR_SUBNET } from '../support/brackets.js';
import { DOLLAR, WELSH, WELSH_SUBNET } from '../support/core-harness.js';
import { whenAbove, whenBelow } from '../support/executor-steps.js';
import { keepSigned } from '../support/planned-orders.js';
import { A_WALLET, signTerms } from '../support/signing.js';

/** Prices of WELSH in dollars. */
interface Prices {
  readonly target: number;
  readonly stop: number;
}

const made = new Map<string, readonly AnyOrder[]>();

/** Bodies of a bracket of the first owner: the entry sells dollars for 1,000,000 WELSH_SUBNET or more, which each exit sells again. */
export function simulatedBracket(first: number, { target, stop }: Prices): readonly AnyOrder[] {
  const key = [first, target, stop].join();
  const known = made.get(key);
  if (known !== undefined) return known;
  const orders = bracket({
    ...{ first, sell: DOLLAR_SUBNET, buy: WELSH_SUBNET, into: DOLLAR },
    ...{ amount: 10_000_000n, least: 1_000_000n },
    target: whenAbove(WELSH, String(target)),
    stop: whenBelow(WELSH, String(stop)),
  });
  made.set(key, orders);
  for (const order of orders) keepSigned(order as AnyOrder & { readonly uuid: OrderUuid }, A_WALLET);
  return orders;
}

const moved = new Map<string, AnyOrder>();

/** Body of an amendment that moves the stop of a bracket. */
export function movedStop(
  first: number,
  { stop, revision }: { readonly stop: number; readonly revision: number },
): AnyOrder {
  const key = [first, stop, revision].join();
  const known = moved.get(key);
  if (known !== undefined) return known;
  const [, , placed] = simulatedBracket(first, { target: 1, stop });
  const { signature: _, termsSignature: _1, termsPath: _2, ...terms }: AnyOrder = { ...placed!, revision };
  const amendment = { ...terms, termsSignature: signTerms(terms) };
  moved.set(key, amendment);
  return amendment;
}
