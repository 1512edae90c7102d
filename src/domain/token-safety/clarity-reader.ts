import { err, ok, type Result } from '../shared/result.js';

/** An expression of a Clarity source. */
export type Expression =
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'tuple'; readonly fields: readonly (readonly [name: string, value: Expression])[] }
  | { readonly kind: 'symbol'; readonly name: string }
  /** A contract or an account: `'SP….name`, `.name` or `'SP…`, without the quote. */
  | { readonly kind: 'principal'; readonly text: string }
  /** A number, a text or bytes. */
  | { readonly kind: 'literal' };

/** Maximum nesting, which exceeds what the chain accepts. */
const MAX_DEPTH = 256;

const SPACE = /(?:\s|;[^\n]*)+/y;
const STRING = /u?"(?:[^"\\]|\\[^])*"/y;
const WORD = /[^\s;"(){}:,]+/y;
const NUMBER = /^(?:-?\d+|u\d+|0x[0-9a-fA-F]*)$/;

const CLOSING = { '(': ')', '{': '}' } as const;
const LITERAL: Expression = { kind: 'literal' };

/** A list or a tuple that is not closed yet. */
interface Open {
  readonly bracket: keyof typeof CLOSING;
  readonly items: Expression[];
}

/** Reads all expressions of a source. Fails for a text that is not Clarity; texts and comments are never taken for code. */
export function readClarity(source: string): Result<readonly Expression[], 'unreadable'> {
  const unreadable = err('unreadable' as const);
  const stack: Open[] = [{ bracket: '(', items: [] }];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(source) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  for (take(SPACE); at < source.length; take(SPACE)) {
    const open = stack.at(-1)!;
    const next = source[at]!;
    if (next === '(' || next === '{') {
      if (stack.length > MAX_DEPTH) return unreadable;
      stack.push({ bracket: next, items: [] });
      at += 1;
    } else if (next === ')' || next === '}') {
      stack.pop();
      const closed = stack.length > 0 && next === CLOSING[open.bracket] ? closedOf(open) : undefined;
      if (closed === undefined) return unreadable;
      stack.at(-1)!.items.push(closed);
      at += 1;
    } else if (next === ':' || next === ',') {
      if (open.bracket !== '{') return unreadable;
      open.items.push({ kind: 'symbol', name: next });
      at += 1;
    } else if (take(STRING) !== undefined) {
      open.items.push(LITERAL);
    } else {
      const word = take(WORD);
      if (word === undefined) return unreadable;
      open.items.push(wordOf(word));
    }
  }
  return stack.length === 1 ? ok(stack[0]!.items) : unreadable;
}

function closedOf({ bracket, items }: Open): Expression | undefined {
  if (bracket === '(') return { kind: 'list', items };
  const fields: [string, Expression][] = [];
  let at = 0;
  while (at < items.length) {
    const [name, colon, value, comma] = items.slice(at, at + 4);
    const isField = name?.kind === 'symbol' && isMark(colon, ':') && value !== undefined;
    if (!isField || (comma !== undefined && !isMark(comma, ','))) return undefined;
    fields.push([name.name, value]);
    at += 4;
  }
  return { kind: 'tuple', fields };
}

const isMark = (item: Expression | undefined, mark: string): boolean =>
  item?.kind === 'symbol' && item.name === mark;

function wordOf(word: string): Expression {
  if (word.startsWith("'")) return { kind: 'principal', text: word.slice(1) };
  if (word.startsWith('.')) return { kind: 'principal', text: word };
  return NUMBER.test(word) ? LITERAL : { kind: 'symbol', name: word };
}
