import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import { T0, uuidOf } from '../../support/builders.js';
import { DOLLAR, SBTC, signedInput, WELSH_SUBNET } from '../../support/core-harness.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';
import { expectRefusedReaders } from './reader-refusals.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const { check, notProduced } = responseCheck();
const OWNER = A_WALLET.address;
const HOUR = 3_600_000;
const later = (hours: number) => new Date(T0.getTime() + hours * HOUR).toISOString();

let whole: WholeApp;
beforeEach(() => {
  whole = wholeApp();
});

async function place(n: number, fields: object, wallet = A_WALLET) {
  const body = signedInput({ uuid: uuidOf(n), wallet, fields: { ...fields } });
  expect((await request(whole.app).post(`${API}/orders/new`).send(body)).status).toBe(200);
}

/** A plan of three orders: the first is confirmed, the second cancelled, the third open. */
async function aPlan(strategyId = 'dca/1 ü') {
  const labels = { strategyId, strategyType: 'dca', strategySize: 3 };
  for (const n of [1, 2, 3]) await place(n, { ...labels, strategyPosition: n, validFrom: later(n) });
  const { core, chain } = whole;
  const host = { by: 'host' } as const;
  const sent = await core.orders.execute({ ref: uuidOf(1), authorization: host });
  if (!sent.ok) throw new Error(sent.error.kind);
  chain.mine(sent.value.txid, 990_000n);
  await core.execution.settle();
  await core.orders.cancel({ ref: uuidOf(2), authorization: host });
  return strategyId;
}

type Headers = Readonly<Record<string, string>>;

async function get(path: string, headers: Headers = {}) {
  const response = await request(whole.app).get(`${API}${path}`).set(headers);
  check(response);
  return response;
}
const asWallet = (uuid = '*', wallet = A_WALLET) => signed({ action: 'read_orders', uuid }, wallet).headers;
const asKey = async (wallet = A_WALLET): Promise<Headers> => ({
  'x-api-key': (await keyManager(whole.app, wallet).issue()).apiKey,
});
const dataOf = ({ body }: { body: unknown }) => (body as { data: Record<string, unknown> }).data;

const path = (strategyId: string, owner = OWNER) =>
  `/strategies/${encodeURIComponent(strategyId)}?owner=${owner}`;

