import type { ContractTrait } from '../../../ports/index.js';

const response = (okType: unknown) => ({ type: { response: { ok: okType, error: 'uint128' } } });
const args = (...types: readonly unknown[]) => types.map((type, index) => ({ name: `a${index}`, type }));
const abi = (...functions: readonly object[]) => ({
  functions,
  variables: [],
  maps: [],
  fungible_tokens: [],
  non_fungible_tokens: [],
});

const DELTA = { tuple: ['dk', 'dx', 'dy'].map((name) => ({ name, type: 'uint128' })) };

/** Traits in the index's form: names, access, argument types and outputs must match, argument names need not. */
export const TRAIT_ABIS: Readonly<Record<ContractTrait, object>> = {
  vault: abi({
    name: 'execute',
    access: 'public',
    args: args('uint128', { optional: { buffer: { length: 16 } } }),
    outputs: response(DELTA),
  }),
  // Only `transfer`: read-only functions that never fail have a different output type in each contract.
  token: abi({
    name: 'transfer',
    access: 'public',
    args: args('uint128', 'principal', 'principal', { optional: { buffer: { length: 34 } } }),
    outputs: response('bool'),
  }),
};
