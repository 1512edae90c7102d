import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findJsonBreak } from '../../../src/adapters/express/requests/json-break.js';

describe('findJsonBreak', () => {
  it.each([
    ['', 1, 1, 'a value'],
    ['{', 1, 2, 'a name in double quotes or }'],
    ['{"a":}', 1, 6, 'a value'],
    ["{'a':1}", 1, 2, 'a name in double quotes or }'],
    ['{"a" 1}', 1, 6, 'a colon'],
    ['{"a":1,}', 1, 8, 'a name in double quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or the closing bracket'],
    ['[1,]', 1, 4, 'a value'],
    ['[1}', 1, 3, 'a comma or the closing bracket'],
    ['{"a":1}{"b":2}', 1, 8, 'the end'],
    ['{"a": 01}', 1, 7, 'a value'],
    ['{"a": "x\ty"}', 1, 7, 'a value'],
    ['{"a": "open', 1, 7, 'a value'],
    ['undefined', 1, 1, 'a value'],
  ])('finds where %j breaks', (text, line, column, wanted) => {
    expect(findJsonBreak(text)).toEqual({ line, column, wanted });
  });

  it('finds a break where JSON.parse does, and nowhere else', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', 'x', '0', '\n'))
      .map(
        ([text, n, put]) =>
          text.slice(0, n % (text.length + 1)) + put + text.slice((n % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        expect(findJsonBreak(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
