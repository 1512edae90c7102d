import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { aPricedService, BTC_USD, SBTC } from '../../adapters/express/price-service.js';
import { runExample } from '../../support/run-example.js';

describe('docs/examples/read-prices.mjs', () => {
  it('reads the prices of a server and of a third party', async () => {
    const { app } = await aPricedService();
    const alex = { data: [{ contract_id: SBTC, last_price_usd: BTC_USD + 2 }] };
    const server = createServer((req, res) =>
      req.url === '/alex' ? res.end(JSON.stringify(alex)) : app(req, res),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const shown = [
      'sBTC: 100000 dollars',
      'CHA: 0.25 dollars',
      'WELSH: 0.30000000000000004 dollars',
      'sBTC now: 100000, not known percent in a day',
      'candles: 1 of 1',
      'refused: 404 token-not-priced',
    ];
    try {
      expect(await runExample('read-prices', url, `${url}/alex`)).toEqual([
        ...shown,
        'of all sources: 100001 by third-party and legacy',
      ]);
      expect(await runExample('read-prices', url, `${url}/nowhere`)).toEqual([
        ...shown,
        expect.stringMatching(/^third-party: /),
        'of all sources: 100000 by legacy',
      ]);
    } finally {
      server.close();
    }
  });
});
