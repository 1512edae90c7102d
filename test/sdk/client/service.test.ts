import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTokensClient, listPricesLegacy, type TokensClient } from '../../../src/sdk/client/index.js';
import {
  aPriceService,
  aPricedService,
  BTC_USD,
  CHA,
  LEGACY_API,
  NEVER_PRICED,
  PRICES_API,
  SBTC,
  WELSH,
  WELSH_SUBNET,
} from '../../adapters/express/price-service.js';
import { wholeApp } from '../../adapters/express/whole-app.js';
import { T0 } from '../../support/builders.js';

let server: Server;

/** Serves the app until the test ends. Returns its address. */
async function serve(app: RequestListener): Promise<string> {
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const clientOf = async (app: RequestListener): Promise<TokensClient> =>
  createTokensClient({ baseUrl: `${await serve(app)}${PRICES_API}` });

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the tokens client and the prices service', () => {
  it('agree on lists', async () => {
    const client = await clientOf((await aPricedService()).app);
    const { btcUsd, updatedAt, count, tokens } = await client.list();
    expect({ btcUsd, updatedAt, count }).toEqual({ btcUsd: BTC_USD, updatedAt: T0.toISOString(), count: 4 });
    expect(tokens.map(({ contractId }) => contractId)).toEqual([SBTC, CHA, WELSH, WELSH_SUBNET]);
    const [token, ...others] = (await client.list({ tokens: [WELSH_SUBNET], sparkline: true })).tokens;
    expect(others).toEqual([]);
    expect(token).toEqual({
      ...{ contractId: WELSH_SUBNET, symbol: 'WELSH', name: 'WELSH token', decimals: 6 },
      ...{ type: 'SUBNET', base: WELSH, usd: 0.1 + 0.2, sbtc: 0.30000000000000004 / BTC_USD },
      change: { '1h': null, '24h': null, '7d': null, '30d': null },
      ...{ liquidityUsd: 2000, volumeUsd: null, roundTripLoss: null, thin: false, stale: false },
      updatedAt: T0.toISOString(),
      sparkline: expect.any(Array),
    });
    expect((await client.list({ tokens: [] })).tokens).toEqual([]);
  });

  it('agree on lists before the first run', async () => {
    const client = await clientOf(aPriceService().app);
    expect(await client.list()).toEqual({ btcUsd: null, updatedAt: null, count: 0, tokens: [] });
  });

  it('agree on single prices and on tokens that were never priced', async () => {
    const client = await clientOf((await aPricedService()).app);
    const price = await client.get(CHA);
    expect([price.contractId, price.usd, price.sparkline?.length]).toEqual([CHA, 0.25, 42]);
    await expect(client.get(NEVER_PRICED)).rejects.toMatchObject({
      status: 404,
      code: 'token-not-priced',
      message: 'This token was never priced',
    });
  });

  it('agree on histories', async () => {
    const { app } = await aPricedService();
    const client = await clientOf(app);
    const time = Math.floor(T0.getTime() / 3_600_000) * 3600;
    const flat = (price: number) => ({
      open: price,
      high: price,
      low: price,
      close: price,
      points: 1,
      volumeUsd: null,
    });
    expect(await client.history(CHA)).toEqual([{ time, ...flat(0.25) }]);
    const from = new Date(T0.getTime() - 86_400_000);
    const options = {
      interval: '4h',
      quote: 'sbtc',
      from,
      to: new Date(T0.getTime() + 1),
      limit: 1,
    } as const;
    expect(await client.history(CHA, options)).toMatchObject([flat(0.25 / BTC_USD)]);
    await expect(client.history(CHA, { interval: '5m', from: '2020-01-01T00:00:00Z' })).rejects.toMatchObject(
      {
        status: 400,
        code: 'invalid-history-request',
      },
    );
    await expect(client.history(NEVER_PRICED)).rejects.toMatchObject({ status: 404 });
  });

  it('agree on internal errors', async () => {
    const { app, ports } = aPriceService();
    ports.prices.latest = () => Promise.reject(new Error('SQLITE_CORRUPT'));
    const client = await clientOf(app);
    const expected = { status: 500, code: 'internal', message: 'Internal server error' };
    await expect(client.list()).rejects.toMatchObject(expected);
  });

  it('agree on the whole server', async () => {
    const client = await clientOf(wholeApp().app);
    expect((await client.list()).tokens).toEqual([]);
    await expect(client.get(CHA)).rejects.toMatchObject({ status: 404, code: 'token-not-priced' });
  });

  it('agree on the legacy shape', async () => {
    const url = await serve((await aPricedService()).app);
    const prices = await listPricesLegacy({ legacyUrl: `${url}${LEGACY_API}` });
    expect(prices).toEqual({
      [SBTC]: { usd: BTC_USD, sources: ['legacy'] },
      [CHA]: { usd: 0.25, sources: ['legacy'] },
      [WELSH]: { usd: 0.1 + 0.2, sources: ['legacy'] },
      [WELSH_SUBNET]: { usd: 0.1 + 0.2, sources: ['legacy'] },
    });
  });
});
