import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { RehearsalResponse } from '../../../src/adapters/express/swap/orders/rehearse-order.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { coreHarness, signedInput } from '../../support/core-harness.js';
import { AT_ONCE } from '../../support/executor-steps.js';
import { API, appOver } from './fake-core.js';

const harness = coreHarness();
const app = appOver(harness.core, { clock: harness.clock });

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: RehearsalResponse;
}

const rehearse = async (body: AnyOrder | string): Promise<Answer> =>
  request(app).post(`${API}/orders/rehearse`).set('content-type', 'application/json').send(body);

describe('POST /orders/rehearse', () => {
  it('responds with the quote of an order that would be sent, and without its signature', async () => {
    const input = signedInput({ fields: AT_ONCE });
    const { status, body, text } = await rehearse(input);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'success',
      data: { isSigned: true, isAccepted: true, isSentNow: true, holds: [] },
    });
    expect(body.data.quote).toMatchObject({
      amountOutExact: expect.stringMatching(/^\d+$/),
      minimumReceived: expect.stringMatching(/^\d+$/),
    });
    expect(text).not.toContain(input.signature);
  });

  it('responds with each hold and its figures', async () => {
    const { body } = await rehearse(signedInput({ fields: { ...AT_ONCE, minAmountOut: '999999999' } }));
    expect(body.data).toMatchObject({ isAccepted: true, isSentNow: false });
    expect(body.data.holds).toEqual([
      { reason: 'below-minimum', amountOut: expect.any(String), minAmountOut: '999999999' },
    ]);
  });

  it('responds with the refusal that placing the order would get, in an answer of its own', async () => {
    const input = signedInput({ fields: { validTo: 'tomorrow' } });
    const { status, body } = await rehearse(input);
    const placed = await request(app).post(`${API}/orders/new`).send(input);
    const { error, code, details } = placed.body as Readonly<Record<string, unknown>>;
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { isAccepted: false, isSentNow: false, refused: { error, code, details }, holds: [] },
    });
  });

  it.each(['[]', '"order"', '{'])('refuses the body %s', async (body) => {
    expect((await rehearse(body)).status).toBe(400);
  });
});
