import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ClientError, createClient, type ClientOptions } from '../../../src/sdk/client/index.js';
import { connect } from '../../../src/sdk/client/transport/connection.js';
import { Credentials } from '../../../src/sdk/client/owner/credentials.js';
import { ordersOf } from '../../../src/sdk/client/orders/orders.js';
import { pricesOf } from '../../../src/sdk/client/market/prices-client.js';
import { ScriptedHost, type Scripted } from '../../adapters/stacks/support/scripted-host.js';
import { aClientWallet } from './serving.js';

const PRICES = '/prices/api/v1/prices';
const LIST = { btcUsd: 1, updatedAt: null, count: 0, tokens: [] };
const ID = '7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10';
const EXECUTE = `/swap/api/v1/orders/${ID}/execute`;
const KEY = `ck_live_${'a'.repeat(64)}`;
const refused = (status: number, code: string, headers?: Record<string, string>): Scripted => ({
  status,
  body: { error: `It is ${code}`, code, requestId: 'r-1', hint: 'Wait.', details: { field: 'x' } },
  ...(headers && { headers }),
});
const EXECUTED = {
  body: { status: 'success', txid: 'ab'.repeat(32), data: { uuid: ID, status: 'broadcasted' } },
};

let host: ScriptedHost;
/** How long the client waited between attempts, ms. */
let waits: number[];
let now: number;

beforeEach(async () => {
  host = await ScriptedHost.start();
  waits = [];
  now = Date.now();
});
afterEach(() => host.stop());

