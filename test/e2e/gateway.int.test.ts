import { setInterval } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { gatewayApp } from '../../src/adapters/express/hummingbot/server.js';
import type { Token } from '../../src/domain/market/registry.js';
import { createClient } from '../../src/sdk/client/index.js';
import { keySigner } from '../../src/sdk/signing/index.js';
import { onlyOn } from '../support/databases.js';
import { gatewayFaults } from '../support/gateway-schemas.js';
import { useTestBed } from '../support/test-bed.js';

type Json = Readonly<Record<string, unknown>>;
const HOST = '127.0.0.1:15888';

describe.each(onlyOn('SQLite'))('Hummingbot’s routes on $name', ({ create }) => {
  const bed = useTestBed(create);
  const failures: unknown[] = [];
  let open: (patienceMs?: number) => ReturnType<typeof gatewayApp>;
  let owner: string;
  beforeAll(() => {
    const { accounts, registry } = bed.chain.devnet;
    const wallet = keySigner(accounts[0]!.privateKey, 'devnet');
    owner = wallet.address;
    const client = createClient({ baseUrl: bed.exchange.sluice().url, wallet });
    open = (patienceMs = 60_000) =>
      gatewayApp({
        ...{ client, owner, chainNetwork: 'stacks-devnet', patienceMs },
        tokens: async () => registry.tokens as unknown as readonly Token[],
        onFailure: (error) => failures.push(error),
      });
  });

  const swap = (more: Json = {}): Json => ({
    chainNetwork: 'stacks-devnet',
    connector: 'sluice/router',
    baseToken: 'STX',
    quoteToken: 'USDd',
    amount: 12.5,
    side: 'SELL',
    slippagePct: 1,
    ...more,
  });
  const quote = (more?: Json) =>
    request(open()).get('/trading/swap/quote').set('host', HOST).query(swap(more));
  const execute = (more: Json = {}, patienceMs?: number) =>
    request(open(patienceMs))
      .post('/trading/swap/execute')
      .set('host', HOST)
      .send({ ...swap(more), walletAddress: owner, ...more });
  const executed = async (more?: Json): Promise<Json> => {
    let isWaiting = true;
    const waiting = execute(more).then(
      ({ status, body }) => ((isWaiting = false), { status, body: body as Json }),
    );
    for await (const _tick of setInterval(100)) {
      if (!isWaiting) break;
      await bed.chain.control('/mine');
    }
    const { status, body } = await waiting;
    expect([status, gatewayFaults('executed', body)]).toEqual([200, []]);
    return body;
  };

  it('quote what is sold and what is bought, in the published shape', async () => {
    const sale = await quote();
    expect([sale.status, gatewayFaults('quote', sale.body)]).toEqual([200, []]);
    const { amountIn, amountOut, price, minAmountOut } = sale.body as Record<string, number>;
    expect(amountIn).toBe(12.5);
    expect(price).toBeCloseTo(amountOut! / 12.5, 12);
    expect(minAmountOut).toBeCloseTo(amountOut! * 0.99, 9);

    const purchase = await quote({ side: 'BUY' });
    expect([purchase.status, gatewayFaults('quote', purchase.body)]).toEqual([200, []]);
    const bought = purchase.body as Record<string, number>;
    expect(bought['amountOut']).toBeGreaterThanOrEqual(12.5);
    expect(bought['price']).toBeCloseTo(bought['amountIn']! / bought['amountOut']!, 12);
  });

  it('sell and buy, and tell what the balances changed by once the swap is in a block', async () => {
    const sold = await executed();
    expect(sold).toMatchObject({ status: 1, data: { amountIn: 12.5, baseTokenBalanceChange: -12.5 } });
    const bought = await executed({ side: 'BUY', amount: 3 });
    const { baseTokenBalanceChange, quoteTokenBalanceChange } = bought['data'] as Record<string, number>;
    expect(baseTokenBalanceChange).toBeGreaterThanOrEqual(3);
    expect(quoteTokenBalanceChange).toBeLessThan(0);
  });

  it('leave a swap pending whose block does not come in time, and tell its outcome later', async () => {
    const response = await execute({}, 3_000);
    const [body, status] = [response.body as { readonly signature: string }, response.status];
    expect([status, gatewayFaults('executed', body)]).toEqual([200, []]);
    const { signature } = body;
    expect(body).toMatchObject({ status: 0 });
    await bed.chain.control('/mine');
    const poll = () =>
      request(open()).post('/chains/stacks/poll').set('host', HOST).send({ network: 'devnet', signature });
    for await (const _tick of setInterval(50)) {
      const { txStatus } = (await poll()).body as { readonly txStatus: number };
      if (txStatus === 0) continue;
      expect(txStatus).toBe(1);
      break;
    }
  });

  it.each<readonly [string, Json, number, Json]>([
    ['an unknown token', { baseToken: 'NONE' }, 400, { code: 'TOKEN_NOT_FOUND' }],
    [
      'another network',
      { chainNetwork: 'solana-mainnet-beta' },
      400,
      { message: 'chainNetwork must be stacks-devnet' },
    ],
    ['an amount of nothing', { amount: 0 }, 400, {}],
    ['an amount below a unit', { amount: 1e-12 }, 400, {}],
    ['a slippage beyond half', { slippagePct: 51 }, 400, {}],
    ['another wallet', { walletAddress: 'ST000000000000000000002AMW42H' }, 400, {}],
    ['an unknown side', { side: 'HOLD' }, 400, {}],
  ])('refuse %s in the published shape', async (_case, more, status, body) => {
    const response = await execute(more);
    expect(response.status).toBe(status);
    expect(gatewayFaults('error', response.body)).toEqual([]);
    expect(response.body).toMatchObject({ statusCode: status, ...body });
  });

  it('refuse web pages, other bodies than JSON, and other routes', async () => {
    const page = await execute().set('origin', 'https://example.org');
    const rebound = await execute().set('host', 'example.org');
    const text = await request(open())
      .post('/trading/swap/execute')
      .set('host', HOST)
      .type('text')
      .send('{}');
    const broken = await request(open())
      .post('/trading/swap/execute')
      .set('host', HOST)
      .type('json')
      .send('{');
    const other = await request(open()).get('/trading/clmm/pools').set('host', HOST);
    const answers = [page, rebound, text, broken, other];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 400, 400, 404]);
    for (const { body } of answers) expect(gatewayFaults('error', body)).toEqual([]);
    expect(failures).toEqual([]);
  });
});
