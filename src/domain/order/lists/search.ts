import type { Brand } from '../../shared/brand.js';
import { conditionFields } from '../conditions/conditions.js';
import { txidOf, type Order } from '../order.js';

/** Text to search for: non-empty, in lower case, without wildcards. */
export type SearchTerm = Brand<string, 'SearchTerm'>;

/**
 * The maximum total that a search reports, which is then a lower bound, and the number of newest orders in which a short term is
 * searched.
 */
export const MAX_SEARCH_TOTAL = 10_000;

/**
 * Whether the term is too short for the indexes of a storage, so that only the newest orders are searched. No field contains a
 * blank.
 */
export const isShortTerm = (term: SearchTerm): boolean => /^[\x21-\x7e]{1,2}$/.test(term);

/** Undefined for the empty text, which matches every order. */
export function toSearchTerm(raw: string): SearchTerm | undefined {
  return raw === '' ? undefined : (raw.toLowerCase() as SearchTerm);
}

/** Whether owner, one of the three tokens, handle or txid contains the term, in any case. */
export function matchesSearch(order: Order, term: SearchTerm): boolean {
  const { handle, owner, inputToken, outputToken, trigger } = order.terms;
  const fields: string[] = [owner, inputToken, outputToken, handle, txidOf(order) ?? ''];
  if (trigger !== undefined) fields.push(conditionFields(trigger).conditionToken);
  return fields.some((field) => field.toLowerCase().includes(term));
}
