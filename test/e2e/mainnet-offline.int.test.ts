import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAddressFromPrivateKey } from '@stacks/transactions';
import { builtInRegistry, orderSignature } from '../../src/adapters/stacks/index.js';
import { ScriptedHost } from '../adapters/stacks/support/scripted-host.js';
import { temporarySqlite } from '../support/harnesses.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';

/** Any key: the order is never sent. */
const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801';
const LIMIT_MS = 30_000;
const CHAIN_DOWN = 'the chain cannot be reached';

function mainnetOrder(): Record<string, string> {
  const { tokens, routers } = builtInRegistry('mainnet');
  const { contractId: inputToken, base, blaze } = tokens.find(({ type }) => type === 'SUBNET')!;
  const [owner, uuid, amountIn] = [getAddressFromPrivateKey(KEY, 'mainnet'), randomUUID(), '1000000'];
  const router = routers[0]!.id;
  const signed = {
    network: 'mainnet',
    blaze: blaze!,
    inputToken,
    amountIn: BigInt(amountIn),
    router,
    uuid,
  } as const;
  const signature = orderSignature(signed, KEY);
  return { uuid, owner, recipient: owner, inputToken, outputToken: base!, amountIn, router, signature };
}

describe('a server on mainnet whose node cannot be reached', () => {
  let database: Awaited<ReturnType<typeof temporarySqlite>>;
  let node: ScriptedHost;
  let sluice: SluiceProcess;
  const reasons = async () => (await ask<{ reasons: string[] }>(`${sluice.url}/readyz`)).body.reasons;

  beforeAll(async () => {
    database = await temporarySqlite();
    node = await ScriptedHost.start();
    node.script('/v2/info', { status: 503 });
    sluice = await startSluice({
      SLUICE_NETWORK: 'mainnet',
      STACKS_API_URL: node.url,
      SLUICE_BTC_SOURCES: 'fixed:100000',
      DATABASE_URL: database.url,
    });
  });
  afterAll(async () => {
    expect((await sluice.end('SIGTERM')).code).toBe(0);
    await node.stop();
    await database.remove();
  });

  it('takes orders, serves every read that needs no chain, and says what is missing', async () => {
    const order = mainnetOrder();
    const placed = await ask(`${sluice.swap}/orders/new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    expect(placed).toMatchObject({ status: 200, body: { data: { status: 'open', uuid: order['uuid'] } } });
    for (const path of [
      `/swap/api/v1/orders/${order['uuid']}`,
      '/swap/api/v1/orders?page=1&limit=5',
      '/prices/api/v1/prices',
      '/metadata/api/v1/metadata/list',
      '/healthz',
      '/time',
    ])
      expect([path, (await ask(`${sluice.url}${path}`)).status]).toEqual([path, 200]);
    expect(await ask(`${sluice.url}/readyz`)).toMatchObject({ status: 503 });
    expect(await reasons()).toContain(CHAIN_DOWN);
  });

  it('reaches the node without a restart once it answers', async () => {
    node.script('/v2/info', {
      body: {
        stacks_tip_height: 1,
        stacks_tip: 'aa'.repeat(32),
        stacks_tip_consensus_hash: 'bb'.repeat(20),
      },
    });
    const from = performance.now();
    for await (const _tick of setInterval(50)) {
      if (!(await reasons()).includes(CHAIN_DOWN)) break;
      if (performance.now() - from > LIMIT_MS) throw new Error('the node was not reached');
    }
    expect(await reasons()).not.toContain(CHAIN_DOWN);
  });
});
