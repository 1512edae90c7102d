import { describe, expect, it } from '@jest/globals';
import { inParallel } from '../../../src/application/shared/in-parallel.js';

/** Work that ends when the test says. */
function heldWork() {
  const ends = new Map<number, () => void>();
  const work = (item: number) => new Promise<void>((end) => ends.set(item, end));
  return { ends, work, begun: () => [...ends.keys()] };
}

/** Lets everything happen that waits for nothing else. */
const settle = async () => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};

describe('inParallel', () => {
  it('works on as many items at a time as the limit of the moment allows, in order', async () => {
    const { ends, work, begun } = heldWork();
    let limit = 1;
    const done = inParallel([1, 2, 3, 4, 5], () => limit, work);
    await settle();
    expect(begun()).toEqual([1]);
    limit = 3;
    ends.get(1)!();
    await settle();
    expect(begun()).toEqual([1, 2, 3, 4]);
    ends.get(3)!();
    await settle();
    expect(begun()).toEqual([1, 2, 3, 4, 5]);
    for (const n of [2, 4, 5]) ends.get(n)!();
    await done;
  });

  it('takes an item from its source only once there is room for it', async () => {
    const taken: number[] = [];
    async function* source() {
      for (let n = 1; n <= 4; n++) {
        taken.push(n);
        yield n;
      }
    }
    const { ends, work } = heldWork();
    const done = inParallel(source(), 2, work);
    await settle();
    expect(taken).toEqual([1, 2, 3]);
    for (const n of [1, 2, 3, 4]) {
      await settle();
      ends.get(n)!();
    }
    await done;
  });

  it('works on all other items after one fails, and then throws its error', async () => {
    const worked: number[] = [];
    const done = inParallel([1, 2, 3], 1, async (item) => {
      worked.push(item);
      if (item === 2) throw new Error('two');
    });
    await expect(done).rejects.toThrow('two');
    expect(worked).toEqual([1, 2, 3]);
  });

  it('throws several errors together, also that of its source, once what has begun has ended', async () => {
    async function* source() {
      yield 1;
      throw new Error('the source');
    }
    const { ends, work } = heldWork();
    let isOver = false;
    const done = inParallel(source(), 2, (item) =>
      work(item).then(() => {
        throw new Error('the work');
      }),
    ).finally(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    ends.get(1)!();
    await expect(done).rejects.toThrow(AggregateError);
  });
});
