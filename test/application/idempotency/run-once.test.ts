import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { NodeHasher } from '../../../src/adapters/system/index.js';
import { makeRunOnce, type KeyedWork } from '../../../src/application/idempotency/run-once.js';
import {
  ABANDONED_AFTER_MS,
  KEPT_MS,
  parseIdempotencyKey,
} from '../../../src/domain/idempotency/idempotency.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import type { IdempotencyLog } from '../../../src/ports/request-logs.js';
import { fixedClock } from '../../support/fixed-clock.js';

const REQUEST: KeyedWork = {
  operation: 'POST /orders/new',
  caller: 'alice',
  key: unwrap(parseIdempotencyKey('k-1')),
  payload: { amountIn: '1' },
};
const first = (answer: string) => ok({ answer, replayed: false });
const again = (answer: string) => ok({ answer, replayed: true });
const reused = err({ kind: 'idempotency-key-reused' });
const inUse = err({ kind: 'idempotency-key-in-use' });

function setUp(idempotency: IdempotencyLog = memoryStorage().idempotency) {
  const clock = fixedClock();
  const runOnce = makeRunOnce({ idempotency, clock, hasher: new NodeHasher() });
  let runs = 0;
  /** Returns the number of the run. */
  const run = (request: Partial<KeyedWork> = {}) =>
    runOnce({ ...REQUEST, ...request }, async () => `run ${++runs}`);
  return { clock, runOnce, run, idempotency };
}

/** Work that has begun and ends when the test releases it. */
function heldWork() {
  let finish!: (answer: string) => void;
  let fail!: (error: Error) => void;
  let begin!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work = () => {
    begin();
    return new Promise<string>((resolve, reject) => ([finish, fail] = [resolve, reject]));
  };
  return { work, begun, finish: (answer: string) => finish(answer), fail: (error: Error) => fail(error) };
}

