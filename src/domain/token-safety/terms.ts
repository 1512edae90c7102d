import type { ContractId } from '../shared/contract-id.js';

/** Origin of a value's parts, beside literals and arguments. */
export type Source =
  /** The account or contract that calls. */
  | 'caller'
  /** A proof that the caller gives, such as a signature. */
  | 'proof'
  /** The chain's height or time, or a supply. */
  | 'chain'
  | `variable ${string}`
  | `map ${string}`
  /** Another contract, or an unknown one if the caller names it. */
  | `contract ${string}`;

/** A condition on a call, as far as the source states it. */
export type Condition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  /** The caller is this account or contract, or, if `negated`, is not. */
  | { readonly kind: 'caller-is'; readonly account: Value; readonly negated: boolean }
  /** The map has an entry for the caller, or, if `negated`, has none. */
  | { readonly kind: 'caller-in'; readonly map: string; readonly negated: boolean }
  /** Anything else. */
  | { readonly kind: 'other'; readonly sources: ReadonlySet<Source> };

/** Origin of a value, as far as it is known exactly. */
export type Origin =
  | { readonly kind: 'caller' }
  /** The contract itself. */
  | { readonly kind: 'self' }
  /** An account or contract that the source names, or the deployer. */
  | { readonly kind: 'principal'; readonly id: string }
  /** A part of the arguments, which the caller chooses. */
  | { readonly kind: 'argument'; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string }
  /** An entry of a map, under a key. */
  | { readonly kind: 'entry'; readonly map: string; readonly key: Value }
  /** Result of another contract; undefined if the caller chooses the contract. */
  | { readonly kind: 'contract'; readonly id: ContractId | undefined }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'tuple'; readonly fields: ReadonlyMap<string, Value> }
  | { readonly kind: 'other' };

/** A value of which only its origin is known, not what it is. */
export interface Value {
  readonly origin: Origin;
  /** The condition under which the value is `true`, `(ok …)` or `(some …)`. */
  readonly holds: Condition;
  readonly sources: ReadonlySet<Source>;
  /** The value inside `(ok …)` or `(some …)`, if it is known. */
  readonly inner?: Value;
}
