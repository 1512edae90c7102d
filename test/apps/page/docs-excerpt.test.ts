import { describe, expect, it } from '@jest/globals';
import { excerptOf } from '../../../src/apps/page/docs/excerpt.js';

const LONG = `${'before '.repeat(40)}the fee of a pool is taken off the input ${'after '.repeat(60)}`.trim();
const shown = (text: string, words: readonly string[]) =>
  excerptOf(text, words)
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join('');

describe('an excerpt', () => {
  it('is the whole of a short text, with what was found in it marked', () => {
    expect(shown('Fees of a pool, and the fee of the network.', ['fee', 'fees'])).toBe(
      '[Fees] of a pool, and the [fee] of the network.',
    );
  });

  it('is cut at words around the place that has the most of the words', () => {
    const text = shown(LONG, ['fee', 'pool']);
    expect(text).toMatch(/^… before .*the \[fee\] of a \[pool\] is taken .* after …$/);
    expect(text.length).toBeLessThan(170);
  });

  it('is the beginning of a text that has none of the words', () => {
    expect(shown(LONG, ['vault'])).toMatch(/^before before .* before …$/);
  });

  it('marks whole words only, and nothing in an empty text', () => {
    expect(shown('feedback', ['fee'])).toBe('feedback');
    expect(excerptOf('', ['fee'])).toEqual([]);
  });
});