/** Clients whose waiting takes no time but that of their clock. */
function clients(options: Partial<ClientOptions> = {}) {
  const system = {
    now: () => now,
    random: () => 0.5,
    pause: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const connection = connect({ baseUrl: host.url, apiKey: KEY, ...options }, system);
  return { orders: ordersOf(connection, new Credentials(connection)), prices: pricesOf(connection) };
}

async function failureOf(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}
const keysSent = () => host.seen.map(({ headers }) => headers['idempotency-key']);

describe('a read', () => {
  it('is repeated, later each time, until it succeeds', async () => {
    const gateway = { status: 502, body: Buffer.from('<html>') };
    host.script(PRICES, { fault: 'cut' }, gateway, refused(500, 'internal'), { body: LIST });
    expect(await clients().prices.list()).toEqual(LIST);
    expect(waits).toEqual([375, 750, 1500]);
  });

  it('waits as long as Retry-After says', async () => {
    host.script(PRICES, refused(429, 'address-rate-exceeded', { 'retry-after': '7' }), { body: LIST });
    await clients().prices.list();
    expect(waits).toEqual([7_000]);
  });

  it('fails at once when Retry-After exceeds its time limit', async () => {
    host.script(PRICES, refused(429, 'address-quota-exceeded', { 'retry-after': '3600' }));
    const error = await failureOf(clients().prices.list());
    expect(error).toMatchObject({ code: 'address-quota-exceeded', retryable: true, retryAfterMs: 3_600_000 });
    expect(waits).toEqual([]);
  });

  it('fails after its attempts with all that the service said', async () => {
    host.script(PRICES, refused(503, 'storage-unavailable'));
    const error = await failureOf(clients({ attempts: 3 }).prices.list());
    expect(host.seen).toHaveLength(3);
    expect(error).toMatchObject({
      ...{ code: 'storage-unavailable', status: 503, message: 'It is storage-unavailable', hint: 'Wait.' },
      ...{ retryable: true, requestId: 'r-1', details: { field: 'x' }, retryAfterMs: undefined },
    });
  });

  it.each([
    [400, 'invalid-request'],
    [404, 'token-not-priced'],
    [500, 'invalid-metadata'],
    [503, 'execution-disabled'],
    [418, 'a-code-to-come'],
  ])('is not repeated if only another request would succeed: %i %s', async (status, code) => {
    host.script(PRICES, refused(status, code));
    expect(await failureOf(clients().prices.list())).toMatchObject({ status, code, retryable: false });
    expect(host.seen).toHaveLength(1);
  });

  it('is aborted while it waits for the next attempt', async () => {
    host.script(PRICES, refused(503, 'starting', { 'retry-after': '1' }));
    const controller = new AbortController();
    const client = createClient({ baseUrl: host.url });
    const call = failureOf(client.prices.list({}, { signal: controller.signal }));
    while (host.seen.length === 0) await new Promise(setImmediate);
    controller.abort('enough');
    expect(await call).toMatchObject({ code: 'aborted', cause: 'enough', retryable: false });
  });

  it('ends when its time is over, whatever the number of attempts', async () => {
    host.script(PRICES, { fault: 'hang' });
    const error = await failureOf(clients({ timeoutMs: 60 }).prices.list());
    expect(error).toMatchObject({ code: 'timeout', retryable: true, status: undefined });
    const other = await failureOf(clients().prices.list({}, { timeoutMs: 50 }));
    expect(other.message).toBe('No response in 50 ms');
  });

  it('abandons an attempt that hangs and sends another', async () => {
    host.script(PRICES, { fault: 'hang' }, { body: LIST });
    expect(await clients({ attemptTimeoutMs: 50 }).prices.list()).toEqual(LIST);
  });

  it('fails for anything that is not a response of the service', async () => {
    host.script(PRICES, { body: Buffer.from('<html>') });
    expect(await failureOf(clients({ attempts: 1 }).prices.list())).toMatchObject({ code: 'not-json' });
    host.script(PRICES, { body: [] });
    expect(await failureOf(clients().prices.list())).toMatchObject({ code: 'unexpected-shape' });
  });

  it.each(['', '.', '..', '\ud800'])(
    'a read of a name that refers to nothing sends nothing: %j',
    async (name) => {
      expect((await failureOf(clients().prices.get(name))).code).toBe('invalid-argument');
      expect(host.seen).toEqual([]);
    },
  );
});

describe('a change with an Idempotency-Key', () => {
  it('is repeated with the same key', async () => {
    const inUse = refused(409, 'idempotency-key-in-use', { 'retry-after': '1' });
    host.script(EXECUTE, { fault: 'cut-body' }, inUse, refused(503, 'broadcast-unknown'), EXECUTED);
    expect((await clients().orders.execute(ID)).txid).toBe('ab'.repeat(32));
    const keys = keysSent();
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has a new key for each call, or the caller’s own if one is given', async () => {
    host.script(EXECUTE, EXECUTED);
    const { orders } = clients();
    await orders.execute(ID);
    await orders.execute(ID);
    await orders.execute(ID, { idempotencyKey: 'mine' });
    expect([new Set(keysSent()).size, keysSent()[2]]).toEqual([3, 'mine']);
  });

  it('is left to the caller if the market must move first', async () => {
    host.script(EXECUTE, refused(422, 'below-minimum'));
    expect(await failureOf(clients().orders.execute(ID))).toMatchObject({
      code: 'below-minimum',
      retryable: true,
    });
    expect(host.seen).toHaveLength(1);
  });
});

describe('a change without an Idempotency-Key', () => {
  it.each([
    ['its response is lost', { fault: 'cut-body' } as const, false],
    ['a gateway fails', { status: 502, body: Buffer.from('') }, false],
    ['the service fails', refused(500, 'internal'), false],
    ['it is refused for now', refused(429, 'RATE_LIMIT_EXCEEDED'), true],
  ])('is sent once, and tells whether repeating it is safe: %s', async (_, response, retryable) => {
    host.script('/swap/api/v1/api-keys', response);
    const { keys } = createClient({ baseUrl: host.url, wallet: aClientWallet() });
    const error = await failureOf(keys.create({ name: 'bot', permissions: ['cancel'] }));
    expect(error.retryable).toBe(retryable);
    expect(host.seen).toHaveLength(1);
  });
});

describe('credentials', () => {
  it('are an API key if there is one, on reads and changes of orders', async () => {
    host.script(EXECUTE, EXECUTED);
    host.script(`/swap/api/v1/orders/${ID}`, { body: { status: 'success', data: {} } });
    const { orders } = clients({ wallet: aClientWallet() });
    await orders.execute(ID);
    await orders.get(ID);
    await orders.get(ID, { by: 'anyone' });
    expect(host.seen.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, KEY, undefined]);
  });

  it('are the wallet’s, signed once for several reads', async () => {
    host.script(`/swap/api/v1/orders/${ID}`, { body: { status: 'success', data: {} } });
    const wallet = aClientWallet();
    const { orders } = clients({ wallet });
    for (const by of ['wallet', 'wallet'] as const) await orders.get(ID, { by });
    expect(wallet.signed).toHaveLength(1);
    expect(JSON.parse(wallet.signed[0]!)).toMatchObject({
      action: 'read_orders',
      uuid: '*',
      audience: host.url,
    });
    now += 300_000;
    await orders.get(ID, { by: 'wallet' });
    expect(wallet.signed).toHaveLength(2);
  });

  it('are signed once for reads that begin together, and for those of each kind', async () => {
    host.script(`/swap/api/v1/orders/${ID}`, { body: { status: 'success', data: {} } });
    host.script('/swap/api/v1/api-keys', { body: { status: 'success', apiKeys: [] } });
    const wallet = aClientWallet();
    const { orders, keys } = createClient({ baseUrl: host.url, wallet });
    const readBoth = () => Promise.all([orders.get(ID, { by: 'wallet' }), keys.list()]);
    await Promise.all([readBoth(), readBoth()]);
    await readBoth();
    expect(wallet.signed.map((text) => (JSON.parse(text) as { action: string }).action).sort()).toEqual([
      'list_api_keys',
      'read_orders',
    ]);
  });

  it('are asked for again after a wallet that refused', async () => {
    host.script('/swap/api/v1/api-keys', { body: { status: 'success', apiKeys: [] } });
    const wallet = aClientWallet();
    let asked = 0;
    const signText = (text: string) =>
      asked++ === 0 ? Promise.reject(new Error('User rejected')) : wallet.signText(text);
    const { keys } = createClient({ baseUrl: host.url, wallet: { ...wallet, signText } });
    expect((await failureOf(keys.list())).code).toBe('wallet-failed');
    expect(await keys.list()).toEqual([]);
  });

  it('are signed again if an earlier attempt has used the message', async () => {
    host.script(EXECUTE, { fault: 'cut' }, refused(401, 'signature-already-used'), EXECUTED);
    const wallet = aClientWallet();
    await clients({ wallet }).orders.execute(ID, { by: 'wallet' });
    expect(wallet.signed).toHaveLength(2);
    expect(new Set(keysSent()).size).toBe(1);
  });

  it('credentials that are missing send nothing', async () => {
    const { orders, keys } = createClient({ baseUrl: host.url });
    for (const call of [orders.cancel(ID), orders.get(ID, { by: 'api-key' }), keys.list()])
      expect(await failureOf(call)).toMatchObject({ code: 'no-credentials', retryable: false });
    expect(host.seen).toEqual([]);
  });

  it('credentials of a wallet that refuses send nothing', async () => {
    const wallet = { ...aClientWallet(), signText: () => Promise.reject(new Error('User rejected')) };
    const error = await failureOf(createClient({ baseUrl: host.url, wallet }).orders.cancel(ID));
    expect([error.code, (error.cause as Error).message]).toEqual(['wallet-failed', 'User rejected']);
    expect(host.seen).toEqual([]);
  });

  it('do not follow a redirect', async () => {
    host.script(EXECUTE, { status: 307, headers: { location: 'http://127.0.0.1:1/' } });
    expect((await failureOf(clients({ attempts: 1 }).orders.execute(ID))).code).toBe('network');
    expect(host.seen).toHaveLength(1);
  });

  it('are in no error, even if the service repeats them', async () => {
    const signature = 'Ab'.repeat(65);
    const body = {
      error: `No ${KEY} and ${signature}`,
      code: KEY,
      hint: signature,
      details: [KEY, { signature }],
    };
    host.script(EXECUTE, { status: 400, body });
    const error = await failureOf(clients().orders.execute(ID));
    const text = JSON.stringify([error, error.message, error.stack]).toLowerCase();
    expect(text).not.toContain('aaaaaaaa');
    expect(text).not.toContain('abababab');
  });
});

