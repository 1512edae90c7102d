import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import { uuidOf } from '../support/builders.js';
import { WELSH } from '../support/core-harness.js';
import { whenAbove } from '../support/executor-steps.js';
import { keepSigned } from '../support/planned-orders.js';
import { handleOfNth, replacement } from '../support/later-terms.js';
import type { TestWallet } from '../support/signing.js';
import { REPLACEMENTS } from './acts.js';

const made = new Map<string, AnyOrder>();

/** Body of the order that replaces the nth one, and is sold at a price of WELSH in dollars. */
export function replacementOf(n: number, target: number, wallet: TestWallet): AnyOrder {
  const key = [n, target].join();
  const known = made.get(key);
  if (known !== undefined) return known;
  const fields = { ...whenAbove(WELSH, String(target)), replaces: handleOfNth(n) };
  const order = replacement(REPLACEMENTS + n, fields, wallet);
  made.set(key, order);
  keepSigned({ ...order, uuid: uuidOf(REPLACEMENTS + n) }, wallet);
  return order;
}
