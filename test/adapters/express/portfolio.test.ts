import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OWNER } from '../../support/builders.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { API } from './fake-core.js';

const { check, notProduced } = responseCheck();

let harness: CoreHarness;
beforeEach(() => {
  harness = coreHarness();
  for (const { contractId } of A_REGISTRY.tokens) harness.balances.set(contractId, AN_OWNER, toUnits(0n));
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
const ask = async (address: string = AN_OWNER, reads = 0) => {
  const response = await request(serve(reads)).get(`${API}/portfolio/${encodeURIComponent(address)}`);
  check(response);
  return response;
};

describe('GET /portfolio/{address}', () => {
  it('returns a token and its copy as one holding, in dollars', async () => {
    await recordPrices(harness, { [WELSH]: 0.5 });
    harness.balances.set(WELSH, AN_OWNER, toUnits(1_000_000n));
    harness.balances.set(WELSH_SUBNET, AN_OWNER, toUnits(3_000_000n));
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'success',
      data: {
        address: AN_OWNER,
        blockHeight: harness.chain.height,
        valueUsd: 2,
        isComplete: true,
        tokens: [
          {
            token: { contractId: WELSH },
            wallet: '1000000',
            copies: [{ contractId: WELSH_SUBNET, balance: '3000000' }],
            usd: 0.5,
            change24h: null,
            valueUsd: 2,
          },
        ],
      },
    });
  });

  it('says that it is incomplete if a price or a balance is unknown', async () => {
    harness.balances.set(DOLLAR, AN_OWNER, toUnits(5n));
    const response = await ask();
    expect(response.body).toMatchObject({
      data: { valueUsd: 0, isComplete: false, tokens: [{ wallet: '5', usd: null, valueUsd: null }] },
    });
    expect((response.body as { data: object }).data).not.toHaveProperty('pricesAt');
  });

  it('is empty for a wallet that holds nothing', async () => {
    expect((await ask()).body).toMatchObject({ data: { tokens: [], valueUsd: 0, isComplete: true } });
  });

  it('refuses what is no address of this network', async () => {
    const response = await ask('SP000000000000000000002Q6VF78');
    expect([response.status, errorIn(response)]).toMatchObject([400, { code: 'invalid-balance-request' }]);
    const malformed = await request(serve()).get(`${API}/portfolio/%zz`);
    check(malformed);
    expect(malformed.status).toBe(400);
  });

  it('is 503 while the newest block cannot be read, and counts as twenty reads', async () => {
    expect((await ask(AN_OWNER, 10)).status).toBe(200);
    harness.chain.cut('tip');
    harness.clock.advance(10_000);
    const { status, headers } = await ask();
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  it('describes no error that the tests above do not produce', () => {
    expect(notProduced(['readPortfolio'])).toEqual([]);
  });
});
