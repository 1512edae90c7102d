import type { Brand } from '../shared/brand.js';
import { conditionFields } from './conditions/conditions.js';
import { txidOf, type Order } from './order.js';

/** What a search looks for: non-empty text in lower case, without wildcards. */
export type SearchTerm = Brand<string, 'SearchTerm'>;

/** The largest total that a search reports; with more matches this is a lower bound. */
export const MAX_SEARCH_TOTAL = 10_000;

/** Characters that callers search for at least. Almost every handle and txid holds shorter terms, which match none of them. */
export const MIN_SEARCH_LENGTH = 3;

/** Undefined for the empty text, which matches every order. */
export function toSearchTerm(raw: string): SearchTerm | undefined {
  return raw === '' ? undefined : (raw.toLowerCase() as SearchTerm);
}

/** Whether owner or one of the three tokens contains the term, or with MIN_SEARCH_LENGTH characters handle or txid, in any case. */
export function matchesSearch(order: Order, term: SearchTerm): boolean {
  const { handle, owner, inputToken, outputToken, trigger } = order.terms;
  const fields: string[] = [owner, inputToken, outputToken];
  if (trigger !== undefined) fields.push(conditionFields(trigger).conditionToken);
  if (term.length >= MIN_SEARCH_LENGTH) fields.push(handle, txidOf(order) ?? '');
  return fields.some((field) => field.toLowerCase().includes(term));
}
