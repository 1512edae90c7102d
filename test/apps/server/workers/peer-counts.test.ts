import { describe, expect, it } from '@jest/globals';
import { AddressWindows } from '../../../../src/adapters/express/requests/address-windows.js';
import { OpenCounts } from '../../../../src/adapters/express/requests/open-counts.js';
import { sharedTopic } from '../../../../src/adapters/express/requests/shared-counts.js';
import { Channel, type Link } from '../../../../src/apps/server/workers/channel.js';
import { CountExchange, PeerCounts } from '../../../../src/apps/server/workers/peer-counts.js';
import { fixedClock } from '../../../support/fixed-clock.js';

const T0 = new Date('2026-01-01T00:00:00Z');

/** Workers of one supervisor. `pass` lets them tell one another; `end` ends the n-th. */
function workersOf(count: number) {
  const exchange = new CountExchange();
  const waiting: (() => void)[] = [];
  const workers = Array.from({ length: count }, (_, n) => {
    const listeners: ((message: unknown) => void)[] = [];
    const linkTo = (at: number): Link => ({
      send: (message) => listeners[1 - at]!(structuredClone(message)),
      on: (_event, listener) => (listeners[at] = listener),
    });
    const [here, there] = [new Channel(linkTo(0)), new Channel(linkTo(1))];
    let end = (): void => {};
    exchange.add({ pid: n, channel: here, ended: new Promise<void>((resolve) => (end = resolve)) });
    const wait = () => new Promise<void>((resolve) => waiting.push(resolve));
    return { counts: new PeerCounts(there, wait), end: () => end() };
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    all: workers.map(({ counts }) => counts),
    pass: async () => {
      for (const tell of waiting.splice(0)) tell();
      await settled();
    },
    end: async (n: number) => {
      workers[n]!.end();
      await settled();
    },
  };
}

const ALICE = '192.0.2.1';

describe('PeerCounts', () => {
  it('lets workers count the calls of an address together', async () => {
    const { all, pass } = workersOf(3);
    const windows = all.map(
      (counts) => new AddressWindows(fixedClock(T0), 10, undefined, sharedTopic(counts, 'reads')),
    );
    for (let n = 0; n < 6; n++) windows[0]!.take(ALICE);
    windows[1]!.take(ALICE, 3);
    windows[1]!.giveBack(ALICE);
    await pass();
    expect(windows.map((each) => each.take(ALICE).remaining)).toEqual([1, 1, 1]);
    await pass();
    expect(windows.every((each) => each.take(ALICE).waitMs > 0)).toBe(true);
    expect(windows[2]!.take('192.0.2.2').remaining).toBe(9);
  });

  it('forgets the open connections of a worker that has ended', async () => {
    const { all, pass, end } = workersOf(2);
    const open = all.map((counts) => new OpenCounts(sharedTopic(counts, 'connections')));
    const close = open[0]!.add(ALICE);
    open[0]!.add(ALICE);
    open[1]!.add(ALICE);
    await pass();
    expect(open.map((each) => each.of(ALICE))).toEqual([3, 3]);
    close();
    await pass();
    expect(open.map((each) => each.of(ALICE))).toEqual([2, 2]);
    await end(0);
    expect(open[1]!.of(ALICE)).toBe(1);
  });

  it('tells counts of one topic to no other', async () => {
    const { all, pass } = workersOf(2);
    const heard: unknown[] = [];
    all[1]!.hear('creates', (...count) => heard.push(count));
    all[0]!.tell('reads', ALICE, 1);
    all[0]!.tell('creates', ALICE, 2);
    all[0]!.tell('creates', ALICE, 3);
    await pass();
    expect(heard).toEqual([[ALICE, 5, 0]]);
  });
});
