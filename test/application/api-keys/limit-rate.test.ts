import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { makeRateLimiter } from '../../../src/application/api-keys/limit-rate.js';
import type { RateCounter } from '../../../src/ports/index.js';
import { keyIdOf } from '../../support/api-keys.js';
import { T0 } from '../../support/builders.js';

const at = (ms: number) => new Date(T0.getTime() + ms);

/** A counter that records its calls and can be held back or made to fail. */
function watched() {
  const { rates } = memoryStorage();
  const asked: number[] = [];
  let gate: Promise<void> = Promise.resolve();
  const counter: RateCounter = {
    add: async (keyId, start, count) => {
      asked.push(count);
      await gate;
      return rates.add(keyId, start, count);
    },
    deleteBefore: (start) => rates.deleteBefore(start),
  };
  const hold = () => {
    let letGo = () => {};
    gate = new Promise<void>((resolve) => (letGo = resolve));
    return letGo;
  };
  const fail = () => void (gate = Promise.reject(new Error('storage is away')));
  const mend = () => void (gate = Promise.resolve());
  return { counter, asked, hold, fail, mend };
}

describe('makeRateLimiter', () => {
  it('allows 100 requests in a window across processes, in parallel or in turn', async () => {
    const { counter } = watched();
    const processes = [makeRateLimiter({ rates: counter }), makeRateLimiter({ rates: counter })];
    const together = Array.from({ length: 60 }, (_, n) => processes[n % 2]!(keyIdOf(1), at(n)));
    const decisions = await Promise.all(together);
    for (let n = 60; n < 140; n++) decisions.push(await processes[n % 2]!(keyIdOf(1), at(n)));
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(100);
    const remaining = decisions.map(({ standing }) => standing.remaining).sort((a, b) => b - a);
    expect(remaining.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, n) => 99 - n));
    expect(remaining.slice(100)).toEqual(Array.from({ length: 40 }, () => 0));
  });

  it('starts a new count with each minute of the epoch', async () => {
    const consume = makeRateLimiter({ rates: watched().counter });
    for (let n = 0; n < 100; n++) await consume(keyIdOf(1), at(59_999));
    expect(await consume(keyIdOf(1), at(59_999))).toEqual({
      allowed: false,
      standing: { limit: 100, remaining: 0, resetsAt: at(60_000) },
    });
    expect(await consume(keyIdOf(1), at(60_000))).toEqual({
      allowed: true,
      standing: { limit: 100, remaining: 99, resetsAt: at(120_000) },
    });
  });

  it('counts each key separately', async () => {
    const consume = makeRateLimiter({ rates: watched().counter });
    for (let n = 0; n < 101; n++) await consume(keyIdOf(1), T0);
    expect(await consume(keyIdOf(2), T0)).toMatchObject({ allowed: true, standing: { remaining: 99 } });
  });

  it('counts requests that arrive during a write together in the next one', async () => {
    const { counter, asked, hold } = watched();
    const consume = makeRateLimiter({ rates: counter });
    const letGo = hold();
    const waiting = [consume(keyIdOf(1), T0), consume(keyIdOf(1), T0)];
    await Promise.resolve();
    for (let n = 2; n < 300; n++) waiting.push(consume(keyIdOf(1), T0));
    letGo();
    const decisions = await Promise.all(waiting);
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(100);
    expect(asked).toEqual([2, 298]);
  });

  it('does not write once the window is full', async () => {
    const { counter, asked } = watched();
    const consume = makeRateLimiter({ rates: counter });
    await counter.add(keyIdOf(1), T0, 100);
    for (let n = 0; n < 50; n++) expect(await consume(keyIdOf(1), T0)).toMatchObject({ allowed: false });
    expect(asked).toEqual([100, 1]);
  });

  it('rejects while the storage fails and counts again afterwards', async () => {
    const { counter, fail, mend } = watched();
    const consume = makeRateLimiter({ rates: counter });
    fail();
    const failed = await Promise.allSettled([consume(keyIdOf(1), T0), consume(keyIdOf(1), T0)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    mend();
    expect(await consume(keyIdOf(1), T0)).toMatchObject({ allowed: true, standing: { remaining: 99 } });
  });

  it('counts a request in the window of its arrival when the write ends in the next window', async () => {
    const { counter, hold } = watched();
    const consume = makeRateLimiter({ rates: counter });
    const letGo = hold();
    const late = [consume(keyIdOf(1), at(59_998)), consume(keyIdOf(1), at(59_999))];
    const early = consume(keyIdOf(1), at(60_000));
    letGo();
    expect((await Promise.all(late)).map(({ standing }) => standing.remaining)).toEqual([99, 98]);
    expect(await early).toMatchObject({ standing: { remaining: 99, resetsAt: at(120_000) } });
  });
});
