import { describe, expect, it, jest } from '@jest/globals';
import { Router } from 'express';
import request from 'supertest';
import { ERROR } from '../../../src/adapters/express/schema/common-schemas.js';
import {
  PreparedResponses,
  type Prepared,
  type PreparedResponsesOptions,
} from '../../../src/adapters/express/operation/prepared-responses.js';
import { PreparedBody } from '../../../src/adapters/express/operation/prepared-body.js';
import { HttpError } from '../../../src/adapters/express/errors/problem.js';
import { err } from '../../../src/domain/shared/result.js';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { fakeCore } from './fake-core.js';

function anApp() {
  const clock = fixedClock();
  let asked = 0;
  const core = fakeCore({
    quotes: {
      quote: async () => {
        asked += 1;
        return err({ kind: 'no-route', reason: asked === 1 ? 'no-route' : 'unknown-token' });
      },
    },
  });
  const app = createApp({
    areas: [swapArea(core, { clock })],
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  return { app, clock, asked: () => asked };
}

const QUOTE = '/swap/api/v1/quote?tokenIn=.stx&tokenOut=.stx&amount=1';

describe('a repeated quote', () => {
  it('is computed once a second and sent with the same headers to every caller', async () => {
    const { app, clock, asked } = anApp();
    const first = await request(app).get(QUOTE).set('x-request-id', 'one');
    const second = await request(app).get(QUOTE).set('x-request-id', 'two');
    expect(asked()).toBe(1);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const { date: _date, 'x-request-id': firstId, ...headers } = first.headers as Record<string, string>;
    expect(second.headers).toMatchObject(headers);
    expect([firstId, second.headers['x-request-id']]).toEqual(['one', 'two']);

    clock.advance(1_001);
    const third = await request(app).get(QUOTE);
    expect(asked()).toBe(2);
    expect((third.body as { data: { reason: string } }).data.reason).toBe('unknown-token');
  });

  it('responds to HEAD without a body, and 405 to POST', async () => {
    const { app } = anApp();
    await request(app).get(QUOTE);
    const head = await request(app).head(QUOTE);
    expect(head.status).toBe(200);
    expect(head.text).toBeUndefined();
    expect((await request(app).post(QUOTE)).status).toBe(405);
  });

  it('is not shared between different URLs', async () => {
    const { app, asked } = anApp();
    await request(app).get(QUOTE);
    await request(app).get(`${QUOTE}0`);
    expect(asked()).toBe(2);
  });

  it('is not kept when the request is refused', async () => {
    const { app } = anApp();
    expect((await request(app).get('/swap/api/v1/quote?tokenIn=.stx')).status).toBe(400);
    expect((await request(app).get('/swap/api/v1/quote?tokenIn=.stx')).status).toBe(400);
  });
});

/** A store behind one path, whose body the test chooses. */
function aStore(options: Partial<PreparedResponsesOptions> = {}) {
  const clock = fixedClock();
  const responses = new PreparedResponses({ now: () => clock.now().getTime(), ...options });
  const make = jest.fn(async (): Promise<Prepared> => ({
    body: new PreparedBody('"body"', { caching: 'no-cache' }),
  }));
  const router = Router();
  router.get('/x', (req, res) => responses.respond(req, res, make));
  const app = createApp({
    areas: [{ name: 'x', mount: '/a', router, error: ERROR, serves: () => true, early: responses }],
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  return { app, responses, clock, make };
}

describe('PreparedResponses', () => {
  it('sends a kept body as long as the source is the same', async () => {
    let source: object | undefined = {};
    const { app, make } = aStore({ source: () => source });
    await request(app).get('/a/x');
    await request(app).get('/a/x');
    expect(make).toHaveBeenCalledTimes(1);
    source = {};
    await request(app).get('/a/x');
    expect(make).toHaveBeenCalledTimes(2);
    source = undefined;
    for (let n = 0; n < 2; n++) await request(app).get('/a/x');
    expect(make).toHaveBeenCalledTimes(4);
  });

  it('does not keep a body when the source changed while it was made', async () => {
    let source = {};
    const { app, make, responses } = aStore({ source: () => source });
    make.mockImplementationOnce(async () => {
      source = {};
      return { body: new PreparedBody('"of either"', { caching: 'no-cache' }) };
    });
    expect((await request(app).get('/a/x')).body).toBe('of either');
    expect(responses.counts()).toEqual({ entries: 0, hits: 0, misses: 1 });
    expect((await request(app).get('/a/x')).body).toBe('body');
  });

  it('sends a failure to the callers that wait for it, and makes the body again for the next', async () => {
    const { app, make } = aStore();
    make.mockImplementationOnce(async () => {
      throw new HttpError({ status: 503, error: 'not now', code: 'internal' });
    });
    expect((await request(app).get('/a/x')).status).toBe(503);
    expect((await request(app).get('/a/x')).status).toBe(200);
  });

  it('takes bounded memory, whatever is requested', async () => {
    const few = aStore({ maxResponses: 10 });
    for (let n = 0; n < 25; n++) await request(few.app).get(`/a/x?tokens=${n}`);
    expect(few.responses.counts()).toEqual({ entries: 10, hits: 0, misses: 25 });
    const small = aStore({ maxBytes: 10_000 });
    for (let n = 0; n < 25; n++) await request(small.app).get(`/a/x?tokens=${n}`);
    expect(small.responses.counts()).toEqual({ entries: 4, hits: 0, misses: 25 });
  });

  it('keeps nothing for a very long URL', async () => {
    const { app, responses } = aStore();
    for (let n = 0; n < 2; n++) await request(app).get(`/a/x?${'y'.repeat(5_000)}`);
    expect(responses.counts()).toEqual({ entries: 0, hits: 0, misses: 2 });
  });
});
