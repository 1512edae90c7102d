import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClient,
  type Client,
  type ClientOptions,
  type Order,
  type PublicOrder,
} from '../../../src/sdk/client/index.js';
import { wholeApp } from '../../adapters/express/whole-app.js';
import { uuidOf } from '../../support/builders.js';
import { signedInput } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { aClientWallet, serve, type Served } from './serving.js';

const owner = A_WALLET.address;
const [mine, theirs] = [uuidOf(1), uuidOf(2)];
const strategyId = 'plan';

/** Compiled only: what anyone reads has no uuid to compare with. */
export const HAS_NO_UUID: PublicOrder['uuid'] = undefined;

describe('the ids of orders that a client reads', () => {
  let served: Served;
  const wallet = aClientWallet();
  const clientWith = (options: Omit<ClientOptions, 'baseUrl'> = {}): Client =>
    createClient({ baseUrl: served.url, network: 'devnet', audience: false, ...options });
  let handles: readonly string[];

  beforeAll(async () => {
    served = await serve(wholeApp().app);
    const { orders } = clientWith();
    const placed = [
      await orders.place(signedInput({ uuid: mine, fields: { strategyId } })),
      await orders.place(signedInput({ uuid: theirs, wallet: ANOTHER_WALLET })),
    ];
    handles = placed.map(({ handle }) => handle);
  });
  afterAll(() => served.close());

  const followed = async (client: Client, scope: Parameters<Client['orders']['follow']>[0]) => {
    for await (const update of client.orders.follow(scope)) if (update.type !== 'synced') return update.order;
    throw new Error('nothing was followed');
  };
  const firstOf = async (all: AsyncIterable<Order>) => {
    for await (const order of all) return order;
    return undefined;
  };
  const READS: readonly (readonly [string, (client: Client) => Promise<Order | undefined>])[] = [
    ['a list of one’s own', async ({ orders }) => (await orders.list({ owner })).items[0]],
    [
      'a list of everyone',
      async ({ orders }) => (await orders.list()).items.find((one) => one.owner === owner),
    ],
    ['one order by its handle', ({ orders }) => orders.get(handles[0]!)],
    ['several orders by their handles', async ({ orders }) => (await orders.getMany([handles[0]!]))[0]],
    ['a plan', async ({ orders }) => (await orders.plan(strategyId, { owner })).orders?.[0]],
    ['all of one’s own', ({ orders }) => firstOf(orders.all({ owner }))],
    ['a stream of one’s own', (client) => followed(client, { owner })],
    ['a stream of one order', (client) => followed(client, { id: handles[0]! })],
  ];

  it.each(READS)('are those that placing returned, for the wallet that placed them: %s', async (_, read) => {
    expect(await read(clientWith({ wallet }))).toMatchObject({ uuid: mine, handle: handles[0] });
  });

  it.each(READS)('are only handles for everyone else: %s', async (_, read) => {
    for (const client of [clientWith(), clientWith({ wallet: aClientWallet(ANOTHER_WALLET) })]) {
      const order = await read(client);
      expect(order).toMatchObject({ handle: handles[0], owner });
      expect(order).not.toHaveProperty('uuid');
    }
  });

  it('are only handles if a wallet reads anonymously, also for an order that it names by its uuid', async () => {
    const { orders } = clientWith({
      wallet: { ...wallet, signText: () => Promise.reject(new Error('asked')) },
    });
    const asAnyone = { by: 'anyone' } as const;
    for (const order of [await orders.get(mine, asAnyone), ...(await orders.list({ owner }, asAnyone)).items])
      expect(order).not.toHaveProperty('uuid');
  });

  it('cost no signature if the read names another owner', async () => {
    const asked = aClientWallet();
    const { orders } = clientWith({ wallet: asked });
    const { items } = await orders.list({ owner: ANOTHER_WALLET.address });
    expect(items.map(({ uuid, handle }) => [uuid, handle])).toEqual([[undefined, handles[1]]]);
    expect(asked.signed).toEqual([]);
  });

  it('are refused, rather than replaced by handles, if the wallet cannot prove itself', async () => {
    const { orders } = clientWith({ wallet, audience: 'https://elsewhere.example.org' });
    await expect(orders.list({ owner })).rejects.toMatchObject({ status: 401 });
  });
});
