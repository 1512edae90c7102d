import { once, EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { repeat } from '../../src/process/repeat.js';

afterEach(() => void jest.useRealTimers());

describe('repeat', () => {
  it('pauses after each run, also after a long one', async () => {
    jest.useFakeTimers({ now: 0 });
    const gate = new EventEmitter();
    const runs: number[] = [];
    const task = async () => {
      runs.push(Date.now());
      if (runs.length === 1) await once(gate, 'open');
    };
    const repetition = repeat(task, { pauseMs: 1_000, onError: () => undefined });
    await jest.advanceTimersByTimeAsync(11_000);
    gate.emit('open');
    await jest.advanceTimersByTimeAsync(2_500);
    await repetition.stop();
    expect(runs).toEqual([1_000, 12_000, 13_000]);
  });

  it('reports a failed run and continues', async () => {
    const runs = new EventEmitter();
    const errors: unknown[] = [];
    let count = 0;
    const repetition = repeat(
      async () => {
        count += 1;
        runs.emit(`run ${count}`);
        if (count === 1) throw new Error('the first one fails');
      },
      { pauseMs: 1, onError: (error) => errors.push(error) },
    );
    await once(runs, 'run 3');
    await repetition.stop();
    expect(errors).toEqual([new Error('the first one fails')]);
  });

  it('waits for the current run when it is stopped and starts no other', async () => {
    const runs = new EventEmitter();
    let [begun, ended] = [0, 0];
    const repetition = repeat(
      async () => {
        begun += 1;
        runs.emit('begun');
        await once(runs, 'finish');
        ended += 1;
      },
      { pauseMs: 1, onError: () => undefined },
    );
    await once(runs, 'begun');
    const stopped = repetition.stop();
    runs.emit('finish');
    await stopped;
    expect({ begun, ended }).toEqual({ begun: 1, ended: 1 });
  });
});
