import { setInterval } from 'node:timers/promises';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { inParallel } from '../../src/application/shared/in-parallel.js';
import type { Exchange } from '../support/exchange.js';
import { endClaims, readOrder } from '../support/executor-runs.js';
import type { Wallet } from '../support/test-chain.js';
import type { Deliveries, Feed } from './history.js';
import type { Recorder } from './recorder.js';

/** Limit on each wait of the end, ms. */
export const DEADLINE_MS = 60_000;
/** Requests at a time of what comes after the clients. */
export const WIDTH = 8;
const TICK_MS = 100;

/** Waits until it is so, or too long: the checker says what is missing. */
export async function inTime(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(TICK_MS))
    if ((await isSo()) || performance.now() - from > DEADLINE_MS) return;
}

export async function readFeed(databaseUrl: string): Promise<Feed> {
  const storage = await openStorage(databaseUrl);
  const feed = await storage.ports.feed.read({ after: 0, limit: 1_000_000 });
  await storage.close();
  return feed;
}

export function messageIn({ body }: { readonly body: string }): Deliveries['messages'][number] {
  type Message = { data: { order: { uuid: string }; event: { seq: number } } };
  const { order, event } = (JSON.parse(body) as Message).data;
  return { uuid: order.uuid, seq: event.seq };
}

/** Ends every order that nothing else ends. Returns the uuids of the stored ones. */
export async function endAll(
  recorder: Recorder,
  {
    hosts,
    wallets,
    databaseUrl,
  }: { hosts: readonly Exchange[]; wallets: readonly Wallet[]; databaseUrl: string },
): Promise<readonly string[]> {
  // Claims of killed servers.
  await endClaims(databaseUrl);
  const found: string[] = [];
  await inParallel([...recorder.orders.values()], WIDTH, async ({ uuid, owner, isDue }) => {
    const order = await readOrder(hosts[0]!, uuid, recorder.seen);
    if (order === undefined) return;
    found.push(uuid);
    const wallet = wallets.find(({ address }) => address === owner)!;
    if (order['status'] === 'open' && isDue !== true)
      await recorder.cancel('last canceller', hosts[found.length % hosts.length]!, {
        body: { uuid },
        wallet,
      });
  });
  return found;
}
