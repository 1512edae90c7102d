import { describe, expect, it } from '@jest/globals';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';

describe('Result', () => {
  it('holds a value when ok, and an error otherwise', () => {
    expect(ok(5)).toEqual({ ok: true, value: 5 });
    expect(ok()).toEqual({ ok: true, value: undefined });
    expect(err({ kind: 'gone' })).toEqual({ ok: false, error: { kind: 'gone' } });
  });

  it('returns the value when a success is unwrapped', () => {
    expect(unwrap(ok('here'))).toBe('here');
  });

  it('throws when an error is unwrapped, with the error as cause', () => {
    const error = { kind: 'gone' };
    expect(() => unwrap(err(error))).toThrow(expect.objectContaining({ cause: error }));
  });
});
