import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { alone, grouped, inGroups } from '../../../src/application/shared/in-groups.js';

interface Run {
  readonly items: readonly string[];
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** Groups whose work ends when the test says. */
function groups({
  limit = 3,
  waitFor = (shared) => shared,
  mayBegin,
}: {
  limit?: number;
  waitFor?: <V>(shared: Promise<V>) => Promise<V>;
  mayBegin?: () => Promise<void>;
} = {}) {
  const runs: Run[] = [];
  const callers = new AsyncLocalStorage<string>();
  const leaders: (string | undefined)[] = [];
  const call = inGroups<string, string>({
    work: async (take, areAllHere) => {
      leaders.push(callers.getStore());
      if (mayBegin !== undefined) await mayBegin();
      const items = take();
      return new Promise((resolve, reject) => {
        const end = () => resolve(areAllHere() ? items.map((item) => `${item}!`) : undefined);
        runs.push({ items, end, fail: reject });
      });
    },
    limit,
    waitFor,
  });
  return { runs, leaders, call: (item: string) => callers.run(item, () => call(item)) };
}

/** Something that work waits for before it begins. */
function aStart() {
  let begin = () => {};
  let fail: (error: Error) => void = () => {};
  const began = new Promise<void>((resolve, reject) => {
    begin = resolve;
    fail = reject;
  });
  return { began, begin, fail };
}

/** Lets everything happen that waits for nothing else. */
const settle = async () => {
  for (let n = 0; n < 10; n++) await Promise.resolve();
};

/** Makes the first call, and the others once work on it has begun. */
async function oneThenOthers<T>(
  call: (item: string) => T,
  [first, ...others]: readonly string[],
): Promise<T[]> {
  const made = [call(first!)];
  await settle();
  return [...made, ...others.map(call)];
}

describe('inGroups', () => {
  it('works on a lone call at once', async () => {
    const { runs, call } = groups();
    const done = call('a');
    await Promise.resolve();
    expect(runs.map(({ items }) => items)).toEqual([['a']]);
    runs[0]!.end();
    expect(await done).toBe('a!');
    const next = call('b');
    await Promise.resolve();
    expect(runs).toHaveLength(2);
    runs[1]!.end();
    expect(await next).toBe('b!');
  });

  it('groups the calls that arrive meanwhile, in their order and up to the limit, and gives each its own result', async () => {
    const { runs, call } = groups();
    const calls = await oneThenOthers(call, ['a', 'b', 'c', 'd', 'e', 'f']);
    for (let n = 0; n < 3; n++) {
      await settle();
      expect(runs).toHaveLength(n + 1);
      runs[n]!.end();
    }
    expect(await Promise.all(calls)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!']);
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd'], ['e', 'f']]);
  });

  it('fails every call of a group whose work fails, and no other', async () => {
    const { runs, call } = groups();
    const messageOf = (item: string) => call(item).catch((error: Error) => error.message);
    const calls = await oneThenOthers(messageOf, ['a', 'b', 'c', 'd', 'e']);
    await settle();
    runs[0]!.end();
    await settle();
    runs[1]!.fail(new Error('refused'));
    await settle();
    runs[2]!.end();
    expect(await Promise.all(calls)).toEqual(['a!', 'refused', 'refused', 'refused', 'e!']);
  });

  it('takes up the calls that arrive before the work begins', async () => {
    const start = aStart();
    const { runs, leaders, call } = groups({ mayBegin: () => start.began });
    const calls = ['a', 'b'].map(call);
    await settle();
    expect(runs).toEqual([]);
    start.begin();
    await settle();
    runs[0]!.end();
    expect(await Promise.all(calls)).toEqual(['a!', 'b!']);
    expect(runs.map(({ items }) => items)).toEqual([['a', 'b']]);
    expect(leaders).toEqual(['a']);
  });

  it('fails only the calls that waited for work that never began, and works on those that arrived since', async () => {
    const [first, second] = [aStart(), aStart()];
    const starts = [first, second];
    const { runs, call } = groups({ mayBegin: () => starts.shift()!.began });
    const calls = ['a', 'b'].map((item) => call(item).catch((error: Error) => error.message));
    await settle();
    first.fail(new Error('no connection'));
    second.begin();
    await settle();
    runs[0]!.end();
    expect(await Promise.all(calls)).toEqual(['no connection', 'b!']);
    expect(runs.map(({ items }) => items)).toEqual([['b']]);
  });

  it('works in the context of the newest caller of the group', async () => {
    const { runs, leaders, call } = groups();
    const calls = await oneThenOthers(call, ['a', 'b', 'c', 'd', 'e']);
    for (let n = 0; n < 3; n++) {
      await settle();
      runs[n]!.end();
    }
    await Promise.all(calls);
    expect(leaders).toEqual(['a', 'd', 'e']);
  });

  it('does no work for a caller who has stopped waiting, and does that of its group again', async () => {
    const impatient = new Map<string, () => void>();
    let waiting = 0;
    const { runs, call } = groups({
      waitFor: (shared) => {
        const name = 'abcde'[waiting++]!;
        return Promise.race([
          shared,
          new Promise<never>((_, reject) => impatient.set(name, () => reject(new Error(`${name} has left`)))),
        ]);
      },
    });
    const messageOf = (item: string) => call(item).catch((error: Error) => error.message);
    const calls = await oneThenOthers(messageOf, ['a', 'b', 'c', 'd']);
    await settle();
    impatient.get('b')!();
    runs[0]!.end();
    await settle();
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['c', 'd']]);
    impatient.get('c')!();
    await settle();
    runs[1]!.end();
    await settle();
    expect(runs[2]!.items).toEqual(['d']);
    runs[2]!.end();
    expect(await Promise.all(calls)).toEqual(['a!', 'b has left', 'c has left', 'd!']);
    const next = call('e');
    await settle();
    runs[3]!.end();
    expect(await next).toBe('e!');
  });
});

describe('grouped', () => {
  it('groups calls without delaying the first, each with its own result', async () => {
    const runs: (readonly number[])[] = [];
    const call = grouped(2)(async (inputs: readonly number[]) => {
      runs.push(inputs);
      return inputs.map((input) => input * 10);
    });
    expect(await Promise.all([1, 2, 3, 4].map(call))).toEqual([10, 20, 30, 40]);
    expect(runs).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('repeats a run that rejects for each of its calls alone, so that only the cause rejects', async () => {
    const runs: (readonly number[])[] = [];
    const call = grouped(10)(async (inputs: readonly number[]) => {
      runs.push(inputs);
      if (inputs.includes(2)) throw new Error('two');
      return inputs;
    });
    const settled = await Promise.allSettled([1, 2, 3].map(call));
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
