import type { ContractId } from '../../shared/contract-id.js';
import { err, ok } from '../../shared/result.js';
import type { Field, Parse } from '../../shared/fields.js';

/** Two tokens. An order belongs to the pair if it sells either one for the other. */
export type TokenPair = readonly [ContractId, ContractId];

/** Reads two different tokens, separated by a comma, each with `token`. */
export const tokenPair =
  (token: Parse<ContractId>): Parse<TokenPair> =>
  (raw): Field<TokenPair> => {
    const [first, second, ...others] = typeof raw === 'string' ? raw.split(',') : [];
    if (first === undefined || second === undefined || others.length > 0)
      return err({ reason: 'must be two contract ids, separated by a comma' });
    const [a, b] = [token(first), token(second)];
    if (!a.ok) return a;
    if (!b.ok) return b;
    return a.value === b.value ? err({ reason: 'must be two different tokens' }) : ok([a.value, b.value]);
  };
