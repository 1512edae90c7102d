import { describe, expect, it } from '@jest/globals';
import {
  ABANDONED_AFTER_MS,
  answerClaim,
  claimFor,
  resolveEntry,
  KEPT_MS,
} from '../../../src/domain/idempotency/kept-answer.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { T0 } from '../../support/builders.js';

const at = (ms: number) => new Date(T0.getTime() + ms);
const claim = claimFor('id', 'this', T0);
const answered = answerClaim(claim, 'done', at(5));
const reused = err({ kind: 'idempotency-key-reused' });
const inUse = err({ kind: 'idempotency-key-in-use' });
const free = ok(undefined);

describe('resolveEntry', () => {
  it.each([
    ['a claim', claim, 'this', 0, inUse],
    ['a claim', claim, 'this', ABANDONED_AFTER_MS - 1, inUse],
    ['a claim', claim, 'this', ABANDONED_AFTER_MS, free],
    ['a claim', claim, 'other', ABANDONED_AFTER_MS, reused],
    ['a claim', claim, 'other', KEPT_MS - 1, reused],
    ['a claim', claim, 'other', KEPT_MS, free],
    ['an answer', answered, 'this', 5, ok('done')],
    ['an answer', answered, 'this', 5 + KEPT_MS - 1, ok('done')],
    ['an answer', answered, 'this', 5 + KEPT_MS, free],
    ['an answer', answered, 'other', 5, reused],
    ['an answer', answered, 'other', 5 + KEPT_MS, free],
  ])(
    '%s: resolves %j for a request with fingerprint %s after %d ms',
    (_, entry, fingerprint, ms, expected) => {
      expect(resolveEntry(entry, fingerprint, at(ms))).toEqual(expected);
    },
  );

  it('replays a stored answer that is the empty text', () => {
    expect(resolveEntry(answerClaim(claim, '', T0), 'this', T0)).toEqual(ok(''));
  });
});
