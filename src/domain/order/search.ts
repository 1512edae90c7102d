import type { Brand } from '../shared/brand.js';
import { conditionFields } from './conditions/conditions.js';
import type { Order } from './order.js';

/** Text to search for: not empty, in lower case. Every character is taken literally. */
export type SearchTerm = Brand<string, 'SearchTerm'>;

/** Undefined for the empty text, which every order would match. */
export function toSearchTerm(raw: string): SearchTerm | undefined {
  return raw === '' ? undefined : (raw.toLowerCase() as SearchTerm);
}

/** Whether one of the searched fields contains the term, in any case. */
export function matchesSearch(order: Order, term: SearchTerm): boolean {
  const { uuid, owner, inputToken, outputToken, trigger } = order.terms;
  const fields: string[] = [uuid, owner, inputToken, outputToken];
  if (trigger !== undefined) fields.push(conditionFields(trigger).conditionToken);
  if ('txid' in order) fields.push(order.txid);
  return fields.some((field) => field.toLowerCase().includes(term));
}
