import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../../src/adapters/system/index.js';
import { repeatWhenDue, type DueRepetition } from '../../../src/apps/run/repeat.js';
import { T0 } from '../../support/builders.js';

const INTERVAL_MS = 1_000;
const at = (ms: number) => new Date(T0.getTime() + ms);

let started: DueRepetition | undefined;

/** Starts the task and records when its runs begin, in milliseconds after T0. */
function begin(
  task: (run: number) => Promise<Date | undefined>,
  onError: (error: unknown) => void = () => {},
  intervalMs = INTERVAL_MS,
) {
  const runs: number[] = [];
  const repetition = repeatWhenDue(
    () => {
      runs.push(Date.now() - T0.getTime());
      return task(runs.length);
    },
    { intervalMs, clock: new SystemClock(), onError },
  );
  started = repetition;
  return { runs, repetition };
}

const nothing = async () => undefined;
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers({ now: T0 }));
afterEach(async () => {
  const stopped = started?.stop();
  await jest.advanceTimersByTimeAsync(INTERVAL_MS);
  await stopped;
  jest.useRealTimers();
});

describe('repeatWhenDue', () => {
  it('runs at once, then after each interval', async () => {
    const { runs } = begin(nothing);
    await pass(2_500);
    expect(runs).toEqual([0, 1_000, 2_000]);
  });

  it('runs at the time that the task returns when it is sooner', async () => {
    const { runs } = begin(async (run) => at(run * 300));
    await pass(1_000);
    expect(runs).toEqual([0, 300, 600, 900]);
  });

  it('does not wait for a time beyond the interval', async () => {
    const { runs } = begin(async () => at(365 * 24 * 3_600_000));
    await pass(1_500);
    expect(runs).toEqual([0, 1_000]);
  });

  it('pauses 10 ms between the runs of a task that is always due', async () => {
    const { runs } = begin(async () => at(0));
    await pass(35);
    expect(runs).toEqual([0, 10, 20, 30]);
  });

  it('waits no longer than the interval when the clock is set back during a run', async () => {
    const { runs } = begin(async (run) => {
      if (run === 1) jest.setSystemTime(at(-3_600_000));
      return undefined;
    });
    await pass(1_000);
    expect(runs).toEqual([0, 1_000 - 3_600_000]);
  });

  it('runs again five seconds after a failure when the interval is longer', async () => {
    const failures: unknown[] = [];
    const { runs } = begin(
      async () => {
        throw new Error('the database is gone');
      },
      (error) => failures.push(error),
      60_000,
    );
    await pass(10_000);
    expect(runs).toEqual([0, 5_000, 10_000]);
    expect(failures).toHaveLength(3);
  });

  it('runs when it is woken', async () => {
    const { runs, repetition } = begin(nothing);
    await pass(400);
    repetition.wake(at(0));
    await pass(1);
    expect(runs).toEqual([0, 400]);
  });

  it('runs at the earliest of the times it is woken for', async () => {
    const { runs, repetition } = begin(nothing);
    await pass(100);
    [700, 500, 5_000].forEach((ms) => repetition.wake(at(ms)));
    await pass(899);
    expect(runs).toEqual([0, 500]);
  });

  it('runs once more when woken during a run, and never twice at a time', async () => {
    const ends: (() => void)[] = [];
    const { runs, repetition } = begin(() => new Promise((resolve) => ends.push(() => resolve(undefined))));
    await pass(100);
    for (let n = 0; n < 5; n++) repetition.wake(at(50));
    await pass(2_000);
    expect(runs).toEqual([0]);
    ends.shift()!();
    await pass(10);
    expect(runs).toEqual([0, 2_110]);
    repetition.wake(at(0));
    expect(jest.getTimerCount()).toBe(0);
    ends.shift()!();
  });

  it('reports a failed run and runs again after the interval', async () => {
    const errors: unknown[] = [];
    const { runs } = begin(
      (run) => (run === 1 ? Promise.reject(new Error('no')) : nothing()),
      (error) => errors.push(error),
    );
    await pass(1_500);
    expect({ runs, errors }).toEqual({ runs: [0, 1_000], errors: [new Error('no')] });
  });

  it('stops at once between two runs', async () => {
    const { runs, repetition } = begin(nothing);
    await pass(10);
    await repetition.stop();
    repetition.wake(at(0));
    await pass(5_000);
    expect(runs).toEqual([0]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits for the current run when it is stopped', async () => {
    let end = () => {};
    const { repetition } = begin(() => new Promise((resolve) => (end = () => resolve(undefined))));
    let stopped = false;
    const stopping = repetition.stop().then(() => (stopped = true));
    await pass(100);
    expect(stopped).toBe(false);
    end();
    await stopping;
    expect(stopped).toBe(true);
  });
});
