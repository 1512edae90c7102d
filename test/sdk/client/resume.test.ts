import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type Client } from '../../../src/sdk/client/index.js';
import { wholeApp } from '../../adapters/express/whole-app.js';
import { uuidOf } from '../../support/builders.js';
import { signedInput } from '../../support/core-harness.js';
import { A_WALLET } from '../../support/signing.js';
import { aClientWallet, serve, type Served } from './serving.js';

const OWNER = A_WALLET.address;

describe('a program that follows orders and stores its position', () => {
  let served: Served;
  let client: Client;
  /** What it has stored, in one place: the position, and what it did with each event. */
  const stored: { position: string | undefined; events: string[] } = { position: undefined, events: [] };
  const placed: ReturnType<typeof uuidOf>[] = [];

  const place = async () => {
    placed.push(uuidOf(placed.length + 1));
    await client.orders.place(signedInput({ uuid: placed.at(-1)! }));
  };

  /** One run of the program, which ends without warning after so many updates with a position. */
  async function run(updates: number): Promise<readonly string[]> {
    const types: string[] = [];
    let left = updates;
    const { position: after } = stored;
    for await (const update of client.orders.follow({ owner: OWNER }, { after })) {
      types.push(update.type);
      if (update.type === 'snapshot') continue;
      if (update.type === 'event') stored.events.push(`${update.order.handle} ${update.event.seq}`);
      stored.position = update.position ?? stored.position;
      if (--left === 0) break;
    }
    return types;
  }

  beforeAll(async () => {
    const { app } = wholeApp();
    served = await serve(app);
    client = createClient({
      baseUrl: served.url,
      wallet: aClientWallet(),
      network: 'devnet',
      audience: false,
    });
  });
  afterAll(() => served.close());

  it('processes each event once over all its runs, whenever they end', async () => {
    await place();
    expect(await run(1)).toEqual(['snapshot', 'synced']);
    for (const left of [1, 2, 3, 1, 4]) {
      await place();
      await place();
      await client.orders.cancel(placed.at(-1)!);
      // Each run is left in the middle of what happened meanwhile, but the last.
      await run(left);
    }
    const { length } = stored.events;
    const total = 5 * 3;
    await run(total - length + 1);
    const logs = [];
    for (const uuid of placed.slice(1)) {
      const { handle } = await client.orders.get(uuid);
      for (const { seq } of await client.orders.events(uuid)) logs.push(`${handle} ${seq}`);
    }
    expect(stored.events).toHaveLength(total);
    expect([...stored.events].sort()).toEqual(logs.sort());
  });
});
