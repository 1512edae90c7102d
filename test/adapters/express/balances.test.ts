import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';
import { MAX_BALANCES } from '../../../src/domain/wallet/balance-request.js';
import { AN_OWNER } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  SBTC,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';

const { check, notProduced } = responseCheck();

let harness: CoreHarness;
beforeEach(() => {
  harness = coreHarness();
  harness.balances.set(WELSH, AN_OWNER, toUnits(U128_MAX));
  harness.balances.set(WELSH_SUBNET, AN_OWNER, toUnits(0n));
});

const serve = (reads = 0) => {
  const { core, clock } = harness;
  return createApp({
    areas: [swapArea(core, { clock })],
    clock,
    rates: { reads },
    requestIds: () => 'an-id',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
};
const ask = async (tokens: string, { address = `${AN_OWNER}`, app = serve() } = {}) => {
  const response = await request(app)
    .get(`${API}/balances/${encodeURIComponent(address)}`)
    .query({ tokens });
  check(response);
  return response;
};

describe('GET /balances/{address}', () => {
  it('returns exact balances of one block; null, with the reason, if one is not known', async () => {
    const response = await ask([WELSH, WELSH_SUBNET, SBTC, 'nonsense'].join());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      status: 'success',
      data: {
        address: AN_OWNER,
        blockHeight: harness.chain.height,
        balances: [
          { contractId: WELSH, balance: U128_MAX.toString() },
          { contractId: WELSH_SUBNET, balance: '0' },
          { contractId: SBTC, balance: null, reason: 'no-balance' },
          { contractId: 'nonsense', balance: null, reason: 'unknown-token' },
        ],
      },
    });
  });

  it('is kept by no browser and for seconds by shared caches, and carries a tag', async () => {
    const response = await ask(WELSH);
    expect(response.get('cache-control')).toBe('public, max-age=0, s-maxage=2');
    expect(response.get('etag')).toMatch(/^W\//);
  });

  it('counts each token as a read, and serves a call that begins within the limit whole', async () => {
    const app = serve(4);
    const three = [WELSH, DOLLAR, SBTC].join();
    expect((await ask(three, { app })).get('ratelimit')).toBe('"reads";r=1;t=60');
    expect((await ask(three, { app })).status).toBe(429);
  });

  it('counts no more for a list that is too long than for the longest, and reads nothing of it', async () => {
    const app = serve(1_000);
    const response = await ask('a,'.repeat(900), { app });
    expect(response.status).toBe(400);
    expect(response.get('ratelimit')).toBe(`"reads";r=${1_000 - MAX_BALANCES};t=60`);
    expect(harness.chain.calls).toEqual([]);
  });

  it('says when to try again while the newest block is unknown', async () => {
    harness.chain.cut('tip');
    const response = await ask(WELSH);
    expect([response.status, response.get('retry-after')]).toEqual([503, '5']);
    expect(response.body).toMatchObject({
      code: 'chain-unreachable',
      error: 'The chain cannot be reached',
    });
    expect(response.get('cache-control')).toBe('no-store');
  });

  it('refuses a malformed wallet or list by name', async () => {
    for (const address of ['x', `${AN_OWNER}.a`, AN_OWNER.toLowerCase(), '..%2f..']) {
      const response = await ask(WELSH, { address });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        code: 'invalid-balance-request',
        error: expect.stringMatching(/^Invalid address parameter: must be/),
      });
    }
    expect((await ask('')).body).toMatchObject({
      error: 'Invalid tokens parameter: must be 1 to 50 contract ids, separated by commas',
    });
  });

  it('treats a list that is given twice as none, and names a misspelt parameter', async () => {
    for (const query of ['tokens=a&tokens=b', 'tokens[]=a', 'tokens[a]=b', 'token=.stx', '']) {
      const response = await request(serve()).get(`${API}/balances/${AN_OWNER}?${query}`);
      check(response);
      expect([query, response.status]).toEqual([query, 400]);
    }
  });

  it('returns the text of a token that the exchange does not have, and queries the chain for none', async () => {
    const app = serve();
    const name = fc
      .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
      .map((text) => text.trim())
      .filter((text) => text !== '' && !text.includes(','));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), async (names) => {
        const { body } = (await ask(names.join(), { app })) as { body: { data: { balances: unknown } } };
        expect(body.data.balances).toEqual(
          names.map((contractId) => ({ contractId, balance: null, reason: 'unknown-token' })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('describes no error that the tests above do not produce', async () => {
    check(await request(serve()).get(`${API}/balances/%ff?tokens=.stx`));
    expect(notProduced(['getBalances'])).toEqual([]);
  });
});
