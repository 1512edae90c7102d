import { describe, expect, it } from '@jest/globals';
import { Fields, flag, oneOf, text, whole } from '../../../src/domain/shared/fields.js';

/** The fields of a value and the problems reported while they are read. */
function read(value: unknown) {
  const problems: string[] = [];
  return { problems, fields: new Fields(value, (path, reason) => void problems.push(`${path}: ${reason}`)) };
}

describe('Fields', () => {
  it('returns the values of well-formed fields and reports nothing', () => {
    const { fields, problems } = read({ name: 'x', count: 3, on: false, side: 'a' });
    expect([
      fields.read('name', text(5)),
      fields.read('count', whole(0, 3)),
      fields.read('on', flag),
      fields.read('side', oneOf('a', 'b')),
    ]).toEqual(['x', 3, false, 'a']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['empty text', '', text(5), 'must be text of 1 to 5 characters'],
    ['text that is too long', 'abcdef', text(5), 'must be text of 1 to 5 characters'],
    ['a fraction', 1.5, whole(0, 9), 'must be a whole number from 0 to 9'],
    ['a number out of range', 10, whole(0, 9), 'must be a whole number from 0 to 9'],
    ['digits in text', '1', whole(0, 9), 'must be a whole number from 0 to 9'],
    ['text for a flag', 'true', flag, 'must be true or false'],
    ['an unknown choice', 'c', oneOf('a', 'b'), 'must be a or b'],
  ])('reports %s with the field and its rule, and reads it as undefined', (_, value, parse, reason) => {
    const { fields, problems } = read({ f: value });
    expect(fields.read<unknown>('f', parse)).toBeUndefined();
    expect(problems).toEqual([`f: ${reason}`]);
  });

  it.each([[{}], [{ f: null }]])('treats an absent and a null field alike: %j', (value) => {
    const { fields, problems } = read(value);
    expect(fields.has('f')).toBe(false);
    expect(fields.optional('f', flag)).toBeUndefined();
    expect(problems).toEqual([]);
    fields.required('f', flag);
    fields.read('f', flag);
    expect(problems).toEqual(['f: is required', 'f: must be true or false']);
  });

  it('reports problems inside objects and lists with their full path', () => {
    const { fields, problems } = read({ a: { b: 1 }, list: [{ n: 1 }, { n: 'x' }, 7], flags: [true, 0] });
    fields.object('a').read('b', flag);
    expect(fields.objects('list', (item) => item.read('n', whole(0, 9)))).toEqual([1]);
    expect(fields.list('flags', flag)).toEqual([true]);
    expect(problems).toEqual([
      'a.b: must be true or false',
      'list[1].n: must be a whole number from 0 to 9',
      'list[2]: must be an object',
      'list[2].n: must be a whole number from 0 to 9',
      'flags[1]: must be true or false',
    ]);
  });

  it.each([[null], [[]], ['x'], [undefined]])('reports %j when an object is required', (value) => {
    expect(read(value).problems).toEqual([': must be an object']);
  });

  it('reports a list field that is not a list, and reads it as empty', () => {
    const { fields, problems } = read({ list: {} });
    expect(fields.list('list', flag)).toEqual([]);
    expect(problems).toEqual(['list: must be a list']);
  });
});
