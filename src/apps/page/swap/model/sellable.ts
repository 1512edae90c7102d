import type { ListedToken } from '../../../../sdk/client/index.js';
import { signedFor, type Facts } from './facts.js';
import { copyOf, isSellable } from './form.js';

/** Reason why no order can sell the token, in a few words; undefined if it can be sold. */
export function whyNotSold(
  token: ListedToken,
  facts: Facts,
  tokens: readonly ListedToken[],
): string | undefined {
  if (!isSellable(token))
    return copyOf(token, tokens) === undefined ? 'no subnet copy to sell' : 'sell its subnet copy';
  return signedFor(facts, token) === undefined ? 'no router takes it' : undefined;
}
