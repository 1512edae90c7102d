import { describe, expect, it } from '@jest/globals';
import { alone, gathered } from '../../../src/application/shared/gathered.js';

/** A task that ends only when it is let go, and the inputs of its runs. */
function heldTask() {
  const runs: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const task = async (inputs: readonly number[]) => {
    runs.push(inputs);
    await new Promise<void>((resolve) => ends.push(resolve));
    return inputs.map((input) => input * 10);
  };
  const end = async () => {
    while (ends.length === 0) await Promise.resolve();
    ends.shift()!();
  };
  return { runs, task, end };
}

describe('gathered', () => {
  it('runs calls that begin together in one run, each with its own result', async () => {
    const { runs, task, end } = heldTask();
    const call = gathered(10)(task);
    const results = Promise.all([call(1), call(2), call(3)]);
    await end();
    expect(await results).toEqual([10, 20, 30]);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  it('lets calls that arrive during a run wait for the next one, which takes at most the limit', async () => {
    const { runs, task, end } = heldTask();
    const call = gathered(2)(task);
    const first = call(1);
    while (runs.length === 0) await Promise.resolve();
    const rest = Promise.all([call(2), call(3), call(4)]);
    await end();
    expect(await first).toBe(10);
    await end();
    await end();
    expect(await rest).toEqual([20, 30, 40]);
    expect(runs).toEqual([[1], [2, 3], [4]]);
  });

  it('repeats a run that rejects for each of its calls alone, so that only the cause rejects', async () => {
    const runs: (readonly number[])[] = [];
    const call = gathered(10)(async (inputs: readonly number[]) => {
      runs.push(inputs);
      if (inputs.includes(2)) throw new Error('two');
      return inputs;
    });
    const settled = await Promise.allSettled([call(1), call(2), call(3)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(await call(4)).toBe(4);
  });
});

describe('alone', () => {
  it('runs the task for each call', async () => {
    const runs: (readonly number[])[] = [];
    const call = alone(async (inputs: readonly number[]) => {
      runs.push(inputs);
      return inputs;
    });
    expect(await Promise.all([call(1), call(2)])).toEqual([1, 2]);
    expect(runs).toEqual([[1], [2]]);
  });
});
