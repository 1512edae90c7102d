import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { DatedEvaluation } from '../../../src/application/execution/tick/evaluate.js';
import { ok } from '../../../src/domain/shared/result.js';
import { aCancelledOrder, anOpenOrder, A_TOKEN, T0, uuidOf } from '../../support/builders.js';
import { API, appWith } from './fake-core.js';

const ORDER = `${API}/orders/${uuidOf(1)}`;
const LATER = new Date(T0.getTime() + 60_000);

const WAITING: DatedEvaluation = {
  at: T0,
  state: 'waiting',
  reason: 'waiting-price',
  ratio: '1.95',
  distance: '0.025642',
};

const dataOf = async (app: ReturnType<typeof appWaiting>) => {
  const answer = await request(app).get(ORDER);
  return (answer.body as { readonly data: { readonly evaluation?: object } }).data;
};

/** An app with one order and the given evaluation. */
const appWaiting = (evaluate: () => DatedEvaluation | undefined) =>
  appWith({ orders: { get: async () => ok(anOpenOrder()), evaluate: async () => evaluate() } });

describe('GET /orders/{uuid}: the evaluation', () => {
  it('is part of the response for an open order', async () => {
    expect(await dataOf(appWaiting(() => WAITING))).toMatchObject({
      status: 'open',
      evaluation: {
        at: T0.toISOString(),
        state: 'waiting',
        reason: 'waiting-price',
        ratio: '1.95',
        distance: '0.025642',
      },
    });
  });

  it.each<[DatedEvaluation, object]>([
    [
      { at: T0, state: 'waiting', reason: 'waiting-window', opensAt: LATER },
      { opensAt: LATER.toISOString() },
    ],
    [
      { at: T0, state: 'backing-off', reason: 'no-route', attempts: 3, retryAt: LATER },
      { attempts: 3, retryAt: LATER.toISOString() },
    ],
    [{ at: T0, state: 'held', reason: 'price-thin', token: A_TOKEN }, { token: A_TOKEN }],
    [{ at: T0, state: 'manual', reason: 'manual' }, {}],
  ])('holds the facts of %j', async (evaluation, facts) => {
    const { state, reason } = evaluation;
    const shown = await dataOf(appWaiting(() => evaluation));
    expect(shown.evaluation).toEqual({ at: T0.toISOString(), state, reason, ...facts });
  });

  it('is absent from an order that is not open', async () => {
    const app = appWith({
      orders: { get: async () => ok(aCancelledOrder()), evaluate: async () => undefined },
    });
    expect(await dataOf(app)).not.toHaveProperty('evaluation');
  });

  it('changes the tag when its result changes, and not when only its time does', async () => {
    let evaluation = WAITING;
    const app = appWaiting(() => evaluation);
    const first = await request(app).get(ORDER);
    const tag = first.get('ETag')!;
    evaluation = { ...WAITING, at: LATER };
    const same = await request(app).get(ORDER).set('If-None-Match', tag);
    expect(same.status).toBe(304);
    evaluation = { ...evaluation, distance: '0.01' };
    const changed = await request(app).get(ORDER).set('If-None-Match', tag);
    expect(changed.status).toBe(200);
    expect(changed.get('ETag')).not.toBe(tag);
    expect(changed.get('Cache-Control')).toBe('no-cache');
  });
});
