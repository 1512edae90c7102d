import { once, EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { repeat } from '../../../src/apps/run/repeat.js';

afterEach(() => void jest.useRealTimers());

describe('repeat', () => {
  it('pauses for pauseMs after each run, however long the run took', async () => {
    jest.useFakeTimers({ now: 0 });
    const gate = new EventEmitter();
    const runs: number[] = [];
    const task = async () => {
      runs.push(Date.now());
      if (runs.length === 1) await once(gate, 'open');
    };
    const stop = repeat(task, { pauseMs: 1_000, onError: () => undefined });
    await jest.advanceTimersByTimeAsync(11_000);
    gate.emit('open');
    await jest.advanceTimersByTimeAsync(2_500);
    await stop();
    expect(runs).toEqual([1_000, 12_000, 13_000]);
  });

  it('reports the error of a failed run and continues', async () => {
    const runs = new EventEmitter();
    const errors: unknown[] = [];
    let count = 0;
    const stop = repeat(
      async () => {
        count += 1;
        runs.emit(`run ${count}`);
        if (count === 1) throw new Error('the first one fails');
      },
      { pauseMs: 1, onError: (error) => errors.push(error) },
    );
    await once(runs, 'run 3');
    await stop();
    expect(errors).toEqual([new Error('the first one fails')]);
  });

  it('waits for the current run and starts no other when it is stopped', async () => {
    const runs = new EventEmitter();
    let [begun, ended] = [0, 0];
    const stop = repeat(
      async () => {
        begun += 1;
        runs.emit('begun');
        await once(runs, 'finish');
        ended += 1;
      },
      { pauseMs: 1, onError: () => undefined },
    );
    await once(runs, 'begun');
    const stopped = stop();
    runs.emit('finish');
    await stopped;
    expect({ begun, ended }).toEqual({ begun: 1, ended: 1 });
  });
});
