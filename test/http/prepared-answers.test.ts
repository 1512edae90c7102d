import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { err } from '../../src/domain/shared/result.js';
import { createApp, swapArea } from '../../src/adapters/express/index.js';
import { fixedClock } from '../support/fixed-clock.js';
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

describe('a hot quote', () => {
  it('is worked out once a second, and answered alike', async () => {
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

  it('answers HEAD without a body, and no other method', async () => {
    const { app } = anApp();
    await request(app).get(QUOTE);
    const head = await request(app).head(QUOTE);
    expect(head.status).toBe(200);
    expect(head.text).toBeUndefined();
    expect((await request(app).post(QUOTE)).status).toBe(405);
  });

  it('is not shared between addresses', async () => {
    const { app, asked } = anApp();
    await request(app).get(QUOTE);
    await request(app).get(`${QUOTE}0`);
    expect(asked()).toBe(2);
  });

  it('that was refused is not kept', async () => {
    const { app } = anApp();
    expect((await request(app).get('/swap/api/v1/quote?tokenIn=.stx')).status).toBe(400);
    expect((await request(app).get('/swap/api/v1/quote?tokenIn=.stx')).status).toBe(400);
  });
});
