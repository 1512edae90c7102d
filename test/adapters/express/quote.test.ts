import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { QuotedRoute, QuoteRouteInput } from '../../../src/application/quotes/quote-route.js';
import type { Token } from '../../../src/domain/market/registry.js';
import type { RoutableVault } from '../../../src/domain/vault/vault.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_SUBNET_TOKEN, A_TOKEN, A_VAULT, AN_OWNER, T0 } from '../../support/builders.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

const WELSH = `${AN_OWNER}.welsh` as ContractId;

const aToken = (contractId: ContractId, more: Partial<Token> = {}): Token => ({
  contractId,
  symbol: 'T',
  name: 'Token',
  decimals: 6,
  identifier: 'token',
  ...more,
});

const aVault = (more: Partial<RoutableVault>): RoutableVault => ({
  contractId: A_VAULT,
  kind: 'pool',
  protocol: 'CHARISMA',
  tokenA: WELSH,
  tokenB: A_TOKEN,
  feePpm: 3000,
  name: 'Pool',
  symbol: 'P',
  ...more,
});

const HUGE = 2n ** 100n;

const aRoute: QuotedRoute = {
  protected: true,
  route: {
    amountIn: toUnits(1000n),
    amountOut: toUnits(HUGE),
    hops: [
      {
        vault: aVault({
          contractId: `${AN_OWNER}.sublink` as ContractId,
          kind: 'sublink',
          protocol: 'SUBLINK',
          tokenA: WELSH,
          tokenB: A_SUBNET_TOKEN,
          feePpm: 0,
          name: 'Sublink',
        }),
        opcode: 6,
        tokenIn: A_SUBNET_TOKEN,
        tokenOut: WELSH,
        amountIn: toUnits(1000n),
        dx: toUnits(1000n),
        amountOut: toUnits(1000n),
      },
      {
        vault: aVault({ externalPoolId: `${AN_OWNER}.treasury` as ContractId }),
        reserves: {
          reserveA: toUnits(5n),
          reserveB: toUnits(2n ** 101n),
          supply: toUnits(1n),
          readAt: T0,
        },
        opcode: 0,
        tokenIn: WELSH,
        tokenOut: A_TOKEN,
        amountIn: toUnits(1000n),
        dx: toUnits(997n),
        amountOut: toUnits(HUGE),
      },
    ],
  },
  path: [
    aToken(A_SUBNET_TOKEN, { type: 'SUBNET', base: WELSH, blaze: 'v1' }),
    aToken(WELSH, { image: 'https://example.org/w.png', description: 'a dog' }),
    aToken(A_TOKEN),
  ],
  priceImpact: 0.25,
  fees: [
    { token: A_SUBNET_TOKEN, amount: toUnits(0n) },
    { token: WELSH, amount: toUnits(3n) },
  ],
  asOf: T0,
};

const quoting = (quoted: QuotedRoute = aRoute) => {
  const asked: QuoteRouteInput[] = [];
  const quote = async (input: QuoteRouteInput) => {
    asked.push(input);
    return ok(quoted);
  };
  return { asked, app: appWith({ quotes: { quote } }) };
};

const QUERY = { tokenIn: A_SUBNET_TOKEN, tokenOut: '.stx', amount: '1000' };

const { check, notProduced } = responseCheck();

