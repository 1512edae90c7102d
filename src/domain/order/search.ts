import type { Brand } from '../shared/brand.js';
import { conditionFields } from './conditions/conditions.js';
import type { Order } from './order.js';

/** What a search looks for: non-empty text in lower case, without wildcards. */
export type SearchTerm = Brand<string, 'SearchTerm'>;

/** The largest total that a search reports; with more matches this is a lower bound. */
export const MAX_SEARCH_TOTAL = 10_000;

/** Undefined for the empty text, which matches every order. */
export function toSearchTerm(raw: string): SearchTerm | undefined {
  return raw === '' ? undefined : (raw.toLowerCase() as SearchTerm);
}

/** Whether handle, owner, one of the three tokens or txid contains the term, in any case. */
export function matchesSearch(order: Order, term: SearchTerm): boolean {
  const { handle, owner, inputToken, outputToken, trigger } = order.terms;
  const fields: string[] = [handle, owner, inputToken, outputToken];
  if (trigger !== undefined) fields.push(conditionFields(trigger).conditionToken);
  if ('txid' in order) fields.push(order.txid);
  return fields.some((field) => field.toLowerCase().includes(term));
}
