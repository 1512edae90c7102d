import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { uuidOf } from '../../support/builders.js';
import { DOLLAR, POOL, WELSH, WELSH_SUBNET } from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
import { fill, followedExchange, outputOf, POOL_BEFORE } from '../../support/filled-orders.js';
import { orderOf, place } from '../../support/order-steps.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

const { check, notProduced } = responseCheck();

async function served() {
  const on = await followedExchange();
  const app = createApp({
    areas: [swapArea(on.core, { clock: on.clock })],
    clock: on.clock,
    requestIds: () => 'an-id',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  const get = async (path: string) => {
    const response = await request(app).get(`${API}${path}`);
    check(response);
    const { data } = response.body as { data?: Readonly<Record<string, unknown>> };
    return Object.assign(response, { data });
  };
  return { ...on, get };
}

describe('GET /orders/{uuid}/report', () => {
  it('reports on a fill to everyone who may read the order, under the name that they see', async () => {
    const on = await served();
    await recordPrices(on, { [WELSH_SUBNET]: 0.5, [DOLLAR]: 2 });
    await place(on);
    const txid = await fill(on);
    const { terms } = await orderOf(on);
    on.chain.setStatus(txid, { kind: 'pending' });
    const paid = String(outputOf(POOL, POOL_BEFORE));
    const before = await on.get(`/orders/${terms.handle}/report`);
    expect(before.data).toMatchObject({ isPending: true, quotedWhenSent: paid, feeUstx: '3000' });
    expect(before.data).not.toHaveProperty('atParent');

    await on.reportFills();
    const { data, headers } = await on.get(`/orders/${terms.handle}/report`);
    expect(headers['x-sluice-view']).toBe('public');
    expect(data).toMatchObject({
      handle: terms.handle,
      txid,
      isPending: false,
      amountIn: '1000000',
      executedAmountOut: paid,
      price: 0.996999,
      atParent: { best: paid, ownRoute: paid, isExact: true, fees: [{ token: WELSH, amount: '3000' }] },
      shortfall: { delay: '0', rest: '0', route: '0' },
      surplus: { overQuote: '0' },
      shortfallBps: 0,
    });
    expect((await on.get(`/orders/${uuidOf(1)}/report`)).data).toEqual(data);
  });

  it('is part of a page of orders if asked for, as soon as it is made', async () => {
    const on = await served();
    await place(on);
    await place(on, 2);
    await fill(on);
    const listed = async (more = '') =>
      (await on.get(`/orders?limit=5&sortOrder=asc${more}`)).body as { data: readonly { report?: object }[] };
    expect((await listed('&include=report')).data.map(({ report }) => report)).toEqual([
      undefined,
      undefined,
    ]);
    await on.reportFills();
    const { data } = await on.get(`/orders/${uuidOf(1)}/report`);
    expect((await listed('&include=report')).data.map(({ report }) => report)).toEqual([data, undefined]);
    expect((await listed()).data.map(({ report }) => report)).toEqual([undefined, undefined]);
    expect((await on.get('/orders?limit=5&include=all')).status).toBe(400);
  });

  it('refuses an order without a fill, and one that does not exist', async () => {
    const on = await served();
    await place(on);
    const open = await on.get(`/orders/${uuidOf(1)}/report`);
    expect(open.status).toBe(404);
    expect(errorIn(open)).toMatchObject({ code: 'order-not-filled', details: { status: 'open' } });
    expect((await on.get(`/orders/${uuidOf(2)}/report`)).status).toBe(404);
  });
});

describe('GET /execution-quality', () => {
  it('tells by day and pair how well swaps were executed, without anything of an order', async () => {
    const on = await served();
    await place(on);
    await fill(on);
    await on.reportFills();
    const { uuid, handle, owner } = (await orderOf(on)).terms;
    const { data, text } = await on.get('/execution-quality?days=7');
    expect(data).toMatchObject([
      {
        isComplete: true,
        pairs: [
          { tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, fills: 1, aborts: 0, abortCauses: [], filledShare: 1 },
        ],
      },
    ]);
    for (const secret of [uuid, handle, owner.slice(2)]) expect(text).not.toContain(secret);
  });

  it.each(['days=0', 'days=32', 'days=x', 'days=1.5', 'dais=1'])('refuses the query %s', async (query) => {
    const { get } = await served();
    expect((await get(`/execution-quality?${query}`)).status).toBe(400);
  });

  it('says that it failed if the storage does', async () => {
    const executionQuality = async () => Promise.reject(new Error('broken'));
    const response = await request(appWith({ orders: { executionQuality } })).get(`${API}/execution-quality`);
    check(response);
    expect(response.status).toBe(500);
  });
});

it('every described response of the quality of execution is produced', () => {
  expect(notProduced(['readExecutionQuality'])).toEqual([]);
});
