/** Position at which a text stops being JSON, and what was expected there. It quotes none of the text, which may hold a signature. */
export interface JsonBreak {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  readonly wanted: string;
}

const STRING = String.raw`"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const TOKEN = new RegExp(String.raw`([{}\[\],:])|(${STRING})|(?:${NUMBER}|true|false|null)(?![\w.+-])`, 'y');
const BLANKS = /[ \t\n\r]*/y;

/** Words for what may come next. */
const WANTED = {
  value: 'a value',
  'value-or-end': 'a value or ]',
  key: 'a name in double quotes',
  'key-or-end': 'a name in double quotes or }',
  colon: 'a colon',
  'more-or-end': 'a comma or the closing bracket',
  end: 'the end',
} as const;

type Expected = keyof typeof WANTED;

/** Finds where the text stops being JSON. Undefined for valid JSON, and if the position is not found. Reads each character once. */
export function findJsonBreak(text: string): JsonBreak | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    BLANKS.lastIndex = at;
    BLANKS.exec(text);
    at = BLANKS.lastIndex;
    if (at >= text.length) return expected === 'end' ? undefined : placeOf(text, at, expected);
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    const next: Expected | undefined = token === null ? undefined : after(expected, open, token);
    if (token === null || next === undefined) return placeOf(text, at, expected);
    expected = next;
    at += token[0].length;
  }
}

/** Returns what may follow the token; undefined if the token may not be there. */
function after(
  expected: Expected,
  open: ('{' | '[')[],
  [token, sign, string]: RegExpExecArray,
): Expected | undefined {
  const done = (): Expected => (open.length === 0 ? 'end' : 'more-or-end');
  const closed = (): Expected => {
    open.pop();
    return done();
  };
  switch (expected) {
    case 'key':
    case 'key-or-end':
      if (expected === 'key-or-end' && token === '}') return closed();
      return string === undefined ? undefined : 'colon';
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'more-or-end':
      if (token === ',') return open.at(-1) === '{' ? 'key' : 'value';
      return token === (open.at(-1) === '{' ? '}' : ']') ? closed() : undefined;
    case 'end':
      return undefined;
    case 'value':
    case 'value-or-end':
      if (expected === 'value-or-end' && token === ']') return closed();
      if (token === '{' || token === '[') {
        open.push(token);
        return token === '{' ? 'key-or-end' : 'value-or-end';
      }
      return sign === undefined ? done() : undefined;
  }
}

function placeOf(text: string, at: number, expected: Expected): JsonBreak {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1, wanted: WANTED[expected] };
}
