import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { MAX_QUOTES } from '../../../src/application/quotes/quote-route.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { coreHarness, DOLLAR, SBTC, WELSH, WELSH_SUBNET } from '../../support/core-harness.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';

const { check, notProduced } = responseCheck();

interface Answer {
  readonly amountOutExact?: string;
  readonly reason?: string;
  readonly minimumReceived?: string;
  readonly error?: string;
  readonly code?: string;
}

function serve(perMinute = 0) {
  const harness = coreHarness();
  const { core, clock } = harness;
  const app = createApp({
    areas: [swapArea(core, { clock })],
    clock,
    rates: { quotes: perMinute },
    requestIds: () => 'an-id',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  const ask = async (body: unknown) => {
    const response = await request(app).post(`${API}/quotes`).type('json').send(JSON.stringify(body));
    check(response);
    return response;
  };
  const quotes = async (...items: readonly unknown[]) => {
    const response = await ask({ quotes: items });
    expect(response.status).toBe(200);
    return (response.body as { data: readonly Answer[] }).data;
  };
  return { ...harness, app, ask, quotes };
}

const SWAP = { tokenIn: WELSH, tokenOut: DOLLAR, amount: '1000000' };

describe('POST /quotes', () => {
  it('quotes amounts and pairs in their order, each as GET /quote does', async () => {
    const { app, quotes } = serve();
    const swaps = [
      SWAP,
      { ...SWAP, amount: '2000000', slippage: '0.01' },
      { tokenIn: WELSH_SUBNET, tokenOut: SBTC, amount: '5000000' },
    ];
    const alone = [];
    for (const swap of swaps)
      alone.push(((await request(app).get(`${API}/quote`).query(swap)).body as { data: Answer }).data);
    const found = await quotes(...swaps);
    expect(found).toEqual(alone);
    expect(found.map(({ minimumReceived }) => minimumReceived !== undefined)).toEqual([false, true, false]);
  });

  it('takes numbers that are exact in JSON, and refuses one that has lost digits', async () => {
    const { quotes } = serve();
    const [text, number, inexact] = await quotes(
      { ...SWAP, slippage: '0.005' },
      { ...SWAP, amount: 1_000_000, slippage: 0.005 },
      { ...SWAP, amount: 2 ** 60 },
    );
    expect(number).toEqual(text);
    expect(inexact).toMatchObject({ code: 'invalid-request', error: expect.stringContaining('amount') });
  });

  it('reads the market once, and starts every search on the same reserves', async () => {
    const { core, liquidity } = serve();
    const amountIn = toUnits(1_000_000n);
    const reads = () => liquidity.readings.length;
    const before = reads();
    const found = await core.quotes.quoteMany(
      [1n, 2n, 3n].map((n) => ({ tokenIn: WELSH, tokenOut: DOLLAR, amountIn: toUnits(amountIn * n) })),
    );
    expect(reads() - before).toBe(1);
    if (!found.ok) throw new Error(found.error.kind);
    const asOf = found.value.map((quote) => (quote.ok ? quote.value.asOf.getTime() : quote.error.kind));
    expect(new Set(asOf).size).toBe(1);
  });

  it('has an error in place of each request that is malformed, and a reason if there is no route', async () => {
    const { quotes } = serve();
    const found = await quotes(
      SWAP,
      { ...SWAP, amount: '0' },
      { ...SWAP, tokenOut: undefined },
      { ...SWAP, slippage: 2 },
      { ...SWAP, slipage: 0.1 },
      { ...SWAP, tokenIn: null },
      'a text',
      { ...SWAP, tokenOut: WELSH },
      { ...SWAP, tokenOut: 'nothing' },
    );
    expect(found.map(({ code, reason }) => code ?? reason)).toEqual([
      undefined,
      ...Array.from({ length: 6 }, () => 'invalid-request'),
      'same-token',
      'unknown-token',
    ]);
    expect(found[1]!.error).toBe('Invalid amount parameter. Must be a positive integer.');
    expect(found[4]!.error).toBe('Unknown parameter slipage; did you mean slippage?');
  });

  it.each<[string, unknown]>([
    ['no object', []],
    ['no list', { quotes: SWAP }],
    ['an empty list', { quotes: [] }],
    ['too many', { quotes: Array.from({ length: MAX_QUOTES + 1 }, () => SWAP) }],
    ['a mistyped field', { quote: [SWAP] }],
  ])('is 400 for %s', async (_, body) => {
    const response = await serve().ask(body);
    expect([response.status, (response.body as Answer).code]).toEqual([400, 'invalid-request']);
  });

  it('is 500 when the vaults cannot be read', async () => {
    const { ask, liquidity } = serve();
    liquidity.unreachable = true;
    const response = await ask({ quotes: [SWAP] });
    expect([response.status, (response.body as Answer).code]).toEqual([500, 'chain-unreachable']);
  });

  it('counts each quote against the limit per address, and serves a call whole that begins within it', async () => {
    const { ask } = serve(4);
    const three = { quotes: [SWAP, SWAP, SWAP] };
    expect((await ask(three)).get('ratelimit')).toBe('"quotes";r=1;t=60');
    const refused = await ask(three);
    expect([refused.status, refused.get('retry-after')]).toEqual([429, '60']);
  });

  it('serves as many quotes as a call may have', async () => {
    const { quotes } = serve();
    const ladder = Array.from({ length: MAX_QUOTES }, (_, n) => ({
      ...SWAP,
      amount: String((n + 1) * 1_000),
    }));
    expect(await quotes(...ladder)).toHaveLength(MAX_QUOTES);
  });

  it('describes no error that the tests above do not produce', () => {
    const elsewhere = /malformed-json|body-too-large|unsupported-media-type/;
    expect(notProduced(['quoteRoutes']).filter((name) => !elsewhere.test(name))).toEqual([]);
  });
});
