import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { PRICE_FALLS } from '../../../src/domain/router/depth.js';
import { err } from '../../../src/domain/shared/result.js';
import { coreHarness, DOLLAR, WELSH, WELSH_SUBNET } from '../../support/core-harness.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

const { check, notProduced } = responseCheck();

interface Level {
  readonly fall: number;
  readonly amountIn: string;
  readonly amountOut: string;
}
interface Direction {
  readonly price: number;
  readonly levels: readonly Level[];
  readonly isEstimate: boolean;
}
interface Depth {
  readonly sells?: Direction;
  readonly buys?: Direction;
  readonly reason?: string;
  readonly unknown?: readonly object[];
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

async function depth(query: object): Promise<Depth> {
  const response = await request(app()).get(`${API}/quote/depth`).query(query);
  check(response);
  expect(response.status).toBe(200);
  return (response.body as { data: Depth }).data;
}

describe('GET /quote/depth', () => {
  it('returns the largest swaps within each fall of the price, in both directions', async () => {
    const { sells, buys } = await depth({ tokenIn: WELSH, tokenOut: DOLLAR });
    for (const direction of [sells!, buys!]) {
      expect(direction.levels.map(({ fall }) => fall)).toEqual(PRICE_FALLS.map((bps) => bps / 10_000));
      const inputs = direction.levels.map(({ amountIn }) => Number(amountIn));
      expect(inputs).toEqual(inputs.toSorted((a, b) => a - b));
      expect(direction.isEstimate).toBe(false);
    }
    // Both prices are after fees, so their product is below 1.
    expect(sells!.price * buys!.price).toBeLessThan(1);
    expect(sells!.price * buys!.price).toBeGreaterThan(0.9);
  });

  it('states each level as a quote does', async () => {
    const { sells } = await depth({ tokenIn: WELSH, tokenOut: DOLLAR });
    const { amountIn, amountOut } = sells!.levels[3]!;
    const query = { tokenIn: WELSH, tokenOut: DOLLAR, amount: amountIn };
    const quoted = await request(app()).get(`${API}/quote`).query(query);
    expect(quoted.body).toMatchObject({ data: { amountOutExact: amountOut } });
  });

  it('has no levels for a bridge', async () => {
    const { sells } = await depth({ tokenIn: WELSH, tokenOut: WELSH_SUBNET });
    expect(sells).toMatchObject({ price: 1, levels: [] });
  });

  it('says why there is none, and which token is unknown', async () => {
    expect(await depth({ tokenIn: WELSH, tokenOut: WELSH })).toEqual({ reason: 'same-token' });
    expect(await depth({ tokenIn: 'welsh', tokenOut: DOLLAR })).toMatchObject({
      reason: 'unknown-token',
      unknown: [{ parameter: 'tokenIn', token: 'welsh' }],
    });
  });

  it.each([
    ['', 'Missing tokenIn parameter'],
    ['tokenIn=a', 'Missing tokenOut parameter'],
    ['tokenIn=a&tokenIn=b&tokenOut=c', 'Invalid tokenIn parameter. Must be one contract id.'],
    ['tokenIn=a&tokenOut=b&tokenOut=c', 'Invalid tokenOut parameter. Must be one contract id.'],
    ['tokenin=a&tokenIn=a&tokenOut=b', 'Unknown parameter tokenin; did you mean tokenIn?'],
  ])('returns 400 for ?%s', async (query, error) => {
    const response = await request(app()).get(`${API}/quote/depth?${query}`);
    check(response);
    expect([response.status, errorIn(response)]).toMatchObject([400, { error, code: 'invalid-request' }]);
  });

  it('returns 500 if the vaults cannot be read, and counts as twenty quotes', async () => {
    const unread = async () => err({ kind: 'chain-unreachable' as const, reason: 'ECONNREFUSED' });
    const query = { tokenIn: WELSH, tokenOut: DOLLAR };
    const failed = await request(appWith({ quotes: { depth: unread } }))
      .get(`${API}/quote/depth`)
      .query(query);
    check(failed);
    expect([failed.status, errorIn(failed)]).toMatchObject([500, { code: 'chain-unreachable' }]);
    const limited = app(20);
    const statuses = [];
    for (let n = 0; n < 2; n++) {
      const response = await request(limited).get(`${API}/quote/depth`).query(query);
      check(response);
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 429]);
  });

  it('describes no error that the tests above do not produce', () => {
    expect(notProduced(['readDepth'])).toEqual([]);
  });
});
