import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { expectDescribed } from './described.js';
import { errorIn } from './error-in.js';
import { aPricedService, CHA, LEGACY_API, type PriceService } from './price-service.js';

const LIST = `${LEGACY_API}/prices`;

/** The statuses of consecutive requests, some served from the cache and some not. */
async function statuses({ app }: PriceService, count: number, headers: Record<string, string> = {}) {
  const paths = [LIST, `${LIST}/${CHA}`, `${LIST}?x=1`, `${LIST}/nothing`];
  const found: number[] = [];
  for (let n = 0; n < count; n++)
    found.push(
      (
        await request(app)
          .get(paths[n % 4]!)
          .set(headers)
      ).status,
    );
  return found;
}

describe('the limit of requests per address', () => {
  it('is a hundred a minute; the next one gets 429 with Retry-After', async () => {
    const service = await aPricedService();
    const answers = await statuses(service, 99);
    expect(answers).not.toContain(429);
    expect((await request(service.app).get(LIST)).status).toBe(200);
    const refused = await request(service.app).get(LIST);
    expect(refused.status).toBe(429);
    expectDescribed('listLegacyPrices', refused);
    expect(refused.get('retry-after')).toBe('60');
    expect(refused.get('cache-control')).toBe('no-store');
    expect(refused.get('access-control-allow-origin')).toBe('*');
    expect(errorIn(refused)).toEqual({
      status: 'error',
      error: 'Too Many Requests',
      message: 'Rate limit exceeded: 100 requests a minute',
    });
  });

  it('starts a new window a minute after the first request of the last one', async () => {
    const service = await aPricedService({ requestsPerMinute: 4 });
    const ask = () => request(service.app).get(LIST);
    await ask();
    service.clock.advance(30_000);
    await statuses(service, 3);
    service.clock.advance(29_999);
    const refused = await ask();
    expect([refused.status, refused.get('retry-after')]).toEqual([429, '1']);
    service.clock.advance(1);
    expect((await statuses(service, 5)).at(-1)).toBe(429);
  });

  it('counts 304, HEAD and unknown methods, but not OPTIONS or health checks', async () => {
    const service = await aPricedService({ requestsPerMinute: 2 });
    const { app } = service;
    const tag = (await request(app).get(LIST)).get('etag')!;
    for (let n = 0; n < 5; n++) {
      expect((await request(app).options(LIST)).status).toBe(204);
      expect((await request(app).get('/invest/api/health')).status).toBe(200);
    }
    expect((await request(app).get(LIST).set('If-None-Match', tag)).status).toBe(304);
    expect((await request(app).get(LIST).set('If-None-Match', tag)).status).toBe(429);
    expect((await request(app).head(LIST)).status).toBe(429);
    expect((await request(app).put(LIST)).status).toBe(429);
  });

  it('applies to the address before the trusted proxies, which clients cannot choose', async () => {
    const service = await aPricedService({ requestsPerMinute: 1, trustProxy: 1 });
    const from = async (forwarded: string) =>
      (await statuses(service, 1, { 'X-Forwarded-For': forwarded }))[0];
    expect(await from('10.1.1.1')).toBe(200);
    expect(await from('10.1.1.1')).toBe(429);
    expect(await from('99.9.9.9, 10.1.1.1')).toBe(429);
    expect(await from('10.1.1.2')).toBe(200);

    const direct = await aPricedService({ requestsPerMinute: 1 });
    expect(await statuses(direct, 1, { 'X-Forwarded-For': '10.1.1.1' })).toEqual([200]);
    expect(await statuses(direct, 1, { 'X-Forwarded-For': '10.1.1.2' })).toEqual([429]);
  });

  it('does not apply when it is 0', async () => {
    expect(await statuses(await aPricedService({ requestsPerMinute: 0 }), 120)).not.toContain(429);
  });
});
