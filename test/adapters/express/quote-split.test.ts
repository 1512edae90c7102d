import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { err } from '../../../src/domain/shared/result.js';
import { coreHarness, DOLLAR, WELSH } from '../../support/core-harness.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

const { check, notProduced } = responseCheck();

interface Split {
  readonly parts: readonly {
    readonly amountInExact: string;
    readonly amountOutExact: string;
    readonly minimumReceived?: string;
  }[];
  readonly amountOut: string;
  readonly single: { readonly amountOutExact: string };
  readonly gain: string;
  readonly bound: string;
  readonly why?: string;
}

const { core, clock } = coreHarness();
const app = (perMinute = 0) =>
  createApp({
    areas: [swapArea(core, { clock })],
    clock,
    rates: { quotes: perMinute },
    requestIds: () => 'an-id',
    readiness: async () => ({ ready: true, reasons: [] }),
  });

async function split(body: object): Promise<Split> {
  const response = await request(app()).post(`${API}/quotes/split`).send(body);
  check(response);
  expect(response.status).toBe(200);
  return (response.body as { data: Split }).data;
}

const LARGE = { tokenIn: WELSH, tokenOut: DOLLAR, amount: '200000000000' };

describe('POST /quotes/split', () => {
  it('returns parts that make up the amount, their output, the gain over one route and a bound on every other split', async () => {
    const found = await split({ ...LARGE, slippage: 0.01 });
    const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    expect(sum(found.parts.map((part) => part.amountInExact))).toBe(BigInt(LARGE.amount));
    expect(sum(found.parts.map((part) => part.amountOutExact))).toBe(BigInt(found.amountOut));
    expect(BigInt(found.gain)).toBe(BigInt(found.amountOut) - BigInt(found.single.amountOutExact));
    expect(BigInt(found.bound)).toBeGreaterThanOrEqual(BigInt(found.amountOut));
    for (const { amountOutExact, minimumReceived } of found.parts)
      expect(BigInt(minimumReceived!)).toBe((BigInt(amountOutExact) * 99n) / 100n);
  });

  it('compares with the quote over one route', async () => {
    const found = await split(LARGE);
    const quoted = await request(app()).get(`${API}/quote`).query(LARGE);
    expect(quoted.body).toMatchObject({ data: { amountOutExact: found.single.amountOutExact } });
  });

  it('returns the reason if there is no route', async () => {
    expect(await split({ ...LARGE, tokenOut: WELSH })).toEqual({ parts: [], reason: 'same-token' });
    expect(await split({ ...LARGE, tokenOut: 'nonsense' })).toMatchObject({
      reason: 'unknown-token',
      unknown: [{ parameter: 'tokenOut', token: 'nonsense' }],
    });
  });

  it.each([
    [{ ...LARGE, amount: '0' }, 'amount'],
    [{ ...LARGE, amount: undefined }, 'amount'],
    [{ ...LARGE, tokenIn: undefined }, 'tokenIn'],
    [{ ...LARGE, tokenIn: [] }, 'tokenIn'],
    [{ ...LARGE, tokenOut: { toString: 1 } }, 'tokenOut'],
    [{ ...LARGE, parts: 5 }, 'parts'],
    [{ ...LARGE, parts: 1 }, 'parts'],
    [{ ...LARGE, slippage: 0.6 }, 'slippage'],
  ])('refuses the body %j by the field %s', async (body, field) => {
    const response = await request(app()).post(`${API}/quotes/split`).send(body);
    check(response);
    expect([response.status, errorIn(response)]).toMatchObject([400, { code: 'invalid-request' }]);
    expect(JSON.stringify(response.body)).toContain(field);
  });

  it('counts as ten quotes against the limit per address', async () => {
    const limited = app(10);
    const statuses = [];
    for (let n = 0; n < 2; n++) {
      const response = await request(limited).post(`${API}/quotes/split`).send(LARGE);
      check(response);
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 429]);
  });

  it('returns 500 if the vaults cannot be read', async () => {
    const unread = async () => err({ kind: 'chain-unreachable' as const, reason: 'ECONNREFUSED' });
    const failed = await request(appWith({ quotes: { split: unread } }))
      .post(`${API}/quotes/split`)
      .send(LARGE);
    check(failed);
    expect([failed.status, errorIn(failed)]).toMatchObject([500, { code: 'chain-unreachable' }]);
  });

  it('refuses a body that is no JSON, or is too large', async () => {
    const plain = await request(app()).post(`${API}/quotes/split`).type('text').send('a split');
    const large = await request(app())
      .post(`${API}/quotes/split`)
      .send({ ...LARGE, note: 'x'.repeat(200_000) });
    const broken = await request(app()).post(`${API}/quotes/split`).type('json').send('{');
    for (const response of [plain, large, broken]) check(response);
    expect([plain.status, large.status, broken.status]).toEqual([415, 413, 400]);
  });

  it('describes no error that the tests above do not produce', () => {
    expect(notProduced(['quoteSplit'])).toEqual([]);
  });
});
