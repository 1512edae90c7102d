import { fixedClock } from '../../support/fixed-clock.js';
import { T0 } from '../../support/builders.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { freshFlight, recentFlight, singleFlight } from '../../../src/application/shared/single-flight.js';

/** A task whose runs end when the test says. */
let runs: { readonly key: string; readonly end: () => void; readonly fail: (error: Error) => void }[];
const task = (key: string) =>
  new Promise<string>((resolve, reject) => {
    const result = `${key}, run ${runs.length + 1}`;
    runs.push({ key, end: () => resolve(result), fail: reject });
  });
const keyless = () => task('k');

beforeEach(() => void (runs = []));

describe('singleFlight', () => {
  it('shares one run between concurrent callers of a key', async () => {
    const flight = singleFlight(task);
    const callers = [flight('a'), flight('a')];
    runs[0]!.end();
    expect(await Promise.all(callers)).toEqual(['a, run 1', 'a, run 1']);
    expect(runs).toHaveLength(1);
  });

  it('runs different keys side by side', async () => {
    const flight = singleFlight(task);
    const callers = [flight('a'), flight('b')];
    runs.forEach(({ end }) => end());
    expect(await Promise.all(callers)).toEqual(['a, run 1', 'b, run 2']);
  });

  it('starts another run for a call after the last one settled', async () => {
    const flight = singleFlight(task);
    const first = flight('a');
    runs[0]!.end();
    await first;
    const second = flight('a');
    runs[1]!.end();
    expect(await second).toBe('a, run 2');
  });

  it('rejects every caller of a run that fails, and runs again for the next call', async () => {
    const flight = singleFlight(task);
    const callers = [flight('a'), flight('a')];
    runs[0]!.fail(new Error('no'));
    for (const caller of callers) await expect(caller).rejects.toThrow('no');
    const next = flight('a');
    runs[1]!.end();
    expect(await next).toBe('a, run 2');
  });

  it('exposes the run that is under way until it settles', async () => {
    const flight = singleFlight(keyless);
    expect(flight.running()).toBeUndefined();
    const run = flight();
    expect(flight.running()).toBe(run);
    runs[0]!.end();
    await run;
    expect(flight.running()).toBeUndefined();
  });
});

describe('freshFlight', () => {
  it('gives all callers during a run the same next run, which starts once the first ends', async () => {
    const flight = freshFlight(keyless);
    const first = flight();
    const late = [flight(), flight()];
    expect(runs).toHaveLength(1);
    runs[0]!.end();
    expect(await first).toBe('k, run 1');
    runs[1]!.end();
    expect(await Promise.all(late)).toEqual(['k, run 2', 'k, run 2']);
    expect(runs).toHaveLength(2);
  });

  it('starts the next run when the one under way fails', async () => {
    const flight = freshFlight(keyless);
    const first = flight();
    const late = flight();
    runs[0]!.fail(new Error('no'));
    await expect(first).rejects.toThrow('no');
    runs[1]!.end();
    expect(await late).toBe('k, run 2');
  });

  it('exposes the run that is under way, which a caller may join', async () => {
    const flight = freshFlight(keyless);
    const run = flight();
    expect(flight.running()).toBeDefined();
    runs[0]!.end();
    expect(await flight.running()).toBe(await run);
    expect(flight.running()).toBeUndefined();
  });

  it('lets the calls of each key wait for its next run alone', async () => {
    const flight = freshFlight(task);
    const calls = [flight('a'), flight('a'), flight('b'), flight('a')];
    expect(runs.map(({ key }) => key)).toEqual(['a', 'b']);
    runs[0]!.end();
    runs[1]!.end();
    expect([await calls[0], await calls[2]]).toEqual(['a, run 1', 'b, run 2']);
    runs[2]!.end();
    expect([await calls[1], await calls[3]]).toEqual(['a, run 3', 'a, run 3']);
  });
});

describe('recentFlight', () => {
  const clock = fixedClock(T0);
  const recent = () => recentFlight(keyless, { clock, maxAgeMs: 1_000 });
  const settled = async (flight: () => Promise<string>) => {
    const call = flight();
    runs.at(-1)?.end();
    return call;
  };

  it('shares a success with calls for as long as it is recent', async () => {
    const flight = recent();
    expect(await settled(flight)).toBe('k, run 1');
    clock.advance(999);
    expect(await flight()).toBe('k, run 1');
    clock.advance(1);
    expect(await settled(flight)).toBe('k, run 2');
  });

  it('shares no failure with later calls', async () => {
    const flight = recent();
    const failing = flight();
    runs[0]!.fail(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    expect(await settled(flight)).toBe('k, run 2');
  });

  it('keeps a result for each key, the oldest dropped if there are too many', async () => {
    const flight = recentFlight(task, { clock, maxAgeMs: 1_000, most: 2 });
    const read = async (key: string) => settled(() => flight(key));
    expect([await read('a'), await read('b'), await read('a')]).toEqual(['a, run 1', 'b, run 2', 'a, run 1']);
    expect([await read('c'), await read('b')]).toEqual(['c, run 3', 'b, run 2']);
    expect([await read('a'), await read('c')]).toEqual(['a, run 4', 'c, run 3']);
  });

  it('keeps no result that is not to be kept', async () => {
    const flight = recentFlight(keyless, {
      clock,
      maxAgeMs: 1_000,
      isKept: (result) => result !== 'k, run 1',
    });
    expect(await settled(flight)).toBe('k, run 1');
    expect(await settled(flight)).toBe('k, run 2');
    expect(await flight()).toBe('k, run 2');
  });

  it('runs again after the clock was set back', async () => {
    const flight = recent();
    await settled(flight);
    clock.advance(-3_600_000);
    expect(await settled(flight)).toBe('k, run 2');
  });
});
