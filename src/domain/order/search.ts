import type { Brand } from '../shared/brand.js';
import type { Order } from './order.js';

/** What a search looks for: any text but none, in lower case. Every character stands for itself. */
export type SearchTerm = Brand<string, 'SearchTerm'>;

/** Undefined for the empty text, which every order would match. */
export function toSearchTerm(raw: string): SearchTerm | undefined {
  return raw === '' ? undefined : (raw.toLowerCase() as SearchTerm);
}

/** Whether one of the fields that searches look at holds the term, in whatever case. */
export function matchesSearch(order: Order, term: SearchTerm): boolean {
  const { uuid, owner, inputToken, outputToken, trigger } = order.terms;
  const txid = 'txid' in order ? order.txid : undefined;
  const fields = [uuid, owner, inputToken, outputToken, trigger?.conditionToken, txid];
  return fields.some((field) => field?.toLowerCase().includes(term) === true);
}
