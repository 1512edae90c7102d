import { contractParts, type ContractId } from '../shared/contract-id.js';
import { ok, type Result } from '../shared/result.js';
import { readClarity, type Expression } from './clarity-reader.js';

/** A function that a contract defines. */
export interface FunctionCode {
  readonly name: string;
  readonly access: 'public' | 'read-only' | 'private';
  readonly parameters: readonly string[];
  readonly body: readonly Expression[];
}

/** The definitions of a contract. */
export interface ContractCode {
  readonly id: ContractId;
  readonly functions: ReadonlyMap<string, FunctionCode>;
  readonly constants: ReadonlyMap<string, Expression>;
  /** The first values of data variables. */
  readonly variables: ReadonlyMap<string, Expression>;
  readonly assets: readonly string[];
}

const ACCESS: Readonly<Record<string, FunctionCode['access']>> = {
  'define-public': 'public',
  'define-read-only': 'read-only',
  'define-private': 'private',
};

/** Reads a contract's definitions from its source. */
export function readContractCode(id: ContractId, source: string): Result<ContractCode, 'unreadable'> {
  const expressions = readClarity(source);
  if (!expressions.ok) return expressions;
  const functions = new Map<string, FunctionCode>();
  const constants = new Map<string, Expression>();
  const variables = new Map<string, Expression>();
  const assets: string[] = [];
  for (const expression of expressions.value) {
    const [form, head, ...rest] = itemsOf(expression);
    const defines = symbolOf(form);
    const access = ACCESS[defines ?? ''];
    const [name, ...parameters] = access === undefined ? [head] : itemsOf(head);
    const defined = symbolOf(name);
    if (defined === undefined) continue;
    if (access !== undefined)
      functions.set(defined, {
        name: defined,
        access,
        parameters: parameters.map((each) => symbolOf(itemsOf(each)[0]) ?? ''),
        body: rest,
      });
    else if (defines === 'define-constant' && rest[0]) constants.set(defined, rest[0]);
    else if (defines === 'define-data-var' && rest[1]) variables.set(defined, rest[1]);
    else if (defines === 'define-fungible-token') assets.push(defined);
  }
  return ok({ id, functions, constants, variables, assets });
}

/** The items of a list; none if the expression is no list. */
export const itemsOf = (expression: Expression | undefined): readonly Expression[] =>
  expression?.kind === 'list' ? expression.items : [];

/** The name that the expression is; undefined if it is no name. */
export const symbolOf = (expression: Expression | undefined): string | undefined =>
  expression?.kind === 'symbol' ? expression.name : undefined;

/** The account or contract that `'SP…` or `.name` means in a contract's code. */
export const fullPrincipal = (text: string, within: ContractId): string =>
  text.startsWith('.') ? `${contractParts(within).address}${text}` : text;
