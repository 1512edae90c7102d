import type { OrderTerms } from './order.js';

/** Whether two sets of terms say the same in every field, signed or not. Key order in JSON means nothing. */
export const sameTerms = (a: OrderTerms, b: OrderTerms): boolean => canonical(a) === canonical(b);

function canonical(terms: OrderTerms): string {
  return JSON.stringify(terms, (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  });
}
