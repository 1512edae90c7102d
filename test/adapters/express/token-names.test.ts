import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import { DOLLAR, POOL, SBTC, WELSH } from '../../support/core-harness.js';
import { wholeApp, type WholeApp } from './whole-app.js';

let whole: WholeApp;

beforeEach(async () => {
  whole = wholeApp();
  await whole.core.prices.record();
  await whole.core.prices.refresh();
});

const get = async (path: string) => (await request(whole.app).get(path)).body as Record<string, never>;

/** Saves as another process does; visible here after the next read of the list. */
async function save(contractId: string, record: MetadataRecord): Promise<void> {
  await whole.ports.metadata.save(contractId, record);
  whole.clock.advance(1_000);
  await whole.core.prices.list();
}

const NEW = {
  name: 'Welsh renamed',
  image: 'https://example.org/welsh.png',
  description: 'A dog',
  properties: { symbol: 'WLSH', decimals: 2, identifier: 'welsh-renamed' },
};
const SHOWN = { symbol: 'WLSH', name: 'Welsh renamed', image: NEW.image, decimals: 6 };

const inPrices = async () => {
  const { tokens = [] } = (await get('/prices/api/v1/prices')) as { tokens?: { contractId: string }[] };
  return tokens.find(({ contractId }) => contractId === WELSH);
};

describe('the metadata of a token', () => {
  it('replaces its name, symbol and image in every area, but not its decimals', async () => {
    expect(await inPrices()).toMatchObject({ symbol: 'WELSH', name: WELSH });
    await save(WELSH, NEW);
    expect(await inPrices()).toMatchObject(SHOWN);
    expect(await get(`/prices/api/v1/prices/${WELSH}`)).toMatchObject(SHOWN);
    expect(await get(`/invest/api/v1/prices/${WELSH}`)).toMatchObject({ data: SHOWN });
    expect(await get('/invest/api/v1/prices?symbols=WLSH')).toMatchObject({ data: [SHOWN] });
    const query = `tokenIn=${WELSH}&tokenOut=${DOLLAR}&amount=1000000`;
    expect(await get(`/swap/api/v1/quote?${query}`)).toMatchObject({
      data: {
        path: [
          { ...SHOWN, description: 'A dog', identifier: NEW.properties.identifier },
          { contractId: DOLLAR },
        ],
        hops: [{ tokenIn: SHOWN, vault: { tokenA: SHOWN, tokenB: { contractId: DOLLAR } } }],
      },
    });
    const { data } = (await get('/app/api/v0/vaults')) as unknown as {
      data: { tokens: object[]; vaults: { contractId: string; liquidity: object[] }[] };
    };
    expect(data.tokens).toContainEqual(expect.objectContaining(SHOWN));
    expect(data.vaults.find(({ contractId }) => contractId === POOL)?.liquidity[0]).toMatchObject(SHOWN);
  });

  it('names vaults, too', async () => {
    await save(POOL, {
      name: 'The pool',
      image: 'https://example.org/pool.png',
      symbol: 'POOL',
      decimals: '9',
    });
    const { data } = (await get('/app/api/v0/vaults')) as unknown as { data: { vaults: object[] } };
    expect(data.vaults).toContainEqual(
      expect.objectContaining({
        contractId: POOL,
        name: 'The pool',
        symbol: 'POOL',
        image: 'https://example.org/pool.png',
        decimals: 6,
      }),
    );
  });

  it('changes no list that the token is not on', async () => {
    const before = await whole.core.prices.list();
    await save(`${WELSH}-other`, { name: 'No one’s' });
    expect(await whole.core.prices.list()).toBe(before);
    await save(SBTC, { name: 'Bitcoin' });
    expect(await whole.core.prices.list()).not.toBe(before);
  });
});
