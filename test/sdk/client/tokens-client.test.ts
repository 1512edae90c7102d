import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTokensClient, TokensClientError, type TokensClient } from '../../../src/sdk/client/index.js';
import { ScriptedHost } from '../../adapters/stacks/support/scripted-host.js';

const CHA = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.charisma-token';
const PRICE = { contractId: CHA, symbol: 'CHA', usd: 0.25, sbtc: 2.5e-6, aFieldToCome: true };
const LIST = { btcUsd: 100_000, updatedAt: '2026-11-20T12:00:00.000Z', count: 1, tokens: [PRICE] };
const CANDLE = { time: 1_795_132_800, open: 1, high: 3, low: 0.5, close: 2, points: 12 };
const HISTORY = { token: CHA, interval: '1h', quote: 'usd', count: 1, candles: [CANDLE] };

let host: ScriptedHost;
let client: TokensClient;

beforeEach(async () => {
  host = await ScriptedHost.start();
  client = createTokensClient({ baseUrl: `${host.url}/api/v1/`, timeoutMs: 10_000 });
});
afterEach(() => host.stop());

const failureOf = async (call: Promise<unknown>): Promise<TokensClientError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TokensClientError);
  return error as TokensClientError;
};

describe('createTokensClient', () => {
  it('lists prices', async () => {
    host.script('/api/v1/prices', { body: LIST });
    expect(await client.list()).toEqual(LIST);
    await client.list({ tokens: [CHA, '.stx'], sparkline: true });
    await client.list({ tokens: [], sparkline: false });
    expect(host.seen.map(({ path }) => path)).toEqual([
      '/api/v1/prices',
      `/api/v1/prices?tokens=${CHA}%2C.stx&sparkline=1`,
      '/api/v1/prices?tokens=%2C',
    ]);
    expect(host.seen[0]?.headers.accept).toBe('application/json');
  });

  it('returns the empty list of a service before its first run', async () => {
    const empty = { btcUsd: null, updatedAt: null, count: 0, tokens: [] };
    host.script('/api/v1/prices', { body: empty });
    expect(await client.list()).toEqual(empty);
  });

  it('gets one price for any spelling of an id', async () => {
    host.script(`/api/v1/prices/${CHA}`, { body: PRICE });
    host.script('/api/v1/prices/.stx', { body: PRICE });
    host.script('/api/v1/prices/a%2Fb%3Fc%23d', { body: PRICE });
    for (const id of [CHA, '.stx', 'a/b?c#d']) expect(await client.get(id)).toEqual(PRICE);
  });

  it('returns the candles of a history', async () => {
    host.script(`/api/v1/prices/${CHA}/history`, { body: HISTORY });
    expect(await client.history(CHA)).toEqual([CANDLE]);
    const from = new Date('2026-11-01T00:00:00Z');
    await client.history(CHA, { interval: '4h', quote: 'sbtc', from, to: 1_795_132_800, limit: 10 });
    await client.history(CHA, { to: '2026-11-20T12:00:00Z' });
    expect(host.seen.slice(1).map(({ path }) => new URL(path, host.url).search)).toEqual([
      '?interval=4h&quote=sbtc&from=2026-11-01T00%3A00%3A00.000Z&to=1795132800&limit=10',
      '?to=2026-11-20T12%3A00%3A00Z',
    ]);
  });

  it('calls production by default, with the given fetch or the current global one', async () => {
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(url as string);
      return Response.json(LIST);
    };
    await createTokensClient({ fetch }).list();
    const replaced = jest.spyOn(globalThis, 'fetch').mockImplementation(fetch);
    await createTokensClient({ baseUrl: '/prices/api/v1' }).list();
    replaced.mockRestore();
    expect(asked).toEqual(['https://prices.charisma.rocks/api/v1/prices', '/prices/api/v1/prices']);
  });

  it.each([0, -1, NaN, Infinity, 2 ** 31])('refuses a time-out of %p', (timeoutMs) => {
    expect(() => createTokensClient({ timeoutMs })).toThrow(RangeError);
  });
});

