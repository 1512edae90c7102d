import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import { uuidOf } from './builders.js';
import { signedInput, type CoreHarness } from './core-harness.js';
import { sha256 } from './sha256.js';
import { A_WALLET, signTerms } from './signing.js';

export const handleOfNth = (n: number) => handleOf(uuidOf(n), sha256);

/** The nth order, with signed terms by which it replaces order 1. */
export function replacement(n: number, fields: AnyOrder = {}, wallet = A_WALLET): AnyOrder {
  const input = signedInput({ uuid: uuidOf(n), wallet, fields: { replaces: handleOfNth(1), ...fields } });
  return { ...input, termsSignature: signTerms(input, wallet) };
}

export const replace = ({ core }: CoreHarness, ...given: Parameters<typeof replacement>) =>
  core.orders.placeJson(replacement(...given));

/** Whether the core has an order with this number. */
export const isStored = async ({ core }: CoreHarness, n: number) => (await core.orders.get(uuidOf(n))).ok;

/** All terms of order 1 with these fields, signed. Its own signature is left out: only the server and its owner know it. */
export function amendment(revision: number, fields: AnyOrder = {}, wallet = A_WALLET): AnyOrder {
  const { signature: _signature, ...terms } = signedInput({ fields: { revision, ...fields } });
  return { ...terms, termsSignature: signTerms(terms, wallet) };
}

export const amend = ({ core }: CoreHarness, input: AnyOrder) => core.orders.amend(uuidOf(1), input);
