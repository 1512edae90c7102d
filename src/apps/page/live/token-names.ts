import { computed } from '@preact/signals';
import { labelOf, labelsOf, labelText, type Named, type TokenLabel } from '../../../sdk/words/token-names.js';
import { tokenWords, type NamedToken } from '../../../sdk/words/token-words.js';
import { registry, tokenOf } from './registry.js';

const labels = computed(() => labelsOf(registry.value?.tokens ?? []));

/** Label of a token on the page. */
export const labelFor = (token: Named): TokenLabel => labels.value.get(token.contractId) ?? labelOf(token);

/** Label of a token as text: `STX (subnet)`. */
export const nameFor = (token: Named): string => labelText(labelFor(token));

/** A listed token in the form that sentences and exports name; undefined if it is not listed. */
export function namedToken(contractId: string): NamedToken | undefined {
  const token = tokenOf.value.get(contractId);
  return token && { ...labelFor(token), decimals: token.decimals };
}

/** Words for listed tokens in sentences. */
export const listedWords = computed(() => tokenWords(namedToken));
