import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { makeTakePlace } from '../../../src/application/api-keys/limit-rate.js';
import type { RateCounter } from '../../../src/ports/index.js';
import { keyIdOf } from '../../support/api-keys.js';
import { T0 } from '../../support/builders.js';

const at = (ms: number) => new Date(T0.getTime() + ms);

/** A counter whose questions are kept, and which can be held back or made to fail. */
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

describe('a key’s places in a window', () => {
  it('are 100, however they are asked for', async () => {
    const { counter } = watched();
    const processes = [makeTakePlace({ rates: counter }), makeTakePlace({ rates: counter })];
    const together = Array.from({ length: 60 }, (_, n) => processes[n % 2]!(keyIdOf(1), at(n)));
    const places = await Promise.all(together);
    for (let n = 60; n < 140; n++) places.push(await processes[n % 2]!(keyIdOf(1), at(n)));
    expect(places.filter((place) => place.passes)).toHaveLength(100);
    const remaining = places.map(({ standing }) => standing.remaining).sort((a, b) => b - a);
    expect(remaining.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, n) => 99 - n));
    expect(remaining.slice(100)).toEqual(Array.from({ length: 40 }, () => 0));
  });

  it('begin anew with each minute of the epoch', async () => {
    const takePlace = makeTakePlace({ rates: watched().counter });
    for (let n = 0; n < 100; n++) await takePlace(keyIdOf(1), at(59_999));
    expect(await takePlace(keyIdOf(1), at(59_999))).toEqual({
      passes: false,
      standing: { limit: 100, remaining: 0, resetsAt: at(60_000) },
    });
    expect(await takePlace(keyIdOf(1), at(60_000))).toEqual({
      passes: true,
      standing: { limit: 100, remaining: 99, resetsAt: at(120_000) },
    });
  });

  it('are each key’s own', async () => {
    const takePlace = makeTakePlace({ rates: watched().counter });
    for (let n = 0; n < 101; n++) await takePlace(keyIdOf(1), T0);
    expect(await takePlace(keyIdOf(2), T0)).toMatchObject({ passes: true, standing: { remaining: 99 } });
  });

  it('are asked for in one question by the requests that come while one is under way', async () => {
    const { counter, asked, hold } = watched();
    const takePlace = makeTakePlace({ rates: counter });
    const letGo = hold();
    const waiting = [takePlace(keyIdOf(1), T0), takePlace(keyIdOf(1), T0)];
    await Promise.resolve();
    for (let n = 2; n < 300; n++) waiting.push(takePlace(keyIdOf(1), T0));
    letGo();
    const places = await Promise.all(waiting);
    expect(places.filter((place) => place.passes)).toHaveLength(100);
    expect(asked).toEqual([2, 298]);
  });

  it('are not asked for once they are gone', async () => {
    const { counter, asked } = watched();
    const takePlace = makeTakePlace({ rates: counter });
    await counter.add(keyIdOf(1), T0, 100);
    for (let n = 0; n < 50; n++) expect(await takePlace(keyIdOf(1), T0)).toMatchObject({ passes: false });
    expect(asked).toEqual([100, 1]);
  });

  it('are not given out while the storage fails, and are there afterwards', async () => {
    const { counter, fail, mend } = watched();
    const takePlace = makeTakePlace({ rates: counter });
    fail();
    const failed = await Promise.allSettled([takePlace(keyIdOf(1), T0), takePlace(keyIdOf(1), T0)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    mend();
    expect(await takePlace(keyIdOf(1), T0)).toMatchObject({ passes: true, standing: { remaining: 99 } });
  });

  it('belong to the window in which the request came, though the question is answered in the next', async () => {
    const { counter, hold } = watched();
    const takePlace = makeTakePlace({ rates: counter });
    const letGo = hold();
    const late = [takePlace(keyIdOf(1), at(59_998)), takePlace(keyIdOf(1), at(59_999))];
    const early = takePlace(keyIdOf(1), at(60_000));
    letGo();
    expect((await Promise.all(late)).map(({ standing }) => standing.remaining)).toEqual([99, 98]);
    expect(await early).toMatchObject({ standing: { remaining: 99, resetsAt: at(120_000) } });
  });
});
