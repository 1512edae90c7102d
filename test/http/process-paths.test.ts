import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { expectDescribed } from './described.js';
import { wholeApp } from './whole-app.js';

const whole = wholeApp();
const get = (path: string) => request(whole.app).get(path);

async function expectResponse(id: string, path: string, status = 200): Promise<void> {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, status]);
  expectDescribed(id, response);
}

describe('the process’s own paths', () => {
  it('respond as described', async () => {
    await expectResponse('isUp', '/healthz');
    await expectResponse('isReady', '/readyz');
    const unpriced = {
      tokens: 3,
      ofRegistered: 4,
      isDegraded: true,
      reasons: [{ reason: 'no-route', tokens: 3 }],
    };
    whole.setReadiness({ ready: true, reasons: [], unpriced });
    await expectResponse('isReady', '/readyz');
    whole.setReadiness({ ready: false, reasons: ['the database does not respond'], unpriced });
    await expectResponse('isReady', '/readyz', 503);
    await expectResponse('tellTime', '/time');
    await expectResponse('readMetrics', '/metrics');
    await expectResponse('showDevnet', '/devnet');
    await expectResponse('describeInterface', '/openapi.json');
  });
});

describe('the texts that describe the interface', () => {
  it.each([
    ['describeInterface', '/openapi.json'],
    ['describeForModels', '/prices/llms.txt'],
  ])('of %s are served with an ETag, for which they are 304', async (id, path) => {
    const response = await get(path);
    expectDescribed(id, response);
    const again = await get(path).set('If-None-Match', response.get('etag')!);
    expect(again.status).toBe(304);
    expectDescribed(id, again);
  });
});
