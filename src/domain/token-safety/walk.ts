import type { Expression } from './clarity-reader.js';
import { allOf, ALWAYS, anyOf, either, not } from './condition.js';
import { fullPrincipal, itemsOf, symbolOf, type ContractCode, type FunctionCode } from './contract-code.js';
import { FORMS } from './forms.js';
import type { Change, Effect, Frame, Scope, Walker } from './scope.js';
import type { Condition, Source, Value } from './terms.js';
import { CALLER, computedFrom, FALSE, LITERAL, principal, SELF, TRUE, valueOf } from './value.js';

/** Maximum number of expressions to follow, which exceeds by far what tokens have. */
const MAX_STEPS = 100_000;
/** Maximum depth of expressions and calls. */
const MAX_DEPTH = 400;

const UNKNOWN = valueOf(new Set<Source>(['proof']));
const CHAIN = valueOf(new Set<Source>(['chain']));
const SYMBOLS: Readonly<Record<string, Value>> = {
  true: TRUE,
  false: FALSE,
  none: FALSE,
  'current-contract': SELF,
  'tx-sponsor?': computedFrom(CALLER),
};
const CALLERS: readonly (string | undefined)[] = ['tx-sender', 'contract-caller'];

/** Follows functions of a contract without running them, and notes what they change under which condition. */
export class Walk implements Walker {
  readonly effects: Effect[] = [];
  private steps = 0;
  private depth = 0;

  constructor(readonly code: ContractCode) {}

  /** Whether the code was too long to be followed to its end. */
  get isCut(): boolean {
    return this.steps > MAX_STEPS;
  }

  call({ parameters, body }: FunctionCode, args: readonly Value[], from?: Scope): Value {
    const frame: Frame = {
      base: from === undefined ? ALWAYS : allOf(from.frame.base, from.frame.path),
      path: ALWAYS,
      exits: [],
    };
    const names = new Map(parameters.map((name, index) => [name, args[index] ?? UNKNOWN]));
    const value = this.all(body, { names, caller: from?.caller ?? CALLER, frame });
    const { inner, ...returned } = value;
    const exits = anyOf(...frame.exits);
    return {
      ...returned,
      holds: anyOf(allOf(frame.path, value.holds), exits),
      ...(inner !== undefined && exits.kind === 'never' && { inner }),
    };
  }

  all(expressions: readonly Expression[], scope: Scope): Value {
    let value = UNKNOWN;
    for (const expression of expressions) value = this.value(expression, scope);
    return value;
  }

  value(expression: Expression | undefined, scope: Scope): Value {
    this.steps += 1;
    if (expression === undefined || this.isCut || this.depth > MAX_DEPTH) return UNKNOWN;
    this.depth += 1;
    const value = this.valueOfKind(expression, scope);
    this.depth -= 1;
    return value;
  }

  branches(
    condition: Condition,
    { frame }: Scope,
    first: () => Value,
    second: () => Value,
  ): readonly [Value, Value] {
    const { base, path } = frame;
    const within = (entered: Condition, follow: () => Value) => {
      frame.base = allOf(base, path, entered);
      frame.path = ALWAYS;
      return [follow(), frame.path] as const;
    };
    const [one, afterOne] = within(condition, first);
    const [two, afterTwo] = within(not(condition), second);
    frame.base = base;
    frame.path = allOf(path, either(condition, afterOne, afterTwo));
    return [one, two];
  }

  require(condition: Condition, thrown: Expression | undefined, scope: Scope): void {
    if (thrown !== undefined) {
      const { frame } = scope;
      const leave = () => {
        const value = this.value(thrown, scope);
        frame.exits.push(allOf(frame.base, frame.path, value.holds));
        return value;
      };
      this.branches(condition, scope, () => LITERAL, leave);
    }
    scope.frame.path = allOf(scope.frame.path, condition);
  }

  note(change: Change, { frame }: Scope): void {
    this.effects.push({ ...change, path: allOf(frame.base, frame.path) });
  }

  private valueOfKind(expression: Expression, scope: Scope): Value {
    switch (expression.kind) {
      case 'literal':
        return LITERAL;
      case 'principal':
        return principal(fullPrincipal(expression.text, this.code.id));
      case 'symbol':
        return this.named(expression.name, scope);
      case 'tuple': {
        const fields = expression.fields.map(([name, each]) => [name, this.value(each, scope)] as const);
        return {
          ...computedFrom(...fields.map(([, value]) => value)),
          origin: { kind: 'tuple', fields: new Map(fields) },
        };
      }
      case 'list':
        return this.form(expression, scope);
    }
  }

  private named(name: string, scope: Scope): Value {
    const local = scope.names.get(name) ?? SYMBOLS[name];
    if (local !== undefined) return local;
    if (CALLERS.includes(name)) return scope.caller;
    const constant = this.code.constants.get(name);
    return constant === undefined ? CHAIN : this.atDeployment(constant);
  }

  /** The value of an expression that the contract's deployment evaluates, when the caller is the deployer. */
  atDeployment(expression: Expression): Value {
    const deployer = principal(this.code.id.slice(0, this.code.id.indexOf('.')));
    const frame: Frame = { base: ALWAYS, path: ALWAYS, exits: [] };
    return this.value(expression, { names: new Map(), caller: deployer, frame });
  }

  private form(expression: Expression, scope: Scope): Value {
    const [head, ...args] = itemsOf(expression);
    const name = symbolOf(head) ?? '';
    const form = FORMS.get(name);
    if (form !== undefined) return form(args, scope, this);
    const values = args.map((each) => this.value(each, scope));
    const called = this.code.functions.get(name);
    return called === undefined ? computedFrom(...values) : this.call(called, values, scope);
  }
}
