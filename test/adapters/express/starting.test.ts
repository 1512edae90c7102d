import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startingApp } from '../../../src/adapters/express/index.js';
import { T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';

const app = startingApp({
  clock: fixedClock(T0),
  build: { version: '1.2.3', commit: 'abc' },
  requestIds: () => 'req-1',
  waitsFor: () => 'opening the database',
});

describe('a process that starts', () => {
  it('is up, and says what it was built from', async () => {
    const body = { status: 'ok', version: '1.2.3', commit: 'abc' };
    expect((await request(app).get('/healthz')).body).toEqual(body);
  });

  it('is not ready, and says what it waits for', async () => {
    const response = await request(app).get('/readyz');
    expect(response.status).toBe(503);
    expect(response.body).toEqual({
      status: 'unready',
      reasons: ['the process is starting: opening the database'],
    });
  });

  it.each(['/', '/swap/api/v1/orders', '/metrics', '/openapi.json'])(
    'is 503 with Retry-After at %s',
    async (path) => {
      const response = await request(app).get(path);
      expect([response.status, response.get('retry-after')]).toEqual([503, '1']);
      expect(response.body).toEqual({
        error: 'The server is starting: opening the database; try again in a moment',
        timestamp: T0.toISOString(),
        code: 'starting',
        requestId: expect.any(String),
      });
    },
  );

  it('refuses writes in the same way', async () => {
    const response = await request(app).post('/swap/api/v1/orders/new').send({ a: 1 });
    expect([response.status, (response.body as { code: string }).code]).toEqual([503, 'starting']);
  });
});
