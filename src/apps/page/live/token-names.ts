import { computed } from '@preact/signals';
import { labelOf, labelsOf, labelText, type Named, type TokenLabel } from '../../../sdk/words/token-names.js';
import { tokenWords, type NamedToken } from '../../../sdk/words/token-words.js';
import { oneEach } from './base-id.js';
import { registry, tokenOf, wholeToken } from './registry.js';

/** The token without the mark of a copy. */
const unmarked = ({ contractId, symbol }: Named): Named => ({ contractId, symbol });

const labels = computed(() => labelsOf(oneEach(registry.value?.tokens ?? []).map(unmarked)));

/** Label of a token on the page. A copy has that of its base: to people, both are one token with two balances. */
export const labelFor = (token: Named): TokenLabel =>
  labels.value.get(wholeToken(token).contractId) ?? labelOf(unmarked(token));

/** Label of a token as text: `STX`. */
export const nameFor = (token: Named): string => labelText(labelFor(token));

/** A listed token in the form that sentences and exports name; undefined if it is not listed. */
export function namedToken(contractId: string): NamedToken | undefined {
  const token = tokenOf.value.get(contractId);
  return token && { ...labelFor(token), decimals: token.decimals };
}

/** Words for listed tokens in sentences. */
export const listedWords = computed(() => tokenWords(namedToken));

/** Name of the balance of a token that the contract is: the one that pays for orders, or the wallet's; undefined if the token has only one. */
export function balanceName(contractId: string): 'to trade' | 'in the wallet' | undefined {
  if (tokenOf.value.get(contractId)?.type === 'SUBNET') return 'to trade';
  const hasCopy = registry.value?.tokens.some(({ base }) => base === contractId) === true;
  return hasCopy ? 'in the wallet' : undefined;
}

/** Name of one balance of a token: `STX, to trade`. */
export function balanceText(token: Named): string {
  const balance = balanceName(token.contractId);
  return balance === undefined ? nameFor(token) : `${nameFor(token)}, ${balance}`;
}

/** Names of a route's tokens, in which a deposit or a withdrawal on the way is no step. */
export const pathNames = (path: readonly Named[]): readonly string[] =>
  path.map(nameFor).filter((name, n, names) => name !== names[n - 1]);
