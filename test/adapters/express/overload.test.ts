import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, type AppOptions } from '../../../src/adapters/express/index.js';
import type { Priority } from '../../../src/adapters/express/schema/priority.js';
import { T0 } from '../../support/builders.js';
import { OWN_SITE, wholeApp } from './whole-app.js';

const { areas, clock } = wholeApp();
const asked: Priority[] = [];
const served: AppOptions = {
  areas,
  clock,
  requestIds: () => 'a-request',
  readiness: async () => ({ ready: true, reasons: [] }),
};
/** An app that has no time for anything but urgent requests. */
const crowded = createApp({
  ...served,
  hosts: { swap: 'swap.example' },
  metrics: { contentType: 'text/plain', text: async () => 'sluice_orders 0\n' },
  admission: {
    admit: (priority, { start, shed }) => {
      asked.push(priority);
      if (priority === 'urgent') start();
      else shed();
    },
  },
});

const ORDER = '/swap/api/v1/orders/0b6f2a0e-0000-4000-8000-000000000001';

describe('a process with more requests than it can serve', () => {
  it.each([
    ['patch', `${ORDER}/cancel`],
    ['patch', `${ORDER}/cancel/`],
    ['post', `${ORDER}/execute`],
    ['post', '/swap/api/v1/orders/cancel'],
    ['post', '/operator/api/v1/pause'],
    ['post', '/operator/api/v1/resume'],
    ['post', '/operator/api/v1/sessions'],
    ['get', '/healthz'],
    ['head', '/healthz'],
    ['get', '/readyz'],
    ['get', '/metrics'],
  ] as const)('serves what is urgent: %s %s', async (method, path) => {
    expect((await request(crowded)[method](path)).status).not.toBe(503);
    expect(asked.at(-1)).toBe('urgent');
  });

  it.each([
    ['patch', ORDER.replace('/swap', '') + '/cancel'],
    ['get', '/healthz'],
  ] as const)('serves it at the host of an area, too: %s %s', async (method, path) => {
    const response = await request(crowded)[method](path).set('Host', 'swap.example');
    expect(response.status).not.toBe(503);
  });

  it('lets a page’s browser ask whether the page may cancel', async () => {
    const preflight = request(crowded).options(`${ORDER}/cancel`).set('Origin', 'https://page.example');
    expect((await preflight.set('Access-Control-Request-Method', 'PATCH')).status).toBe(204);
  });

  it.each([
    ['get', '/swap/api/v1/orders', 'read'],
    ['get', '/operator/api/v1/status', 'read'],
    ['post', '/swap/api/v1/quotes', 'read'],
    ['get', '/nothing', 'read'],
    ['post', '/swap/api/v1/orders/new', 'change'],
    ['post', '/nothing', 'change'],
    ['post', '/metadata/api/v1/metadata/x', 'change'],
  ] as const)('turns away what is not, as a %s: %s', async (method, path, priority) => {
    const response = await request(crowded)[method](path);
    expect([response.status, response.get('Retry-After'), asked.at(-1)]).toEqual([503, '1', priority]);
  });

  it('turns away in the words of the area, readable for pages and not to be stored', async () => {
    const response = await request(crowded).get('/swap/api/v1/orders');
    expect(response.body).toEqual({
      error: 'The server has more requests than it can serve; try again in a moment',
      code: 'overloaded',
      timestamp: T0.toISOString(),
      requestId: 'a-request',
    });
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'a-request',
    });
  });

  it('sends RFC 9457 to callers that prefer it', async () => {
    const response = await request(crowded).get('/nothing').set('Accept', 'application/problem+json');
    expect(response.type).toBe('application/problem+json');
    expect(JSON.parse(response.text || String(response.body))).toMatchObject({
      status: 503,
      code: 'overloaded',
    });
  });

  it('lets only the listed origins of an area read the refusal', async () => {
    const from = async (origin: string) =>
      (await request(crowded).get('/metadata/api/v1/list').set('Origin', origin)).get(
        'access-control-allow-origin',
      );
    expect([await from(OWN_SITE), await from('https://other.example')]).toEqual([OWN_SITE, undefined]);
  });

  it('sends no body to HEAD', async () => {
    const { status, text } = await request(crowded).head('/swap/api/v1/orders');
    expect([status, text]).toEqual([503, undefined]);
  });

  it('sends a response that is at hand all the same', async () => {
    const path = '/app/api/v0/vaults';
    expect((await request(createApp(served)).get(path)).status).toBe(200);
    expect((await request(crowded).get(path)).status).toBe(200);
  });
});
