import { isObject } from '../../domain/shared/fields.js';
import type { StatedOrder } from '../../sdk/words/order.js';
import { plainWords, type TokenWords } from '../../sdk/words/token-words.js';
import { whyOf, type Evaluated } from '../../sdk/words/why.js';
import type { SigningFacts } from './tool.js';

/** Maximum length of an answer as JSON, characters: it takes the place of other text in the agent's context. */
const MOST_CHARACTERS = 20_000;

/** Fields that no agent decides by: pictures, and numbers that an exact text repeats. */
const LEFT_OUT = ['image', 'identifier', 'reservesA', 'reservesB', 'externalPoolId', 'opcode', 'requestId'];

/** Amounts by name, by the token of the swap that they count. */
const OF_INPUT = ['amountIn', 'amountInExact', 'executedAmountIn', 'leftOver', 'needed', 'amountSold'];
const OF_OUTPUT = [
  ...['amountOut', 'amountOutExact', 'minAmountOut', 'minimumReceived', 'executedAmountOut'],
  ...['quotedAmountOut', 'quotedWhenPlaced', 'quotedWhenSent', 'minimum', 'ownRoute', 'best', 'amountBought'],
];
/** Amounts of the token that their object names. */
const OF_TOKEN = ['amount', 'wallet', 'balance'];
const FRACTIONS = ['priceImpact', 'maxPriceImpact', 'slippage', 'fall'];

/** Tokens of a swap, and the token of an object. */
interface Scope {
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * The body of a response for an agent: amounts and fractions also in words (`amountIn_words`: `1.5 STX`), without what is for
 * programs, and no longer than an agent can use: long lists end early, which `left_off` says.
 */
export function answerOf(body: object, { tokens }: Pick<SigningFacts, 'tokens'>): object {
  const worded = withWords(unwrapped(body), {}, plainWords(tokens));
  return shortened(worded as object);
}

/** Content of the envelope: `data`, or all fields but the fixed ones. */
function unwrapped(body: object): unknown {
  if (Array.isArray(body)) return { items: body };
  const { status: _, success: _1, data, ...rest } = body as Readonly<Record<string, unknown>>;
  if (data === undefined) return rest;
  if (Array.isArray(data)) return { items: data, ...rest };
  return isObject(data) ? { ...data, ...rest } : { data, ...rest };
}

function withWords(value: unknown, scope: Scope, words: TokenWords): unknown {
  if (Array.isArray(value)) return value.map((one) => withWords(one, scope, words));
  if (!isObject(value)) return value;
  if (isObject(value['vault']) && 'opcode' in value) return hopOf(value);
  if (isToken(value))
    return { contractId: value['contractId'], symbol: value['symbol'], decimals: value['decimals'] };
  const own = scopeOf(value, scope);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (LEFT_OUT.includes(name) || `${name}Exact` in value) return [];
      // An agent would take two ids of one order for two orders.
      if (name === 'uuid' && one === value['handle']) return [];
      const text = wordsOf(name, one, own, words);
      // The other direction of a pair.
      const inner = name === 'buys' ? { ...own, input: own.output, output: own.input } : own;
      const kept: [string, unknown][] = [[name, withWords(one, inner, words)]];
      if (name === 'evaluation' && isObject(one))
        return [...kept, [`${name}_words`, whyWords(value, one, words)]];
      return text === undefined ? kept : [...kept, [`${name}_words`, text]];
    }),
  );
}

/** Reason why an order waits, with its numbers, in sentences. */
function whyWords(order: object, evaluation: object, words: TokenWords): string {
  const { title, facts } = whyOf(order as StatedOrder, evaluation as Evaluated, words);
  return [title, ...facts].join(' ');
}

/** Whether the object only describes a token, without a price or an amount. */
const isToken = (value: Readonly<Record<string, unknown>>): boolean =>
  'contractId' in value && 'symbol' in value && 'decimals' in value && !('usd' in value || 'fee' in value);

/** A hop of a route in short. */
const hopOf = ({ vault, tokenIn, tokenOut }: Readonly<Record<string, unknown>>) => {
  const { contractId, protocol } = vault as Readonly<Record<string, unknown>>;
  const symbol = (token: unknown) => (isObject(token) ? token['symbol'] : undefined);
  return { vault: contractId, protocol, sells: symbol(tokenIn), buys: symbol(tokenOut) };
};

function scopeOf(value: Readonly<Record<string, unknown>>, scope: Scope): Scope {
  const { path } = value;
  const ends = Array.isArray(path) ? [path[0], path.at(-1)] : [];
  const input = idOf(value['inputToken'] ?? value['tokenIn'] ?? value['sold'] ?? ends[0]);
  const output = idOf(value['outputToken'] ?? value['tokenOut'] ?? value['bought'] ?? ends[1]);
  const token = idOf(value['contractId'] ?? value['token']);
  return { input: input ?? scope.input, output: output ?? scope.output, token: token ?? scope.token };
}

const idOf = (token: unknown): string | undefined => {
  const id = isObject(token) ? token['contractId'] : token;
  return typeof id === 'string' ? id : undefined;
};

const DIGITS = /^[0-9]{1,39}$/;

function wordsOf(name: string, value: unknown, scope: Scope, words: TokenWords): string | undefined {
  if (FRACTIONS.includes(name) && typeof value === 'number')
    return `${Number((value * 100).toPrecision(4))}%`;
  if (typeof value !== 'string' || !DIGITS.test(value)) return undefined;
  const token = tokenOf(name, scope);
  return token === undefined ? undefined : words.amount(value, token);
}

function tokenOf(name: string, { input, output, token }: Scope): string | undefined {
  if (OF_INPUT.includes(name)) return input;
  if (OF_OUTPUT.includes(name)) return output;
  return OF_TOKEN.includes(name) ? token : undefined;
}

/** Halves the longest lists until the answer is short enough. */
function shortened(answer: object): object {
  let kept: object = answer;
  while (JSON.stringify(kept).length > MOST_CHARACTERS) {
    const most = longestList(kept);
    if (most < 2) return { note: 'the answer is too long to show: ask for less', left_off: true };
    kept = cutLists(kept, Math.floor(most / 2)) as object;
  }
  return kept;
}

const longestList = (value: unknown): number => {
  if (!isObject(value) && !Array.isArray(value)) return 0;
  const inner = Object.values(value).map(longestList);
  return Math.max(Array.isArray(value) ? value.length : 0, ...inner, 0);
};

/** Cuts lists to the length. A list within an object is followed by the number of items that it lost in all. */
function cutLists(value: unknown, length: number): unknown {
  if (Array.isArray(value)) return value.slice(0, length).map((one) => cutLists(one, length));
  if (!isObject(value)) return value;
  const lost = isObject(value['left_off']) ? value['left_off'] : {};
  const newly = Object.entries(value).flatMap(([name, one]) =>
    Array.isArray(one) && one.length > length
      ? [[name, Number(lost[name] ?? 0) + one.length - length] as const]
      : [],
  );
  const cut = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutLists(one, length)]));
  return newly.length === 0 ? cut : { ...cut, left_off: { ...lost, ...Object.fromEntries(newly) } };
}