describe('GET /quote', () => {
  it('returns the route with amounts as numbers and as exact text', async () => {
    const { app, asked } = quoting();
    const response = await request(app).get(`${API}/quote`).query(QUERY);
    expect(response.status).toBe(200);
    expect(asked).toEqual([{ tokenIn: A_SUBNET_TOKEN, tokenOut: '.stx', amountIn: 1000n }]);
    const token = { symbol: 'T', decimals: 6, name: 'Token', identifier: 'token' };
    const subnet = { contractId: A_SUBNET_TOKEN, ...token, type: 'SUBNET', base: WELSH };
    const image = 'https://example.org/w.png';
    const welsh = { contractId: WELSH, ...token, type: 'SIP10', image, description: 'a dog' };
    const bought = { contractId: A_TOKEN, ...token, type: 'SIP10' };
    expect(response.body).toEqual({
      success: true,
      data: {
        path: [subnet, welsh, bought],
        hops: [
          {
            vault: {
              contractId: `${AN_OWNER}.sublink`,
              name: 'Sublink',
              symbol: 'P',
              type: 'SUBLINK',
              kind: 'sublink',
              protocol: 'SUBLINK',
              decimals: 6,
              fee: 0,
              externalPoolId: '',
              tokenA: welsh,
              tokenB: subnet,
              reservesA: null,
              reservesB: null,
              reserves: { tokenA: WELSH, tokenB: A_SUBNET_TOKEN, reservesA: null, reservesB: null },
            },
            tokenIn: subnet,
            tokenOut: welsh,
            opcode: 6,
            quote: { amountIn: 1000, amountOut: 1000 },
          },
          {
            vault: {
              contractId: A_VAULT,
              name: 'Pool',
              symbol: 'P',
              type: 'POOL',
              kind: 'pool',
              protocol: 'CHARISMA',
              decimals: 6,
              fee: 3000,
              externalPoolId: `${AN_OWNER}.treasury`,
              tokenA: welsh,
              tokenB: bought,
              reservesA: 5,
              reservesB: 2 ** 101,
              reserves: { tokenA: WELSH, tokenB: A_TOKEN, reservesA: '5', reservesB: String(2n ** 101n) },
            },
            tokenIn: welsh,
            tokenOut: bought,
            opcode: 0,
            quote: { amountIn: 1000, amountOut: Number(HUGE) },
          },
        ],
        amountIn: 1000,
        amountOut: Number(HUGE),
        amountInExact: '1000',
        amountOutExact: String(HUGE),
        priceImpact: 0.25,
        fees: [
          { token: A_SUBNET_TOKEN, amount: '0' },
          { token: WELSH, amount: '3' },
        ],
        asOf: T0.toISOString(),
        protected: true,
      },
    });
    check(response);
  });

  it('may be cached, and read by any web page', async () => {
    const response = await request(quoting().app)
      .get(`${API}/quote`)
      .query(QUERY)
      .set('Origin', 'https://x.y');
    expect(response.get('cache-control')).toBe(
      'public, max-age=30, s-maxage=300, stale-while-revalidate=600',
    );
    expect(response.get('access-control-allow-origin')).toBe('*');
  });

  it('passes the exact slippage to the use case and returns minimumReceived', async () => {
    const { app, asked } = quoting({ ...aRoute, minimumReceived: toUnits(HUGE - 1n) });
    const response = await request(app)
      .get(`${API}/quote`)
      .query({ ...QUERY, slippage: '0.005' });
    expect(asked[0]?.slippage).toEqual({ numerator: 5n, denominator: 1000n });
    expect(response.body).toMatchObject({ data: { minimumReceived: String(HUGE - 1n) } });
    check(response);
  });

  it('passes a wanted output to the use case, and says whether its input is the least', async () => {
    const { app, asked } = quoting({ ...aRoute, isLeast: true });
    const { amount: _amount, ...sides } = QUERY;
    const response = await request(app)
      .get(`${API}/quote`)
      .query({ ...sides, amountOut: '5' });
    expect(asked).toEqual([{ tokenIn: A_SUBNET_TOKEN, tokenOut: '.stx', amountOut: 5n }]);
    expect(response.body).toMatchObject({ data: { amountInExact: '1000', isLeast: true } });
    check(response);
  });

  it('accepts amounts up to 2^128 - 1', async () => {
    const { app, asked } = quoting();
    const amount = String(2n ** 128n - 1n);
    expect(
      (
        await request(app)
          .get(`${API}/quote`)
          .query({ ...QUERY, amount })
      ).status,
    ).toBe(200);
    expect(asked[0]?.amountIn).toBe(2n ** 128n - 1n);
  });

  it.each(['unknown-token', 'no-route', 'amount-too-small', 'insufficient-liquidity', 'same-token'] as const)(
    'returns 200 with zeros and the reason %s when there is no route',
    async (reason) => {
      const quote = async () => err({ kind: 'no-route' as const, reason });
      const response = await request(appWith({ quotes: { quote } }))
        .get(`${API}/quote`)
        .query(QUERY);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({
        success: true,
        data: { path: [], hops: [], amountIn: 0, amountOut: 0, reason },
      });
      check(response);
    },
  );

  it('returns 500 without the node’s words when the vaults cannot be read', async () => {
    const quote = async () => err({ kind: 'chain-unreachable' as const, reason: 'ECONNREFUSED 10.0.0.7' });
    const response = await request(appWith({ quotes: { quote } }))
      .get(`${API}/quote`)
      .query(QUERY);
    expect(response.status).toBe(500);
    expect(response.get('cache-control')).toBe('no-store');
    expect(errorIn(response)).toEqual({
      error: 'Failed to load vault data',
      timestamp: T0.toISOString(),
      code: 'chain-unreachable',
    });
    check(response);
  });

  it('returns 500 in the same words when anything else fails', async () => {
    const quote = () => Promise.reject(new Error('secret'));
    const response = await request(appWith({ quotes: { quote } }))
      .get(`${API}/quote`)
      .query(QUERY);
    expect([response.status, response.body]).toMatchObject([500, { error: 'Failed to load vault data' }]);
    check(response);
  });

  const AMOUNT = 'Invalid amount parameter. Must be a positive integer.';
  const SLIPPAGE = 'Invalid slippage parameter. Must be a fraction from 0 to 0.5.';
  it.each([
    ['', 'Missing tokenIn parameter'],
    ['amount=0', 'Missing tokenIn parameter'],
    ['tokenIn=&tokenOut=b&amount=1', 'Missing tokenIn parameter'],
    ['tokenIn=a', 'Missing tokenOut parameter'],
    ['tokenIn=a&amount=x', 'Missing tokenOut parameter'],
    ['tokenIn=a&tokenOut=b', 'Missing amount parameter'],
    ['tokenIn=a&tokenOut=b&amount=', 'Missing amount parameter'],
    ['tokenIn=a&tokenOut=b&amountOut=', 'Missing amount parameter'],
    ['tokenIn=a&tokenOut=b&amountOut=0', AMOUNT.replace('amount', 'amountOut')],
    [
      'tokenIn=a&tokenOut=b&amount=1&amountOut=2',
      'Invalid amountOut parameter. Must not be sent together with amount.',
    ],
    ['tokenIn=a&tokenOut=b&amount=0', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=-1', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=1.5', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=1e3', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=0x1f', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=%201', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=340282366920938463463374607431768211456', AMOUNT],
    ['tokenIn=a&tokenOut=b&amount=1&amount=2', AMOUNT],
    ['tokenIn=a&tokenIn=b&tokenOut=b&amount=1', 'Invalid tokenIn parameter. Must be one contract id.'],
    ['tokenIn=a&tokenOut=b&tokenOut=c&amount=1', 'Invalid tokenOut parameter. Must be one contract id.'],
    ['tokenIn=a&tokenOut=b&amount=1&slippage=0.51', SLIPPAGE],
    ['tokenIn=a&tokenOut=b&amount=1&slippage=-0.1', SLIPPAGE],
    ['tokenIn=a&tokenOut=b&amount=1&slippage=NaN', SLIPPAGE],
    ['tokenIn=a&tokenOut=b&amount=1&slippage=0.1&slippage=0.2', SLIPPAGE],
    ['tokenIn=a&tokenOut=b&amount=1&slipage=0.1', 'Unknown parameter slipage; did you mean slippage?'],
    ['tokenIn=a&tokenOut=b&amount=1&token_in=c', 'Unknown parameter token_in; did you mean tokenIn?'],
  ])('returns 400 for ?%s', async (query, error) => {
    const response = await request(appWith({})).get(`${API}/quote?${query}`);
    expect(response.status).toBe(400);
    expect(errorIn(response)).toEqual({ error, timestamp: T0.toISOString(), code: 'invalid-request' });
    expect(response.get('cache-control')).toBe('no-store');
    check(response);
  });

  it('says which parameter is probably a missing one', async () => {
    const { body } = (await request(appWith({})).get(`${API}/quote?tokenin=a&tokenOut=b&amount=1`)) as {
      body: unknown;
    };
    expect(body).toMatchObject({
      error: 'Missing tokenIn parameter',
      hint: 'Unknown parameter tokenin; did you mean tokenIn?',
    });
  });

  it('describes no error that the tests above do not produce', () => {
    expect(notProduced(['quoteRoute'])).toEqual([]);
  });
});
