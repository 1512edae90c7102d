import { describe, expect, it } from '@jest/globals';
import { shown } from '../../../src/adapters/express/errors/shown.js';

describe('shown', () => {
  it.each([
    ['abc', 'abc'],
    ['a\nb\u0000', 'a\ufffdb\ufffd'],
    ['\u202egnp', '\ufffdgnp'],
    ['\ud800', '\ufffd'],
    ['key ck_live_0123abcd', 'key ck_live_…'],
    ['key ck_test_0123abcd', 'key ck_test_…'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
  ])('repeats %j as %j', (text, repeated) => {
    expect(shown(text)).toBe(repeated);
  });
});
