import { beforeEach, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { MOST_COSTS } from '../../../src/application/operator/read-costs.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  aConfirmedOrder,
  AN_OPERATOR,
  AN_OWNER,
  aSwap,
  handleFor,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { recordPrices } from '../../support/executor-steps.js';
import { TEST_ORIGIN } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const API = '/operator/api/v1';
const { check, notProduced } = responseCheck();

let bed: WholeApp;
let token: string;
beforeEach(async () => {
  bed = wholeApp();
  const proof = signed({ action: 'operator_sign_in', audience: TEST_ORIGIN });
  const signIn = await request(bed.app).post(`${API}/sessions`).set(proof.signature).send(proof.body);
  token = (signIn.body as { token: string }).token;
});

const read = async (path: string, session = token): Promise<Response> => {
  const response = await request(bed.app)
    .get(`${API}${path}`)
    .set({ Authorization: `Bearer ${session}` });
  check(response);
  return response;
};

/** A confirmed swap of an integrator's order for 0.003 STX at $2, a replaced one, and a no-op of no order. */
async function aDay() {
  await recordPrices(bed, { [STX]: 2 });
  const block = { blockHeight: 7, blockTime: bed.clock.now().getTime() / 1_000 };
  const terms = { uuid: uuidOf(1), handle: handleFor(uuidOf(1)), integrator: 'app.example.org' };
  await bed.ports.orders.insert(aConfirmedOrder(terms, { txid: txidOf(2) }));
  const swap = (n: number, more: Parameters<typeof aSwap>[0]) =>
    aSwap({ txid: txidOf(n), nonce: BigInt(n), feeUstx: toUnits(3_000n), storedAt: T0, ...more });
  await bed.ports.swaps.insert(
    swap(1, { state: 'dead', nonce: 2n }),
    swap(2, { state: 'final', block }),
    swap(3, { state: 'final', block: { ...block, blockTime: 1 }, purpose: 'fill', orderUuid: uuidOf(9) }),
  );
}

describe('GET /costs', () => {
  it('adds up what transactions cost in STX and dollars', async () => {
    await aDay();
    const sum = { aborted: 0, pending: 0 };
    const total = {
      ...{ ...sum, confirmed: 1, noOps: 1, neverMined: 1 },
      ...{ costUstx: '6000', costUsd: 0.006, unpricedUstx: '3000' },
    };
    expect((await read('/costs')).body).toEqual({
      from: new Date(bed.clock.now().getTime() - 30 * 86_400_000).toISOString(),
      to: bed.clock.now().toISOString(),
      by: 'day',
      total,
      groups: [{ key: '2026-11-20', ...total }],
      isComplete: true,
    });
    const byIntegrator = await read('/costs?by=integrator&from=2026-11-20&to=2026-11-21');
    expect(byIntegrator.body).toMatchObject({
      groups: [
        { key: '', noOps: 1, costUstx: '3000' },
        { key: 'app.example.org', confirmed: 1, neverMined: 1, costUstx: '3000', costUsd: 0.006 },
      ],
    });
    const keysBy = async (by: string) =>
      ((await read(`/costs?by=${by}`)).body as { groups: { key: string }[] }).groups.map(({ key }) => key);
    expect(await keysBy('account')).toEqual([AN_OPERATOR]);
    expect(await keysBy('owner')).toEqual(['', AN_OWNER]);
  });

  it('lists each transaction as CSV', async () => {
    await aDay();
    const response = await read('/costs.csv');
    expect(response.get('content-disposition')).toBe('attachment; filename=costs.csv');
    const rows = response.text.split('\r\n').map((row) => row.split(','));
    expect(rows[0]!.join()).toBe(
      'storedAt,txid,account,outcome,blockHeight,feeStx,costStx,stxUsd,costUsd,order,owner,integrator',
    );
    expect(rows.slice(1, 4).map((row) => row.slice(3, 9))).toEqual([
      ['never-mined', '', '0.003', '0', '', ''],
      ['confirmed', '7', '0.003', '0.003', '2', '0.006'],
      ['no-op', '7', '0.003', '0.003', '', ''],
    ]);
    expect(rows[2]!.at(-1)).toBe('app.example.org');
  });

  it.each(['from=2026-11-21&to=2026-11-20', 'from=2020-01-01', 'from=x', 'to=x', 'froms=2026-01-01'])(
    'refuses the period %s',
    async (query) => {
      for (const path of ['/costs', '/costs.csv']) expect((await read(`${path}?${query}`)).status).toBe(400);
    },
  );

  it('refuses another group, and more transactions than it adds up', async () => {
    expect((await read('/costs?by=week')).status).toBe(400);
    const many = Array.from({ length: MOST_COSTS + 1 }, (_, n) =>
      aSwap({ txid: txidOf(n + 1), nonce: BigInt(n + 1) }),
    );
    await bed.ports.swaps.insert(...many);
    bed.clock.advance(1);
    for (const path of ['/costs', '/costs.csv']) {
      const response = await read(path);
      expect([response.status, response.body]).toMatchObject([400, { code: 'too-many-costs' }]);
    }
  });

  it('is for the operator alone', async () => {
    for (const path of ['/costs', '/costs.csv']) {
      expect((await read(path, `os_${'0'.repeat(64)}`)).status).toBe(401);
      const bare = await request(bed.app).get(`${API}${path}`);
      check(bare);
      expect(bare.status).toBe(401);
    }
  });

  it('describes no error that the tests above do not produce', () => {
    const missing = notProduced(['readCosts', 'exportCosts']);
    // Without operator’s wallets there is no session to sign in to: operator.test.ts.
    expect(missing.filter((error) => !error.includes('operator-off'))).toEqual([]);
  });
});
