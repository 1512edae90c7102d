import type { Expression } from './clarity-reader.js';
import type { ContractCode, FunctionCode } from './contract-code.js';
import type { Condition, Source, Value } from './terms.js';

/** A change that a function makes, with the condition under which it does. */
export type Effect = { readonly path: Condition } & (
  | { readonly kind: 'mint' }
  /** A transfer or a burn of `from`'s tokens. `sources` decide on the amount and the recipient. */
  | { readonly kind: 'take'; readonly from: Value; readonly sources: ReadonlySet<Source> }
  /** A change of a variable, or of a map's entry under `key`. */
  | { readonly kind: 'write'; readonly target: Source; readonly key?: Value }
);

/** An effect without its condition. */
export type Change = Effect extends infer Each ? (Each extends Effect ? Omit<Each, 'path'> : never) : never;

/** The call of one function, while its body is followed. */
export interface Frame {
  /** The condition under which the current branch is reached. */
  base: Condition;
  /** Condition that holds in addition, since otherwise the function would have returned. */
  path: Condition;
  /** The conditions under which the function returns early, with a value that holds. */
  readonly exits: Condition[];
}

/** Names and caller that an expression finds. */
export interface Scope {
  readonly names: ReadonlyMap<string, Value>;
  /** The value of `tx-sender` and `contract-caller`. */
  readonly caller: Value;
  readonly frame: Frame;
}

/** Follows expressions without running them. */
export interface Walker {
  readonly code: ContractCode;
  /** The value of an expression. */
  value(expression: Expression | undefined, scope: Scope): Value;
  /** The value of the last of the expressions, of which all are evaluated. */
  all(expressions: readonly Expression[], scope: Scope): Value;
  /** Follows a call of the function. Its value holds only if the call succeeds. */
  call(called: FunctionCode, args: readonly Value[], from?: Scope): Value;
  /** The values of two branches: the first evaluated while the condition holds, the second while it does not. */
  branches(
    condition: Condition,
    scope: Scope,
    first: () => Value,
    second: () => Value,
  ): readonly [Value, Value];
  /** Returns from the function with the value of `thrown` unless the condition holds. */
  require(condition: Condition, thrown: Expression | undefined, scope: Scope): void;
  /** Notes a change. */
  note(change: Change, scope: Scope): void;
}