describe('the server’s clock', () => {
  const CANCEL = `/swap/api/v1/orders/${ID}/cancel`;
  const server = 1_800_000_000_000;
  const timesOf = ({ signed }: { readonly signed: readonly string[] }) =>
    signed.map((message) => (JSON.parse(message) as { timestamp: number }).timestamp);

  it('is read and used when a message is refused for its time', async () => {
    host.script(CANCEL, refused(401, 'EXPIRED_TIMESTAMP'), { body: { status: 'success', data: {} } });
    host.script('/time', { body: { now: server, iso: '' } });
    const wallet = aClientWallet();
    const { orders } = clients({ wallet });
    await orders.cancel(ID, { by: 'wallet' });
    await orders.cancel(ID, { by: 'wallet' });
    expect(timesOf(wallet).slice(1)).toEqual([server, server]);
    expect(host.seen.filter(({ path }) => path === '/time')).toHaveLength(1);
  });

  it('is read from the Date of responses', async () => {
    const date = new Date(server).toUTCString();
    host.script(PRICES, { body: LIST, headers: { date } });
    host.script(CANCEL, { body: { status: 'success', data: {} }, headers: { date } });
    const wallet = aClientWallet();
    const { orders, prices } = clients({ wallet });
    await prices.list();
    await orders.cancel(ID, { by: 'wallet' });
    expect(timesOf(wallet)).toEqual([server]);
  });

  it('is corrected once for a call: a server that refuses every time is not asked forever', async () => {
    host.script(CANCEL, refused(401, 'EXPIRED_TIMESTAMP'));
    host.script('/time', { body: { now: server, iso: '' } });
    const error = await failureOf(clients({ wallet: aClientWallet() }).orders.cancel(ID, { by: 'wallet' }));
    expect(error.code).toBe('EXPIRED_TIMESTAMP');
    expect(host.seen).toHaveLength(3);
  });
});