describe('a failing call of the tokens client', () => {
  it.each([
    [
      'an unknown token',
      {
        status: 404,
        body: { error: 'This token was never priced', timestamp: '', code: 'token-not-priced' },
      },
      { status: 404, code: 'token-not-priced', message: 'This token was never priced' },
    ],
    [
      'an error without a code',
      { status: 500, body: { error: 'Internal server error' } },
      { status: 500, code: 'http-error', message: 'Internal server error' },
    ],
    [
      "an error of the legacy service's form",
      { status: 400, body: { status: 'error', error: 'Bad Request', message: 'no period' } },
      { status: 400, code: 'http-error', message: 'no period' },
    ],
    [
      "a gateway's page",
      { status: 502, body: Buffer.from('<html>Bad gateway</html>') },
      { status: 502, code: 'http-error', message: 'The service answered with status 502' },
    ],
    ['an error that says nothing', { status: 500, body: null }, { status: 500, code: 'http-error' }],
    ['a page', { body: Buffer.from('<html></html>') }, { status: 200, code: 'not-json' }],
    ['nothing', { status: 204, body: Buffer.alloc(0) }, { status: 204, code: 'not-json' }],
    ['a response that is cut short', { body: PRICE, fault: 'cut-body' }, { status: 200, code: 'network' }],
    ['a connection cut', { fault: 'cut' }, { status: undefined, code: 'network' }],
  ] as const)('rejects with status, code and message for %s', async (_, answer, expected) => {
    host.script(`/api/v1/prices/${CHA}`, answer);
    expect(await failureOf(client.get(CHA))).toMatchObject({ name: 'TokensClientError', ...expected });
    expect(host.seen).toHaveLength(1);
  });

  it('truncates the error message of a service to 500 characters', async () => {
    host.script('/api/v1/prices', { status: 500, body: { error: 'x'.repeat(10_000) } });
    expect((await failureOf(client.list())).message).toHaveLength(500);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { tokens: {} },
    { tokens: [null] },
    { tokens: [{ ...PRICE, usd: '0.25' }] },
    { tokens: [{ ...PRICE, usd: null }] },
    { tokens: [PRICE, { ...PRICE, contractId: 7 }] },
  ])('rejects a price list of unexpected shape: %j', async (body) => {
    host.script('/api/v1/prices', { body });
    expect(await failureOf(client.list())).toMatchObject({ status: 200, code: 'unexpected-shape' });
  });

  it('rejects a number that JSON can hold but a price cannot', async () => {
    host.script('/api/v1/prices/.stx', { body: Buffer.from('{"contractId":".stx","usd":1e999,"sbtc":1}') });
    expect(await failureOf(client.get('.stx'))).toMatchObject({ code: 'unexpected-shape' });
  });

  it.each([LIST, null, [PRICE]])('rejects a price of unexpected shape: %j', async (body) => {
    host.script('/api/v1/prices/.stx', { body });
    expect(await failureOf(client.get('.stx'))).toMatchObject({ status: 200, code: 'unexpected-shape' });
  });

  it.each([LIST, [CANDLE], { candles: [{ ...CANDLE, close: null }] }])(
    'rejects a history of unexpected shape: %j',
    async (body) => {
      host.script('/api/v1/prices/.stx/history', { body });
      expect(await failureOf(client.history('.stx'))).toMatchObject({
        status: 200,
        code: 'unexpected-shape',
      });
    },
  );

  it.each(['', '.', '..', '\ud800.x', 7 as unknown as string])(
    'rejects the contract id %p without a request',
    async (contractId) => {
      const expected = { status: undefined, code: 'invalid-contract-id' };
      expect(await failureOf(client.get(contractId))).toMatchObject(expected);
      expect(await failureOf(client.history(contractId))).toMatchObject(expected);
      expect(host.seen).toHaveLength(0);
    },
  );

  it('times out when there is no response', async () => {
    host.script('/api/v1/prices', { fault: 'hang' });
    const hasty = createTokensClient({ baseUrl: `${host.url}/api/v1`, timeoutMs: 50 });
    const failure = await failureOf(hasty.list());
    expect(failure).toMatchObject({ status: undefined, code: 'timeout', message: 'No response in 50 ms' });
  });

  it('times out with a fetch that ignores its signal and with a body that never ends', async () => {
    const never = new Promise<never>(() => {});
    const endless = new Response(new ReadableStream({ pull: () => never }));
    for (const fetch of [() => never, async () => endless])
      expect(await failureOf(createTokensClient({ fetch, timeoutMs: 20 }).list())).toMatchObject({
        code: 'timeout',
      });
  });

  it('reads no response beyond its bound, and cancels the rest', async () => {
    const megabyte = new Uint8Array(1_000_000).fill(0x20);
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (body) => body.enqueue(megabyte),
      cancel: () => void (isCancelled = true),
    });
    const failure = await failureOf(createTokensClient({ fetch: async () => new Response(endless) }).list());
    expect(failure).toMatchObject({ code: 'unexpected-shape', message: 'The response has no end' });
    expect(isCancelled).toBe(true);
  });

  it('rejects with code network when the service cannot be reached', async () => {
    const { url } = host;
    await host.stop();
    const failure = await failureOf(createTokensClient({ baseUrl: url }).list());
    expect(failure).toMatchObject({ status: undefined, code: 'network' });
    expect(failure.cause).toBeDefined();
    host = await ScriptedHost.start();
  });

  it('rejects with code aborted when the caller aborts it before or during the call', async () => {
    host.script('/api/v1/prices', { fault: 'hang' });
    const reason = new Error('the page is closed');
    const signal = AbortSignal.abort(reason);
    expect(await failureOf(client.list({ signal }))).toMatchObject({ code: 'aborted', cause: reason });
    expect(host.seen).toHaveLength(0);

    const controller = new AbortController();
    const calls = [
      client.list({ signal: controller.signal }),
      client.get('.stx', { signal: controller.signal }),
      client.history('.stx', { signal: controller.signal }),
    ].map(failureOf);
    controller.abort(reason);
    for (const call of calls) expect(await call).toMatchObject({ code: 'aborted', cause: reason });
  });

  it('leaves no listener on a signal that outlives the call', async () => {
    host.script('/api/v1/prices', { body: LIST });
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    await client.list({ signal });
    expect(removed.mock.calls.map(([name, listener]) => [name, listener])).toEqual(
      added.mock.calls.map(([name, listener]) => [name, listener]),
    );
  });
});
