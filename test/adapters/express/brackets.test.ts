import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { uuidOf } from '../../support/builders.js';
import { bracket, CALM, TWO_SUBNETS } from '../../support/brackets.js';
import { pass, recordPrices } from '../../support/executor-steps.js';
import { orderOf } from '../../support/order-steps.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';
import { signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const { check } = responseCheck();
const [ENTRY, TARGET, STOP] = [uuidOf(1), uuidOf(2), uuidOf(3)];

let whole: WholeApp;
beforeEach(() => {
  whole = wholeApp({ registry: TWO_SUBNETS });
});

async function checked(sent: request.Test) {
  const response = await sent;
  check(response);
  return response;
}
const place = (orders = bracket(), atomic = true) =>
  checked(request(whole.app).post(`${API}/orders/batch`).send({ orders, atomic }));
const read = async (uuid: string, headers: Readonly<Record<string, string>> = {}) =>
  (await checked(request(whole.app).get(`${API}/orders/${uuid}`).set(headers))).body as {
    data: Record<string, unknown>;
  };
const asOwner = (uuid: string) => signed({ action: 'read_orders', uuid }).headers;

/** Confirms the entry, which buys 950,000. */
async function confirm() {
  await recordPrices(whole, CALM);
  await pass(whole);
  const order = await orderOf(whole, 1);
  if (order.status !== 'broadcasted' || !('txid' in order)) throw new Error('the entry is not sent');
  whole.chain.mine(order.txid, 950_000n);
  unwrap(await whole.core.execution.settle());
}

describe('a bracket over HTTP', () => {
  it('is placed with one request, and its orders say what they are', async () => {
    const placed = await place();
    expect([placed.status, placed.body]).toMatchObject([
      200,
      {
        results: [
          { data: { kind: 'bracket', role: 'entry' } },
          { data: { kind: 'bracket', role: 'target', after: ENTRY } },
          { data: { kind: 'bracket', role: 'stop', after: ENTRY } },
        ],
      },
    ]);
    const plan = await checked(
      request(whole.app).get(`${API}/strategies/bracket-1?owner=${A_WALLET.address}`),
    );
    expect(plan.body).toMatchObject({ data: { kind: 'bracket', size: 3, open: 3 } });
  });

  it('shows its owner the uuid of the entry, and others its handle', async () => {
    await place();
    expect((await read(STOP, asOwner(STOP))).data).toMatchObject({ after: ENTRY });
    const handle = handleOf(uuidOf(3), sha256);
    expect((await read(handle)).data).toMatchObject({ uuid: handle, after: handleOf(uuidOf(1), sha256) });
  });

  it('says why an exit waits, and once its entry is confirmed what is left over', async () => {
    await place();
    const { data } = await read(TARGET);
    expect(data).toMatchObject({ evaluation: { state: 'waiting', reason: 'waiting-entry' } });
    expect(data).not.toHaveProperty('leftOver');
    await confirm();
    expect((await read(TARGET)).data).toMatchObject({
      ...{ leftOver: '50000', activatedAt: whole.clock.now().toISOString() },
      evaluation: { reason: 'waiting-price' },
    });
    const events = await checked(request(whole.app).get(`${API}/orders/${TARGET}/events`));
    expect(events.body).toMatchObject({
      data: [{ type: 'created' }, { type: 'activated', bought: '950000', leftOver: '50000' }],
    });
  });

  it('refuses to execute an exit before its entry is confirmed', async () => {
    await place();
    const { headers } = signed({ action: 'execute_order', uuid: STOP });
    const response = await checked(request(whole.app).post(`${API}/orders/${STOP}/execute`).set(headers));
    expect([response.status, response.body]).toMatchObject([409, { code: 'entry-not-confirmed' }]);
  });

  it('is refused with the field that is wrong', async () => {
    const refused = await place(bracket({ entry: { minAmountOut: '899999' } }));
    expect([refused.status, refused.body]).toMatchObject([
      207,
      {
        results: [
          { code: 'batch-refused' },
          { code: 'invalid-order', details: [expect.stringMatching(/^amountIn: must be at most 899999/)] },
          { code: 'invalid-order', details: [expect.stringMatching(/^amountIn: must be at most 899999/)] },
        ],
      },
    ]);
    const alone = await checked(request(whole.app).post(`${API}/orders/new`).send(bracket()[1]));
    expect([alone.status, alone.body]).toMatchObject([
      400,
      { details: [expect.stringMatching(/^after: needs its entry/)] },
    ]);
  });

  it('is rehearsed as waiting for its entry', async () => {
    const response = await checked(request(whole.app).post(`${API}/orders/rehearse`).send(bracket()[2]));
    expect(response.body).toMatchObject({
      data: { isAccepted: true, isSentNow: false, holds: [{ reason: 'waiting-entry' }] },
    });
  });
});
