import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runDemoMarket } from '../../../src/apps/cli/market/run-market.js';
import { mayFail } from '../../../src/apps/cli/market/trader.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const TOKENS = ['one', 'two'].map((name) => ({
  contractId: `ST000000000000000000002AMW42H.${name}`,
  symbol: name,
  decimals: 6,
  blaze: 'v1',
}));
const balances = Object.fromEntries(TOKENS.map(({ contractId }) => [contractId, '1000000']));
const accounts = ['1', '2'].map((digit) => ({ balances, privateKey: digit.repeat(64) }));
const DEVNET = { network: 'devnet', tokens: TOKENS, routers: [], accounts };

/** A server on which nothing can be traded. It collects garbage at every request. */
let server: Server;
let url: string;
let onRequest: () => void = () => undefined;
beforeAll(async () => {
  server = createServer((request, response) => {
    collectGarbage();
    onRequest();
    const body = request.url === '/devnet' ? DEVNET : { data: { hops: [], reason: 'no-route' } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const quietly = async (run: () => Promise<number>) => {
  const written: string[] = [];
  const take = (text: unknown) => written.push(String(text)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation(take as typeof stream.write),
  );
  const code = await run().finally(() => spies.forEach((spy) => spy.mockRestore()));
  return { code, written: written.join('') };
};

describe('mayFail', () => {
  const HOUR = 3_600_000;

  it.each<[readonly number[], boolean]>([
    [[], true],
    [[HOUR, HOUR, HOUR], true],
    [[HOUR, HOUR, HOUR, HOUR], false],
    [[0, HOUR, HOUR, HOUR], true],
  ])('after failures at %j, an hour after the first, is %s', (failedAt, may) => {
    expect(mayFail(failedAt, HOUR)).toBe(may);
  });
});

describe('runDemoMarket', () => {
  it('ends when its time is over, however much garbage is collected meanwhile', async () => {
    const { code, written } = await quietly(() => runDemoMarket({ url, minutes: 0.01, seed: 1 }));
    expect(code).toBe(1);
    expect(written).toContain('0 swaps confirmed in ');
  });

  it('ends before its time when the signal is aborted', async () => {
    const ended = new AbortController();
    onRequest = () => ended.abort();
    const { code } = await quietly(() =>
      runDemoMarket({ url, minutes: 1_000, seed: 1, signal: ended.signal }),
    );
    expect(code).toBe(1);
  });
});
