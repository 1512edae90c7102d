import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import request from 'supertest';
import {
  createApp,
  vaultsArea,
  type Origins,
  type RegistryResponse,
} from '../../../src/adapters/express/index.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { SubnetHoldings } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import {
  A_REGISTRY,
  coreHarness,
  POOL,
  reserves,
  SBTC,
  SIDE_POOL,
  SUBLINK,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { expectDescribed } from './described.js';
import { errorIn } from './error-in.js';

const VAULTS = '/app/api/v0/vaults';
const REGISTRY = '/app/api/v1/registry';

interface Listing {
  readonly success: boolean;
  readonly data: {
    readonly vaults: readonly (Record<string, unknown> & {
      readonly contractId: ContractId;
      readonly liquidity: readonly Record<string, unknown>[];
    })[];
    readonly tokens: readonly Record<string, unknown>[];
  };
}

let harness: CoreHarness;
let app: RequestListener;

function openApp(corsOrigins?: Origins): RequestListener {
  const { core, clock } = harness;
  return createApp({
    areas: [vaultsArea(core, { clock, ...(corsOrigins !== undefined && { corsOrigins }) })],
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
}

beforeEach(() => {
  harness = coreHarness();
  app = openApp();
});

/** A core that reads what its sublinks hold. */
function withHoldings(read: SubnetHoldings['read']) {
  harness = coreHarness({ subnetHoldings: { read } });
  app = openApp();
}

const list = async () => {
  const response = await request(app).get(VAULTS).set('Content-Type', 'application/json');
  expect(response.status).toBe(200);
  expectDescribed('listVaults', response);
  return response.body as Listing;
};
const vaultIn = ({ data }: Listing, id: ContractId) =>
  data.vaults.find(({ contractId }) => contractId === id)!;

describe('GET /api/v0/vaults', () => {
  it('returns every vault with supply and reserves, and every token', async () => {
    const listing = await list();
    expect(listing.success).toBe(true);
    expect(listing.data.vaults.map(({ contractId }) => contractId)).toEqual(
      A_REGISTRY.vaults.map(({ contractId }) => contractId),
    );
    expect(vaultIn(listing, SIDE_POOL)).toEqual({
      contractId: SIDE_POOL,
      name: SIDE_POOL,
      symbol: 'LP',
      identifier: 'LP',
      description: '',
      image: '',
      decimals: 6,
      kind: 'pool',
      protocol: 'SLUICE',
      fee: 3_000,
      feePpm: 3_000,
      liquidity: [
        expect.objectContaining({
          contractId: WELSH,
          identifier: 'asset',
          name: WELSH,
          symbol: 'WELSH',
          description: '',
          image: '',
          decimals: 6,
          reserves: 1_000_000_000,
          reservesExact: '1000000000',
        }),
        expect.objectContaining({ symbol: 'DOLLAR', reserves: 1_000_000_000 }),
      ],
      supply: 1_000_000,
      supplyExact: '1000000',
      asOf: T0.toISOString(),
      externalPoolId: '',
      engineContractId: '',
    });
    expect(listing.data.tokens).toContainEqual(
      expect.objectContaining({ contractId: WELSH_SUBNET, type: 'SUBNET', base: WELSH }),
    );
    expect(listing.data.tokens.find(({ contractId }) => contractId === SBTC)).toMatchObject({ decimals: 8 });
  });

  it('keeps digits beyond 2^53 in the exact texts', async () => {
    harness.liquidity.held.set(POOL, reserves(2n ** 53n + 1n, 10n ** 33n + 1n));
    expect(vaultIn(await list(), POOL).liquidity).toMatchObject([
      { reserves: 2 ** 53, reservesExact: '9007199254740993' },
      { reserves: 1e33, reservesExact: `1${'0'.repeat(32)}1` },
    ]);
  });

  it('returns null for what was not read of vaults and subnets that do not respond', async () => {
    harness.liquidity.silent.add(SIDE_POOL);
    const listing = await list();
    for (const id of [SUBLINK, SIDE_POOL]) {
      expect(vaultIn(listing, id)).toMatchObject({
        supply: 0,
        supplyExact: null,
        asOf: null,
        liquidity: [{ reserves: 0, reservesExact: null }, { reserves: 0 }],
      });
    }
  });

  it('lists a sublink with what its subnet has of the base token, on both sides', async () => {
    const held = { units: toUnits(2n ** 53n + 1n), readAt: T0 };
    withHoldings(async (vaults) => {
      expect(vaults.map(({ contractId }) => contractId)).toEqual([SUBLINK]);
      return new Map([[SUBLINK, held]]);
    });
    const side = { reserves: 2 ** 53, reservesExact: '9007199254740993' };
    expect(vaultIn(await list(), SUBLINK)).toMatchObject({
      kind: 'sublink',
      liquidity: [
        { contractId: WELSH, ...side },
        { contractId: WELSH_SUBNET, ...side },
      ],
      supply: 0,
      supplyExact: '0',
      asOf: T0.toISOString(),
    });
  });

  it('names the contracts that hold and run a vault, if they are others', async () => {
    const [externalPoolId, engineContractId] = [SBTC, WELSH];
    const vaults = A_REGISTRY.vaults.map((vault) =>
      vault.contractId === POOL ? { ...vault, externalPoolId, engineContractId } : vault,
    );
    harness.setRegistry({ ...A_REGISTRY, vaults });
    expect(vaultIn(await list(), POOL)).toMatchObject({ externalPoolId, engineContractId });
  });

  it('is re-read when reserves or the registry change', async () => {
    await list();
    harness.liquidity.held.set(POOL, reserves(7n, 8n));
    harness.clock.advance(10_000);
    expect(vaultIn(await list(), POOL)).toMatchObject({ liquidity: [{ reserves: 7 }, { reserves: 8 }] });
    harness.setRegistry({ ...A_REGISTRY, vaults: A_REGISTRY.vaults.slice(0, 1) });
    harness.clock.advance(10_000);
    expect((await list()).data.vaults).toHaveLength(1);
  });

  it('returns 304 when If-None-Match names its ETag, and no body to HEAD', async () => {
    const first = await request(app).get(VAULTS);
    expect(first.get('cache-control')).toBe('public, max-age=5, s-maxage=10, stale-while-revalidate=30');
    const again = await request(app).get(VAULTS).set('If-None-Match', first.get('etag')!);
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await request(app).head(VAULTS);
    expect([head.status, head.get('etag'), head.text]).toEqual([200, first.get('etag'), undefined]);
  });

  it.each(['post', 'put', 'patch', 'delete'] as const)('returns 405 for %s', async (method) => {
    const response = await request(app)[method](VAULTS);
    expect([response.status, response.get('allow')]).toEqual([405, 'GET']);
    expect(response.body).toMatchObject({ error: 'Method not allowed' });
    expect(response.get('access-control-allow-origin')).toBe('*');
  });

  it('returns 500 without the cause when the vaults cannot be read', async () => {
    harness.liquidity.unreachable = true;
    const response = await request(app).get(VAULTS);
    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({ success: false, error: 'Failed to fetch vault data' });
    expect(response.text).not.toContain('cut');
    expectDescribed('listVaults', response);
    harness.liquidity.unreachable = false;
    await list();
  });

  it('returns the same 500 when something throws', async () => {
    harness.liquidity.gate = Promise.reject(new Error('at 10.0.0.7'));
    const response = await request(app).get(VAULTS);
    expect([response.status, response.body]).toMatchObject([500, { error: 'Failed to fetch vault data' }]);
    expect(response.text).not.toContain('10.0.0.7');
  });

  it('returns 404 in its own error shape for an unknown path', async () => {
    const response = await request(app).get('/app/api/v0/nothing');
    expect([response.status, errorIn(response)]).toEqual([404, { error: 'Not found', code: 'not-found' }]);
  });
});

describe('GET /api/v1/registry', () => {
  const read = async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await request(app).get(REGISTRY).set(headers);
    expectDescribed('readRegistry', response);
    return response as Omit<typeof response, 'body'> & { readonly body: RegistryResponse };
  };

  it('returns the network, every router and every token as orders are signed for them', async () => {
    const { body } = await read();
    expect(body).toEqual({
      network: 'devnet',
      tokens: A_REGISTRY.tokens,
      routers: A_REGISTRY.routers,
    });
  });

  it('describes tokens by their metadata, without what an order is signed with', async () => {
    const properties = { decimals: 2, identifier: 'another' };
    const record = { name: 'Welsh', image: 'https://a.example/w.png', properties };
    await harness.ports.metadata.save(WELSH_SUBNET, record);
    const { body } = await read();
    expect(body.tokens[0]).toMatchObject({
      contractId: WELSH_SUBNET,
      name: 'Welsh',
      image: 'https://a.example/w.png',
      decimals: 6,
      identifier: 'asset',
      blaze: 'v2',
    });
  });

  it('needs no chain, and confirms what a caller has with 304', async () => {
    harness.liquidity.unreachable = true;
    const first = await read({ Origin: 'https://a.example' });
    expect(first.get('access-control-allow-origin')).toBe('*');
    expect(first.get('cache-control')).toContain('max-age=60');
    expect((await read({ 'If-None-Match': first.get('etag')! })).status).toBe(304);
    expect(harness.liquidity.readings).toEqual([]);
  });
});

describe('a page of another origin', () => {
  it('may read and preflight the listing when every origin may', async () => {
    const asked = await request(app)
      .options(VAULTS)
      .set({ Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' });
    expect(asked.status).toBe(204);
    expect(asked.get('access-control-allow-origin')).toBe('*');
  });

  it('may read it when its origin is listed, whether or not the response is kept', async () => {
    app = openApp(['https://a.example']);
    for (let n = 0; n < 3; n++) {
      const own = await request(app).get(VAULTS).set('Origin', 'https://a.example');
      expect(own.get('access-control-allow-origin')).toBe('https://a.example');
      const other = await request(app).get(VAULTS).set('Origin', 'https://b.example');
      expect(other.get('access-control-allow-origin')).toBeUndefined();
      for (const { headers } of [own, other])
        expect((headers as Record<string, string>)['vary']).toMatch(/Accept-Encoding, Origin/);
    }
  });
});