describe('lists', () => {
  it('are read page by page, as they are used', async () => {
    const page = (handle: string, nextCursor?: string) => ({
      body: { status: 'success', data: [{ handle }], pagination: { total: 3, nextCursor } },
    });
    host.script('/swap/api/v1/orders', page('a', 'c1'), page('b', 'c2'), page('c'));
    const found: string[] = [];
    for await (const { handle } of clients().orders.all({ owner: 'SP1' })) {
      found.push(handle);
      expect(host.seen).toHaveLength(found.length);
    }
    expect(found).toEqual(['a', 'b', 'c']);
    expect(host.seen.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=50&owner=SP1&view=owner',
      'limit=50&owner=SP1&cursor=c1&view=owner',
      'limit=50&owner=SP1&cursor=c2&view=owner',
    ]);
  });

  it('end if a server repeats a cursor', async () => {
    host.script('/swap/api/v1/orders', {
      body: { status: 'success', data: [{ uuid: 'a' }], pagination: { nextCursor: 'same' } },
    });
    let found = 0;
    for await (const _ of clients().orders.all()) found++;
    expect(found).toBe(2);
  });
});

describe('options', () => {
  it.each([{ timeoutMs: 0 }, { attemptTimeoutMs: 2 ** 31 }, { attempts: 0 }, { attempts: 1.5 }])(
    'options out of range are refused: %j',
    (options) => {
      expect(() => createClient({ baseUrl: host.url, ...options })).toThrow(RangeError);
    },
  );

  it('may name a path on the server, and areas on hosts of their own', async () => {
    host.script('/dex/prices/api/v1/prices', { body: LIST });
    host.script('/own/api/v0/vaults', { body: { success: true, data: { vaults: [], tokens: [] } } });
    const baseUrl = `${host.url}/dex/`;
    const client = createClient({ baseUrl, areaUrls: { vaults: `${host.url}/own/` } });
    expect(await client.prices.list()).toEqual(LIST);
    expect(await client.vaults.list()).toEqual({ vaults: [], tokens: [] });
  });
});

describe('the position that a response names', () => {
  const POSITION = 'x-sluice-position';
  const at = (position: string, more: Scripted): Scripted => ({ ...more, headers: { [POSITION]: position } });
  const sent = () => host.seen.map(({ headers }) => headers[POSITION]);

  it('is sent back with reads of orders for a minute, and with nothing else', async () => {
    host.script(EXECUTE, at('200', EXECUTED), at('150', EXECUTED), at('x', EXECUTED));
    const order = { body: { status: 'success', data: { uuid: ID, status: 'open' } } };
    host.script(`/swap/api/v1/orders/${ID}`, order, order, order);
    host.script(PRICES, { body: LIST });
    const { orders, prices } = clients();
    await orders.get(ID);
    for (let n = 0; n < 3; n++) await orders.execute(ID);
    await orders.get(ID);
    await prices.list();
    now += 60_000;
    await orders.get(ID);
    expect(sent()).toEqual([undefined, undefined, undefined, undefined, '200', undefined, undefined]);
  });
});
