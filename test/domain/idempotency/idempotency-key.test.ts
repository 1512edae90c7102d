import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseIdempotencyKey } from '../../../src/domain/idempotency/idempotency.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { anyCharacter } from '../../support/properties.js';

const invalid = err({ kind: 'invalid-idempotency-key' });
const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

describe('parseIdempotencyKey', () => {
  it('accepts 1 to 255 printable ASCII characters unchanged', () => {
    const keys = fc.string({ unit: printable, minLength: 1, maxLength: 255 });
    fc.assert(fc.property(keys, (key) => expect(parseIdempotencyKey(key)).toEqual(ok(key))));
  });

  it.each(['', 'x'.repeat(256), 'tab\t', 'line\n', '\u007f', 'ü', '\u0000'])('refuses %j', (raw) => {
    expect(parseIdempotencyKey(raw)).toEqual(invalid);
  });

  it('refuses any other character at any position', () => {
    const other = fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 1 })
      .filter((c) => !/[\x20-\x7e]/.test(c));
    const around = fc.string({ unit: printable, maxLength: 100 });
    fc.assert(
      fc.property(around, other, around, (before, bad, after) =>
        expect(parseIdempotencyKey(before + bad + after)).toEqual(invalid),
      ),
    );
  });
});
