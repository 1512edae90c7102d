import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';

/** Named at run time: the compiler of the tests does not know what a browser has. */
const MODULE: string = '../../../src/apps/page/live/while-seen.js';
interface Module {
  readonly whileSeen: <T>(
    open: (signal: AbortSignal) => AsyncIterable<T>,
    ended?: AbortSignal,
  ) => AsyncIterable<T>;
  readonly updatesWhileSeen: (client: object, scope: object, options: object) => AsyncIterable<object>;
}

interface Visible {
  readonly visible: { value: boolean };
}
const VISIBLE: string = '../../../src/apps/page/live/visible.js';

let page: Module;
let visible: Visible['visible'];
beforeAll(async () => {
  const document = { visibilityState: 'visible', addEventListener: () => undefined };
  Object.assign(globalThis, { document });
  page = (await import(MODULE)) as Module;
  ({ visible } = (await import(VISIBLE)) as Visible);
});
const show = (state: 'hidden' | 'visible'): void => {
  visible.value = state === 'visible';
};
afterEach(() => show('visible'));

/** Streams that yield what the test pushes, until they are aborted. */
function streams() {
  const opened: { push(item: object): void; readonly signal: AbortSignal }[] = [];
  async function* open(signal: AbortSignal): AsyncGenerator<object> {
    const waiting: object[] = [];
    let wake: () => void = () => undefined;
    opened.push({ signal, push: (item) => (waiting.push(item), wake()) });
    signal.addEventListener('abort', () => wake());
    for (;;) {
      while (waiting.length > 0) yield waiting.shift()!;
      if (signal.aborted) throw new Error('aborted');
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return { opened, open };
}

async function collect(items: AsyncIterable<object>, into: object[]): Promise<string> {
  try {
    for await (const item of items) into.push(item);
    return 'ended';
  } catch (error) {
    return (error as Error).message;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Hides the tab for a time. */
async function hideFor(ms: number): Promise<void> {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  show('hidden');
  jest.advanceTimersByTime(ms);
  jest.useRealTimers();
  await settled();
}

it('closes a stream after the tab was hidden for ten seconds, and opens one when the visitor comes back', async () => {
  const { opened, open } = streams();
  const ended = new AbortController();
  const taken: object[] = [];
  const end = collect(page.whileSeen(open, ended.signal), taken);
  await settled();
  opened[0]!.push({ n: 1 });
  await hideFor(10_000);
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([true]);

  show('visible');
  await settled();
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  opened[1]!.push({ n: 2 });
  await settled();
  ended.abort();
  expect(await end).toBe('aborted');
  expect(taken).toEqual([{ n: 1 }, { n: 2 }]);
});

it('keeps a stream of a tab that is hidden for a moment', async () => {
  const { opened, open } = streams();
  const ended = new AbortController();
  const end = collect(page.whileSeen(open, ended.signal), []);
  await settled();
  await hideFor(9_999);
  show('visible');
  await settled();
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([false]);
  ended.abort();
  await end;
});

it('opens no stream in a tab that has never been seen, and ends if it is aborted', async () => {
  const { opened, open } = streams();
  const ended = new AbortController();
  show('hidden');
  const end = collect(page.whileSeen(open, ended.signal), []);
  await settled();
  expect(opened).toEqual([]);
  ended.abort();
  expect(await end).toBe('aborted');
});

it('reports a stream that fails', async () => {
  const failing = () =>
    (async function* (): AsyncGenerator<object> {
      yield {};
      throw new Error('refused');
    })();
  expect(await collect(page.whileSeen(failing), [])).toBe('refused');
});

it('continues the updates of orders after the last one that was taken', async () => {
  const { opened, open } = streams();
  const positions: unknown[] = [];
  const follow = (_scope: object, { after, signal }: { after?: string; signal: AbortSignal }) => {
    positions.push(after);
    return open(signal);
  };
  const ended = new AbortController();
  const options = { signal: ended.signal };
  const end = collect(page.updatesWhileSeen({ orders: { follow } }, { owner: 'ST1' }, options), []);
  await settled();
  opened[0]!.push({ type: 'synced', position: '4' });
  opened[0]!.push({ type: 'event', position: '5' });
  opened[0]!.push({ type: 'event' });
  await settled();
  await hideFor(10_000);
  show('visible');
  await settled();
  expect(positions).toEqual([undefined, '5']);
  ended.abort();
  await end;
});
