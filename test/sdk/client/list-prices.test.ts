import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ALEX_PRICES,
  listPrices,
  listPricesLegacy,
  listPricesThirdParty,
  MAINNET_SUBNETS,
  type PriceSourceOptions,
  type PriceStrategy,
} from '../../../src/sdk/client/index.js';
import { mainnetRegistry } from '../../../src/adapters/stacks/registry/registries/mainnet.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { ScriptedHost, type Scripted } from '../../adapters/stacks/support/scripted-host.js';

const alex = (prices: Readonly<Record<string, unknown>>): Scripted => ({
  body: {
    data: Object.entries(prices).map(([contract_id, last_price_usd]) => ({ contract_id, last_price_usd })),
  },
});
const legacy = (prices: Readonly<Record<string, unknown>>): Scripted => ({
  body: {
    status: 'success',
    data: Object.entries(prices).map(([tokenId, usdPrice]) => ({ tokenId, usdPrice })),
  },
});

let host: ScriptedHost;
let failed: string[];
let options: PriceSourceOptions;

const answer = (thirdParty: Scripted, own: Scripted) => {
  host.script('/alex', thirdParty);
  host.script('/invest/api/v1/prices', own);
};
const asked = () => host.seen.map(({ path }) => path.split('?')[0]);

beforeEach(async () => {
  host = await ScriptedHost.start();
  failed = [];
  options = {
    legacyUrl: `${host.url}/invest/api/v1/`,
    thirdParty: { ...ALEX_PRICES, url: `${host.url}/alex` },
    subnets: { 'SP1.both-copy': 'SP1.both', 'SP1.unknown-copy': 'SP1.unknown' },
    onSourceFailed: (source, { code }) => void failed.push(`${source}: ${code}`),
  };
});
afterEach(() => host.stop());

const THIRD_PARTY = ['third-party'];
const LEGACY = ['legacy'];
const BOTH = ['third-party', 'legacy'];

