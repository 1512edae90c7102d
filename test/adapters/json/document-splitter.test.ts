import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DocumentSplitter } from '../../../src/adapters/json/document-splitter.js';

const LISTS = new Set(['metadata']);

/** The pieces of a document that arrives in chunks of `bit` characters. */
function split(text: string, bit = text.length || 1, longest = 1_000_000) {
  const splitter = new DocumentSplitter({ lists: LISTS, longest });
  const pieces = [];
  for (let at = 0; at < text.length; at += bit) pieces.push(...splitter.push(text.slice(at, at + bit)));
  splitter.end();
  return pieces;
}

const valuesOf = (text: string, bit?: number): unknown[] =>
  split(text, bit).map(({ kind, text: piece }) =>
    kind === 'item' ? (JSON.parse(piece!) as unknown) : (JSON.parse(`{${piece}}`) as unknown),
  );

describe('DocumentSplitter', () => {
  it.each<[string, unknown[]]>([
    ['[]', []],
    [' { } \n', []],
    ['[1, "a,]}", [2, [3]], {"b": "\\"]"}, null]', [1, 'a,]}', [2, [3]], { b: '"]' }, null]],
    ['{"a": 1, "b": {"metadata": [1]}}', [{ a: 1 }, { b: { metadata: [1] } }]],
    [
      '{"success": true, "metadata": [{"a": 1}, {"b": [2]}], "more": 1}',
      [{ success: true }, { a: 1 }, { b: [2] }, { more: 1 }],
    ],
    ['{"metadata" : []}', []],
    ['{"other": [1]}', [{ other: [1] }]],
    ['{"x": "metadata", "metadata": [[1]]}', [{ x: 'metadata' }, [1]]],
    ['[{"metadata": [1]}]', [{ metadata: [1] }]],
  ])('splits %s into its pieces, whole and character by character', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
    expect(valuesOf(text, 1)).toEqual(values);
  });

  it('splits any list and any object in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(2),
        (list, bit, space) => {
          expect(valuesOf(JSON.stringify(list, null, space), bit)).toEqual(JSON.parse(JSON.stringify(list)));
          const wrapped = JSON.stringify({ metadata: list }, null, space);
          expect(valuesOf(wrapped, bit)).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 20 }),
        (object, bit) => {
          fc.pre(!('metadata' in object));
          const fields = Object.entries(JSON.parse(JSON.stringify(object)) as object);
          expect(valuesOf(JSON.stringify(object), bit)).toEqual(
            fields.map(
              ([name, value]) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as unknown,
            ),
          );
        },
      ),
    );
  });

  it('returns a piece that is too long without its text and continues after it', () => {
    const text = JSON.stringify(['short', 'x'.repeat(200), 'after']);
    for (const bit of [1, 7, 1_000]) {
      expect(split(text, bit, 100).map((piece) => piece.text)).toEqual(['"short"', undefined, '"after"']);
    }
  });

  it.each(['', ' ', '5', '"[]"', '[1', '{"a": [1}', '["a', ']', '5 [1]', '[1] 2'])(
    'throws when the document is %j',
    (text) => {
      expect(() => split(text)).toThrow(/^is not a/);
    },
  );

  it('throws when a second document follows', () => {
    expect(() => split('{"a": 1}\n{"b": 2}')).toThrow('holds more than one JSON document');
  });
});
