import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { uuidOf } from '../../support/builders.js';
import { signedInput } from '../../support/core-harness.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const { check, notProduced } = responseCheck();
const [first, second] = [1, 2].map((n) => signedInput({ uuid: uuidOf(n) }));
const bad = { ...second, amountIn: '0' };

let whole: WholeApp;
beforeEach(() => {
  whole = wholeApp();
});

async function send(body: unknown, key?: string) {
  const sent = request(whole.app).post(`${API}/orders/batch`).set('Content-Type', 'application/json');
  const response = await (key === undefined ? sent : sent.set('Idempotency-Key', key)).send(
    JSON.stringify(body),
  );
  check(response);
  return response;
}

describe('POST /orders/batch', () => {
  it('responds with 200 and every order when all are stored', async () => {
    const response = await send({ orders: [first, second] });
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        status: 'success',
        results: [1, 2].map((n) => ({
          uuid: uuidOf(n),
          status: 'success',
          data: { uuid: uuidOf(n), status: 'open' },
        })),
      },
    ]);
    expect(response.text).not.toContain(first!['signature']);
  });

  it('responds with 207 and what was wrong with each order that is not stored', async () => {
    const refused = {
      uuid: uuidOf(2),
      status: 'error',
      error: 'Invalid request',
      code: 'invalid-order',
      details: [expect.stringMatching(/^amountIn: /)],
    };
    const partial = await send({ orders: [first, bad, {}] });
    expect([partial.status, partial.body]).toMatchObject([
      207,
      {
        status: 'partial',
        results: [{ status: 'success' }, refused, { status: 'error', code: 'invalid-order' }],
      },
    ]);
    expect(await send({ orders: [bad] })).toMatchObject({
      status: 207,
      body: { status: 'error', results: [refused] },
    });
  });

  it('stores nothing of an atomic batch with an order that is refused', async () => {
    const response = await send({ orders: [first, bad], atomic: true });
    expect([response.status, response.body]).toMatchObject([
      207,
      {
        status: 'error',
        results: [{ uuid: uuidOf(1), status: 'error', code: 'batch-refused' }, { code: 'invalid-order' }],
      },
    ]);
    expect((await request(whole.app).get(`${API}/orders/${uuidOf(1)}`)).status).toBe(404);
  });

  it.each<[string, unknown]>([
    ['no orders', {}],
    ['an empty list', { orders: [] }],
    ['more than 100', { orders: Array.from({ length: 101 }, () => first) }],
    ['a list of other things', { orders: [first, 'order'] }],
    ['an atomic that is no boolean', { orders: [first], atomic: 'yes' }],
    ['no object', [first]],
  ])('responds with 400 to %s', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });

  it('explains the first signature that is not its owner’s, and no further one', async () => {
    const changed = [first, second].map((order) => ({ ...order, amountIn: '1' }));
    for (const atomic of [false, true]) {
      const { body } = (await send({ orders: changed, atomic })) as { body: { results: { hint: string }[] } };
      expect(body.results.map(({ hint }) => hint)).toEqual([
        'The owner signed amountIn 1000000: sign the order as it is sent, or send it as it was signed.',
        expect.stringMatching(/Compare the domain/),
      ]);
    }
  });

  it('refuses a field that is nearly one of its own, such as a misspelt atomic', async () => {
    const response = await send({ orders: [first], atomik: true });
    expect([response.status, response.body]).toMatchObject([
      400,
      { details: ['atomik: unknown; did you mean atomic?'] },
    ]);
    expect((await send({ orders: [first], note: 'x' })).status).toBe(200);
  });

  it('replays the response to the same Idempotency-Key, and refuses another batch under it', async () => {
    const once = await send({ orders: [first] }, 'k');
    const again = await send({ orders: [first] }, 'k');
    expect([again.body, again.get('idempotency-replayed')]).toEqual([once.body, 'true']);
    expect(await send({ orders: [first, second] }, 'k')).toMatchObject({ status: 422 });
    expect(await send({ orders: [first] }, '')).toMatchObject({ status: 400 });
  });

  it('has no described error of its own that is not returned in the tests above', () => {
    // Those that every operation with a body may return have their own tests.
    const common =
      /malformed-json|body-too-large|unsupported-media-type|idempotency-key-in-use|address-quota/;
    expect(notProduced(['placeOrders']).filter((error) => !common.test(error))).toEqual([]);
  });
});
