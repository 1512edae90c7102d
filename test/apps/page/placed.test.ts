import { beforeAll, expect, it } from '@jest/globals';
import type { Client, Order } from '../../../src/sdk/client/index.js';

const OWNER = 'ST1';
const orderOf = (handle: string, status = 'open') => ({ handle, status, owner: OWNER }) as unknown as Order;

/** A client whose streams of orders the test feeds, one after the other. */
function aClient() {
  const streams: { push(update: object): void; isOpen: boolean }[] = [];
  async function* follow() {
    const waiting: object[] = [];
    let wake: () => void = () => undefined;
    const stream = {
      isOpen: true,
      push(update: object) {
        waiting.push(update);
        wake();
      },
    };
    streams.push(stream);
    try {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift();
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stream.isOpen = false;
    }
  }
  const get = async (handle: string) => orderOf(handle);
  return { streams, client: { orders: { follow, get } } as unknown as Client };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Named at run time: the compiler of the tests does not know what a browser has. */
const MODULE: string = '../../../src/apps/page/swap/live/placed.js';
interface Module {
  readonly followPlaced: (
    client: Client,
    stored: readonly Order[],
  ) => { readonly orders: { readonly value: readonly Order[] } };
}

let followPlaced: Module['followPlaced'];
beforeAll(async () => {
  Object.assign(globalThis, { document: { visibilityState: 'visible', addEventListener: () => undefined } });
  ({ followPlaced } = (await import(MODULE)) as Module);
});

it('follows all that an owner places by one stream, until all of it has ended', async () => {
  const { client, streams } = aClient();
  const entries = ['a', 'b', 'c'].map((handle) => followPlaced(client, [orderOf(handle)]));
  await settled();
  expect(streams).toHaveLength(1);

  streams[0]!.push({ type: 'event', order: orderOf('other', 'confirmed') });
  for (const handle of ['b', 'a', 'c'])
    streams[0]!.push({ type: 'event', order: orderOf(handle, 'confirmed') });
  await settled();
  expect(entries.map(({ orders }) => orders.value.map(({ status }) => status))).toEqual([
    ['confirmed'],
    ['confirmed'],
    ['confirmed'],
  ]);
  expect(streams[0]!.isOpen).toBe(false);

  followPlaced(client, [orderOf('d')]);
  await settled();
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  streams[1]!.push({ type: 'event', order: orderOf('d', 'cancelled') });
  await settled();
  expect(streams[1]!.isOpen).toBe(false);
});
