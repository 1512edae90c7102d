import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printable, printableLines } from '../../../src/domain/shared/printable.js';
import { anyCharacter } from '../../support/properties.js';

describe('printable text', () => {
  it.each([
    ['an escape sequence', 'a\u001b[2Jb', 'a\u{fffd}[2Jb'],
    ['an eight-bit control character', 'a\u009b2Jb', 'a\u{fffd}2Jb'],
    ['a carriage return', 'paid\rnot paid', 'paid\u{fffd}not paid'],
    ['a change of direction', 'a\u202egpj.exe', 'a\u{fffd}gpj.exe'],
    ['an isolate of direction', '\u2066a\u2069', '\u{fffd}a\u{fffd}'],
  ])('has U+FFFD in place of %s', (_, text, shown) => expect(printable(text)).toBe(shown));

  it('keeps letters of every script, and each line of several', () => {
    expect(printable('Ünïcödé 東京 שלום 🚰')).toBe('Ünïcödé 東京 שלום 🚰');
    expect(printableLines('one\ntwo\u0007\nthree')).toBe('one\ntwo\u{fffd}\nthree');
  });

  it('has no control character, whatever the text, and stays as it is the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });
});
