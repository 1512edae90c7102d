import type { Brand } from '../../shared/brand.js';
import { conditionFields } from '../conditions/conditions.js';
import { txidOf, type Order } from '../order.js';

/** Text to search for: non-empty, in lower case, without wildcards. */
export type SearchTerm = Brand<string, 'SearchTerm'>;

/** Maximum total that a search reports, even if more orders match. Also the number of newest orders that are searched for a short term. */
export const MAX_SEARCH_TOTAL = 10_000;

/**
 * Whether the term is too short for the indexes of a storage, so that only the newest orders are searched. A term with a blank
 * does not count as short, because no field contains one.
 */
export const isShortTerm = (term: SearchTerm): boolean => /^[\x21-\x7e]{1,2}$/.test(term);

/** Converts text to a search term; undefined for the empty text, which matches every order. */
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
