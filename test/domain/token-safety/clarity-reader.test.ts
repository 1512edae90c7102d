import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readClarity, type Expression } from '../../../src/domain/token-safety/clarity-reader.js';

/** The expression in a form that is quick to read. */
const shown = (each: Expression): unknown => {
  if (each.kind === 'list') return each.items.map(shown);
  if (each.kind === 'tuple')
    return Object.fromEntries(each.fields.map(([name, value]) => [name, shown(value)]));
  if (each.kind === 'principal') return `'${each.text}`;
  return each.kind === 'symbol' ? each.name : '#';
};
const read = (source: string): unknown => {
  const result = readClarity(source);
  return result.ok ? result.value.map(shown) : result.error;
};

describe('readClarity', () => {
  const cases: readonly (readonly [title: string, source: string, expected: unknown])[] = [
    ['lists in lists', '(a (b c) ())', [['a', ['b', 'c'], []]]],
    [
      'numbers, bytes and texts alike',
      '(list u1 -2 3 0x0a "a" u"b")',
      [['list', '#', '#', '#', '#', '#', '#']],
    ],
    [
      'names with signs',
      '(ft-mint? <= >= - asserts! <trait>)',
      [['ft-mint?', '<=', '>=', '-', 'asserts!', '<trait>']],
    ],
    ['principals', "('SP000.pool .pool .pool.trait)", [["'SP000.pool", "'.pool", "'.pool.trait"]]],
    ['tuples, with and without a last comma', '{ a: u1, b: { c: d }, }', [{ a: '#', b: { c: 'd' } }]],
    ['a closing bracket in a text', '(a ")" b)', [['a', '#', 'b']]],
    ['an escaped quote in a text', '(a "\\"(b" c)', [['a', '#', 'c']]],
    ['two semicolons in a text', '(a ";; no comment" b)', [['a', '#', 'b']]],
    ['a quote in a comment', '(a ;; "b\n c)', [['a', 'c']]],
    ['a comment without a line end', '(a) ;; (b)', [['a']]],
    ['an empty source', ' ', []],
  ];
  it.each(cases)('reads %s', (_title, source, expected) => {
    expect(read(source)).toEqual(expected);
  });

  it.each([
    '(',
    ')',
    '(}',
    '{)',
    '{ a }',
    '{ a: }',
    '{ a: b c: d }',
    '"open',
    '(a: b)',
    '('.repeat(300) + ')'.repeat(300),
  ])('refuses %s', (source) => {
    expect(read(source)).toBe('unreadable');
  });

  it('reads back what it is given, whatever the spaces and comments between', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('begin', 'ft-mint?', '#'),
        fc.array(tie('tree'), { maxLength: 4 }),
      ),
    }));
    const gap = fc.constantFrom(' ', '\n', ' ;; ( "\n');
    const written = (each: unknown, space: string): string =>
      Array.isArray(each)
        ? `(${each.map((item) => written(item, space)).join(space)})`
        : each === '#'
          ? '")"'
          : String(each);
    fc.assert(
      fc.property(tree, gap, (each, space) => {
        expect(read(written(each, space))).toEqual([each]);
      }),
    );
  });

  it('ends for any text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('(', ')', '{', '}', '"', '\\', ';', '\n', ':', ',', "'", 'a', ' '),
        }),
        (text) => {
          expect(['object', 'string']).toContain(typeof read(text));
        },
      ),
    );
  });
});