describe('listPrices', () => {
  it.each<[PriceStrategy | undefined, object]>([
    [undefined, { both: { usd: 2, sources: BOTH }, theirs: true, ours: true }],
    ['average', { both: { usd: 2, sources: BOTH }, theirs: true, ours: true }],
    ['third-party-first', { both: { usd: 1, sources: THIRD_PARTY }, theirs: true, ours: true }],
    ['legacy-first', { both: { usd: 3, sources: LEGACY }, theirs: true, ours: true }],
    ['fallback', { both: { usd: 1, sources: THIRD_PARTY }, theirs: true, ours: false }],
  ])('combines the sources by the strategy %s', async (strategy, expected) => {
    answer(
      alex({ 'SP1.both': 1, 'SP1.theirs': 5 }),
      legacy({ 'SP1.both': 3, 'SP1.both-copy': 3, 'SP1.ours': 7 }),
    );
    const { both, ours } = expected as { both: object; ours: boolean };
    expect(await listPrices({ ...options, ...(strategy && { strategy }) })).toEqual({
      'SP1.both': both,
      'SP1.both-copy': both,
      'SP1.theirs': { usd: 5, sources: THIRD_PARTY },
      ...(ours && { 'SP1.ours': { usd: 7, sources: LEGACY } }),
    });
    expect(failed).toEqual([]);
  });

  it.each<PriceStrategy>(['average', 'third-party-first', 'legacy-first', 'fallback'])(
    'returns the prices of the only source that responds with %s',
    async (strategy) => {
      answer({ status: 500, body: {} }, legacy({ 'SP1.both': 3 }));
      const copy = { 'SP1.both-copy': { usd: 3, sources: LEGACY } };
      const expected = { 'SP1.both': { usd: 3, sources: LEGACY }, ...copy };
      expect(await listPrices({ ...options, strategy })).toEqual(expected);
      answer(alex({ 'SP1.theirs': 5 }), { body: Buffer.from('<html>') });
      expect(await listPrices({ ...options, strategy })).toEqual({
        'SP1.theirs': { usd: 5, sources: THIRD_PARTY },
      });
      expect(failed).toEqual(
        strategy === 'fallback'
          ? ['third-party: http-error']
          : ['third-party: http-error', 'legacy: not-json'],
      );
    },
  );

  it.each<PriceStrategy>(['average', 'third-party-first', 'legacy-first', 'fallback'])(
    'returns an empty list when both sources fail with %s',
    async (strategy) => {
      answer({ fault: 'cut-body' }, { fault: 'cut' });
      expect(await listPrices({ ...options, strategy })).toEqual({});
      answer({ fault: 'hang' }, { fault: 'hang' });
      expect(await listPrices({ ...options, strategy, timeoutMs: 50 })).toEqual({});
      expect(failed.toSorted()).toEqual([
        'legacy: network',
        'legacy: timeout',
        'third-party: network',
        'third-party: timeout',
      ]);
    },
  );

  it('leaves out entries that are no price and accepts any contract id', async () => {
    const none = { zero: 0, minus: -1, text: '5', none: null, endless: 'Infinity' };
    answer(alex({ ...none, ['__proto__']: 1 }), legacy({ ...none, constructor: 2 }));
    const prices = await listPrices(options);
    expect(Object.keys(prices).toSorted()).toEqual(['__proto__', 'constructor']);
    expect(Object.getOwnPropertyDescriptor(prices, '__proto__')?.value).toEqual({
      usd: 1,
      sources: THIRD_PARTY,
    });
    expect(Object.getPrototypeOf(prices)).toBe(Object.prototype);
  });

  it.each([null, [], {}, { data: {} }, { data: [1] }])(
    'treats a response of unexpected shape as a failed source: %j',
    async (body) => {
      answer({ body }, { body });
      expect(await listPrices(options)).toEqual({});
      expect(failed.toSorted()).toEqual(['legacy: unexpected-shape', 'third-party: unexpected-shape']);
    },
  );

  it('reads a custom third party', async () => {
    answer({ body: { 'SP1.theirs': 5 } }, { status: 500 });
    const read = (body: unknown) => Object.entries(body as Record<string, number>);
    const thirdParty = { url: `${host.url}/alex`, read };
    const expected = { 'SP1.theirs': { usd: 5, sources: THIRD_PARTY } };
    expect(await listPrices({ ...options, thirdParty })).toEqual(expected);
    host.script('/alex', { body: null });
    expect(await listPrices({ ...options, thirdParty })).toEqual({});
    expect(failed).toEqual(['legacy: http-error', 'third-party: unexpected-shape', 'legacy: http-error']);
  });

  it('rejects when the caller aborts it and for an invalid time-out', async () => {
    answer({ fault: 'hang' }, { fault: 'hang' });
    const signal = AbortSignal.timeout(20);
    for (const strategy of ['average', 'fallback'] as const)
      await expect(listPrices({ ...options, strategy, signal })).rejects.toMatchObject({ code: 'aborted' });
    await expect(listPrices({ ...options, timeoutMs: 0 })).rejects.toThrow(RangeError);
    expect(failed).toEqual([]);
  });

  it("takes the price of STX from ALEX's wrapped STX", async () => {
    answer(alex({ 'SP102V8P0F7JX67ARQ77WEA3D3CFB5XW39REDT0AM.token-wstx-v2': 1.5 }), legacy({ '.stx': 2.5 }));
    expect((await listPrices(options))['.stx']).toEqual({ usd: 2, sources: BOTH });
  });
});

describe('listPricesLegacy and listPricesThirdParty', () => {
  it('query only that source', async () => {
    answer(alex({ 'SP1.both': 1 }), legacy({ 'SP1.both': 3 }));
    expect(await listPricesLegacy(options)).toEqual({
      'SP1.both': { usd: 3, sources: LEGACY },
      'SP1.both-copy': { usd: 3, sources: LEGACY },
    });
    expect(asked()).toEqual(['/invest/api/v1/prices']);
    expect(await listPricesThirdParty(options)).toEqual({
      'SP1.both': { usd: 1, sources: THIRD_PARTY },
      'SP1.both-copy': { usd: 1, sources: THIRD_PARTY },
    });
    expect(asked()).toEqual(['/invest/api/v1/prices', '/alex']);
  });

  it('return an empty list when the source fails', async () => {
    answer({ status: 404, body: {} }, { status: 429, body: {} });
    expect([await listPricesLegacy(options), await listPricesThirdParty(options)]).toEqual([{}, {}]);
  });

  it('query production by default', async () => {
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(url as string);
      return Response.json({ data: [] });
    };
    await listPrices({ fetch });
    expect(asked).toEqual([
      'https://api.alexgo.io/v2/public/token-prices',
      'https://invest.charisma.rocks/api/v1/prices?limit=1000',
    ]);
  });
});

describe('MAINNET_SUBNETS', () => {
  it("equals the subnet copies of the server's registry", () => {
    const copies = (mainnetRegistry as Registry).tokens.filter(({ type }) => type === 'SUBNET');
    expect(MAINNET_SUBNETS).toEqual(
      Object.fromEntries(copies.map(({ contractId, base }) => [contractId, base])),
    );
  });
});