describe('GET /strategies/{strategyId}', () => {
  it('adds up a plan: counts, sums and which order is next', async () => {
    const strategyId = await aPlan();
    const response = await get(path(strategyId));
    expect(response.status).toBe(200);
    const { orders, ...plan } = dataOf(response);
    const sums = { amountIn: '3000000', executedAmountIn: '1000000', executedAmountOut: '990000' };
    expect(plan).toEqual({
      ...{ strategyId, kind: 'recurring', strategyType: 'dca', owner: OWNER, size: 3 },
      ...{ open: 1, broadcasted: 0, confirmed: 1, failed: 0, cancelled: 1 },
      ...sums,
      amounts: [{ inputToken: WELSH_SUBNET, outputToken: DOLLAR, ...sums }],
      next: { position: 3, validFrom: later(3) },
    });
    expect(orders).toHaveLength(3);
    expect(response.get('cache-control')).toBe('no-cache');
    const again = await get(path(strategyId), { 'if-none-match': response.get('etag')! });
    expect(again.status).toBe(304);
  });

  it('has sums of each pair only, if the orders swap between several, and no next if none is open', async () => {
    for (const [n, outputToken] of [DOLLAR, SBTC].entries())
      await place(n + 1, { strategyId: 'two', outputToken });
    await whole.core.orders.cancelMany({ selection: {}, authorization: { by: 'host', owner: OWNER } });
    const plan = dataOf(await get(path('two')));
    expect(plan).toMatchObject({ size: 2, cancelled: 2, next: null });
    expect(plan['amounts']).toMatchObject([
      { outputToken: DOLLAR, amountIn: '1000000', executedAmountOut: '0' },
      { outputToken: SBTC, amountIn: '1000000' },
    ]);
    for (const name of ['amountIn', 'executedAmountIn', 'executedAmountOut', 'strategyType'])
      expect(plan).not.toHaveProperty(name);
  });

  it('shows handles to the public and to strangers, and uuids to the owner, by key or wallet', async () => {
    await place(1, { strategyId: 'plan' });
    const handle = handleOf(uuidOf(1), sha256);
    for (const headers of [{}, await asKey(ANOTHER_WALLET), asWallet('*', ANOTHER_WALLET)]) {
      const response = await get(path('plan'), headers);
      expect(dataOf(response)['orders']).toMatchObject([{ uuid: handle, handle }]);
      expect(response.text).not.toContain(uuidOf(1));
    }
    for (const headers of [await asKey(), asWallet()]) {
      const response = await get(path('plan'), headers);
      expect(dataOf(response)['orders']).toMatchObject([{ uuid: uuidOf(1), handle }]);
      expect(response.get('cache-control')).toBe('no-store');
    }
  });

  it('keeps apart the plans of owners who share an id', async () => {
    await place(1, { strategyId: 'shared' });
    for (const n of [2, 3]) await place(n, { strategyId: 'shared' }, ANOTHER_WALLET);
    expect(dataOf(await get(path('shared')))).toMatchObject({ owner: OWNER, open: 1, amountIn: '1000000' });
    expect(dataOf(await get(path('shared', ANOTHER_WALLET.address)))).toMatchObject({ open: 2 });
  });

  it('shows the 50 oldest orders of a longer plan', async () => {
    for (let n = 1; n <= 51; n++) {
      whole.clock.advance(1);
      await place(n, { strategyId: 'long' });
    }
    const { orders, open } = dataOf(await get(path('long'), await asKey()));
    expect(open).toBe(51);
    expect((orders as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual(
      Array.from({ length: 50 }, (_, n) => uuidOf(n + 1)),
    );
  });

  it.each([['unknown'], ['plan '], ['a\0b'], ['x'.repeat(500)], ['__proto__']])(
    'responds with 404 to the id %j, which no order has',
    async (strategyId) => {
      await place(1, { strategyId: 'plan' });
      expect(await get(path(strategyId))).toMatchObject({
        status: 404,
        body: { code: 'strategy-not-found' },
      });
    },
  );

  it('responds with 400 without an owner, or with one that is no address', async () => {
    for (const query of ['', '?owner=', '?owner=me', `?owner=${OWNER}&owner=${OWNER}`])
      expect([query, (await get(`/strategies/plan${query}`)).status]).toEqual([query, 400]);
    expect((await get(`/strategies/%ff?owner=${OWNER}`)).body).toMatchObject({ code: 'malformed-request' });
  });

  it('refuses keys and wallets that prove nothing', async () => {
    await expectRefusedReaders(`${API}/strategies/plan?owner=${OWNER}`, check);
  });
});

describe('GET /strategies', () => {
  const list = (query = '', headers?: Headers) => get(`/strategies?owner=${OWNER}${query}`, headers);
  const idsIn = ({ body }: { body: unknown }) =>
    (body as { data: { strategyId: string }[] }).data.map(({ strategyId }) => strategyId);

  it('lists the plans of one owner, without their orders', async () => {
    await place(1, { strategyId: 'b' });
    await place(2, { strategyId: 'a' });
    await place(3, {});
    await place(4, { strategyId: 'c' }, ANOTHER_WALLET);
    const response = await list();
    expect(response.body).toMatchObject({ status: 'success', pagination: { limit: 10, hasNextPage: false } });
    expect(idsIn(response)).toEqual(['a', 'b']);
    expect(response.text).not.toContain('orders');
    expect(response.get('cache-control')).toBe('s-maxage=10, stale-while-revalidate=30');
    expect((await list('', asWallet())).get('cache-control')).toBe('no-store');
  });

  it('pages by cursor, each plan once', async () => {
    const ids = ['a', 'b\u{1f680}', 'c d/e', 'z'];
    for (const [n, strategyId] of ids.entries()) await place(n + 1, { strategyId });
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const response = await list(`&limit=2${cursor}`);
      seen.push(...idsIn(response));
      const { nextCursor } = (response.body as { pagination: { nextCursor?: string } }).pagination;
      if (nextCursor === undefined) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(ids);
    expect(idsIn(await list(`&cursor=${Buffer.from('a').toString('base64url')}`))).toEqual(ids.slice(1));
  });

  it.each([
    ['&limit=0'],
    ['&limit=51'],
    ['&limit=x'],
    ['&cursor=***'],
    ['&cursor=a&cursor=b'],
    [`&cursor=${Buffer.from('a\0').toString('base64url')}`],
    [`&cursor=${Buffer.from('x'.repeat(201)).toString('base64url')}`],
    ['&cursor=_w'],
  ])('responds with 400 to %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  it('responds with 400 to a misspelt parameter, which would select more than was meant', async () => {
    for (const path of [`/strategies?owner=${OWNER}&limt=1`, `/strategies/plan?owner=${OWNER}&Owner=x`])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
  });

  it('responds with 400 without an owner, or with one that is no address', async () => {
    for (const query of ['', '?owner=', '?owner=SP0', `?owner=${OWNER}&owner=${OWNER}`])
      expect([query, (await get(`/strategies${query}`)).status]).toEqual([query, 400]);
  });

  it('refuses keys and wallets that prove nothing', async () => {
    await expectRefusedReaders(`${API}/strategies?owner=${OWNER}`, check);
  });

  it('has no described error, of the two reads, that is not returned in the tests above', () => {
    // The limits of keys have tests of their own.
    const missing = notProduced(['listStrategies', 'getStrategy']);
    expect(missing.filter((error) => !error.includes('outside-key-limits'))).toEqual([]);
  });
});