describe('makeRunOnce', () => {
  it('replays the first answer to a retry', async () => {
    const { run } = setUp();
    expect(await run()).toEqual(first('run 1'));
    expect(await run()).toEqual(again('run 1'));
  });

  it('stores nothing of work without an answer, and frees the key', async () => {
    const { runOnce, run, idempotency } = setUp();
    let id = '';
    const insert = idempotency.insert.bind(idempotency);
    idempotency.insert = (entry) => insert(((id = entry.id), entry));
    const none = ok({ answer: undefined, replayed: false });
    expect(await runOnce(REQUEST, async () => undefined)).toEqual(none);
    expect(await idempotency.find(id)).toBeUndefined();
    expect(await run({ payload: 'another' })).toEqual(first('run 1'));
  });

  it('passes the time of the claim to the work', async () => {
    const { runOnce, clock } = setUp();
    expect(await runOnce(REQUEST, async (at) => at.toISOString())).toEqual(first(clock.now().toISOString()));
  });

  it('refuses a request with another payload under the same key', async () => {
    const { run } = setUp();
    await run();
    expect(await run({ payload: { amountIn: '2' } })).toEqual(reused);
    expect(await run()).toEqual(again('run 1'));
  });

  it('runs the work separately for each caller, operation and key', async () => {
    const { run } = setUp();
    await run();
    expect(await run({ caller: 'bob', payload: 1 })).toEqual(first('run 2'));
    expect(await run({ operation: 'PATCH', payload: 1 })).toEqual(first('run 3'));
    expect(await run({ key: unwrap(parseIdempotencyKey('K-1')), payload: 1 })).toEqual(first('run 4'));
    // Parts that would read the same when joined are still distinct requests.
    expect(await run({ operation: 'a","b', caller: 'c' })).toEqual(first('run 5'));
    expect(await run({ operation: 'a', caller: 'b","c' })).toEqual(first('run 6'));
  });

  it('runs one of many concurrent requests and reports the key as in use to the others', async () => {
    const { run, runOnce } = setUp();
    const { work, begun, finish } = heldWork();
    const running = runOnce(REQUEST, work);
    await begun;
    const others = await Promise.all(Array.from({ length: 19 }, () => run()));
    expect(others).toEqual(Array.from({ length: 19 }, () => inUse));
    expect(await run({ payload: 'other' })).toEqual(reused);
    finish('done');
    expect(await running).toEqual(first('done'));
    expect(await run()).toEqual(again('done'));
  });

  it('rethrows the error of failed work and frees the key', async () => {
    const { run, runOnce } = setUp();
    const failure = new Error('the chain is gone');
    await expect(runOnce(REQUEST, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await run({ payload: 'corrected' })).toEqual(first('run 1'));
  });

  it('rethrows the error of failed work when the claim cannot be deleted', async () => {
    const { idempotency } = memoryStorage();
    const broken: IdempotencyLog = {
      insert: (entry) => idempotency.insert(entry),
      find: (id) => idempotency.find(id),
      replace: (known, next) => idempotency.replace(known, next),
      delete: () => Promise.reject(new Error('storage is gone')),
      deleteExpired: (now) => idempotency.deleteExpired(now),
    };
    const { run, runOnce, clock } = setUp(broken);
    const failure = new Error('so is the chain');
    await expect(runOnce(REQUEST, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await run()).toEqual(inUse);
    clock.advance(ABANDONED_AFTER_MS);
    expect(await run()).toEqual(first('run 1'));
  });

  it('runs the work again 24 hours after the answer', async () => {
    const { run, clock } = setUp();
    await run();
    clock.advance(KEPT_MS - 1);
    expect(await run()).toEqual(again('run 1'));
    clock.advance(1);
    expect(await run({ payload: 'other' })).toEqual(first('run 2'));
  });

  it('takes over the claim of a dead process after a minute', async () => {
    const { run, runOnce, clock } = setUp();
    const lost = heldWork();
    void runOnce(REQUEST, lost.work);
    await lost.begun;
    clock.advance(ABANDONED_AFTER_MS - 1);
    expect(await run()).toEqual(inUse);
    clock.advance(1);
    expect(await run({ payload: 'other' })).toEqual(reused);
    expect(await run()).toEqual(first('run 1'));
    expect(await run()).toEqual(again('run 1'));
  });

  it('keeps the answer of the retry that took over when the slow request ends later', async () => {
    const { run, runOnce, clock } = setUp();
    const slow = heldWork();
    const running = runOnce(REQUEST, slow.work);
    await slow.begun;
    clock.advance(ABANDONED_AFTER_MS);
    expect(await run()).toEqual(first('run 1'));
    slow.finish('late');
    expect(await running).toEqual(first('late'));
    expect(await run()).toEqual(again('run 1'));
  });

  it('leaves a key unchanged that was freed and claimed again while the slow request ran', async () => {
    const { run, runOnce, clock } = setUp();
    const slow = heldWork();
    const running = runOnce(REQUEST, slow.work);
    await slow.begun;
    clock.advance(ABANDONED_AFTER_MS);
    await expect(runOnce(REQUEST, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run({ payload: 'other' })).toEqual(first('run 1'));
    slow.fail(new Error('late'));
    await expect(running).rejects.toThrow('late');
    expect(await run({ payload: 'other' })).toEqual(again('run 1'));
  });

  it('lets exactly one of several retries take over an abandoned claim', async () => {
    const { run, runOnce, clock } = setUp();
    const lost = heldWork();
    void runOnce(REQUEST, lost.work);
    await lost.begun;
    clock.advance(ABANDONED_AFTER_MS);
    const results = await Promise.all(Array.from({ length: 20 }, () => run()));
    expect(results.filter((result) => result.ok && !result.value.replayed)).toHaveLength(1);
  });

  it('stores hashes only, neither the key nor the payload', async () => {
    const { idempotency } = memoryStorage();
    const stored: unknown[] = [];
    const watched: IdempotencyLog = {
      insert: (entry) => {
        stored.push(entry);
        return idempotency.insert(entry);
      },
      find: (id) => idempotency.find(id),
      replace: (known, next) => {
        stored.push(next);
        return idempotency.replace(known, next);
      },
      delete: (known) => idempotency.delete(known),
      deleteExpired: (now) => idempotency.deleteExpired(now),
    };
    const { run } = setUp(watched);
    await run({ key: unwrap(parseIdempotencyKey('my key')), payload: { signature: 'ab'.repeat(65) } });
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/my key|abab|alice/);
  });
});
