import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { T0 } from '../../support/builders.js';
import { WELSH, DOLLAR } from '../../support/core-harness.js';
import { responseCheck } from './described.js';
import { aMetadataService } from './metadata-service.js';

const TAG = '0123456789abcdef';
const PICTURES = { 64: Uint8Array.of(137, 80, 78, 71, 0, 64), 128: Uint8Array.of(137, 80, 78, 71, 0, 128) };
const FOREVER = 'public, max-age=31536000, immutable';

describe('GET /metadata/{contractId}/logo', () => {
  let service: ReturnType<typeof aMetadataService>;
  beforeEach(async () => {
    service = aMetadataService();
    const logo = { contractId: WELSH, address: 'https://example.org/a.png', failures: 0, dueAt: T0 };
    await service.ports.tokenLogos.save({ ...logo, tag: TAG }, PICTURES);
  });

  it('responds with the stored picture of the size, as a PNG that no browser takes for anything else', async () => {
    const { check } = responseCheck();
    const small = await service.get(`/${WELSH}/logo`);
    check(small);
    expect(small.status).toBe(200);
    expect(small.body).toEqual(Buffer.from(PICTURES[64]));
    expect(small.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      etag: `W/"${TAG}-64"`,
    });
    const large = await service.get(`/${WELSH}/logo?size=128`);
    expect(large.body).toEqual(Buffer.from(PICTURES[128]));
    expect(large.get('etag')).toBe(`W/"${TAG}-128"`);
  });

  it('may be kept for a year if the address has the current tag, and is not sent again', async () => {
    const kept = async (tag: string) => (await service.get(`/${WELSH}/logo?tag=${tag}`)).get('cache-control');
    expect(await kept(TAG)).toBe(FOREVER);
    expect(await kept('fedcba9876543210')).not.toBe(FOREVER);
    const same = await service.get(`/${WELSH}/logo?tag=${TAG}`).set('If-None-Match', `W/"${TAG}-64"`);
    expect([same.status, same.text ?? '']).toEqual([304, '']);
    const other = await service.get(`/${WELSH}/logo`).set('If-None-Match', `W/"${TAG}-128"`);
    expect(other.status).toBe(200);
  });

  it('responds 404 without a logo, 400 to another size, and 500 if the storage fails', async () => {
    const { check, notProduced } = responseCheck();
    for (const id of [DOLLAR, 'nonsense', '__proto__']) {
      const refused = await service.get(`/${id}/logo`);
      check(refused);
      expect([refused.status, refused.body]).toMatchObject([404, { code: 'logo-not-found' }]);
    }
    for (const size of ['65', '0', '-64', '64.0', '1e9', 'a', '64&size=128']) {
      const refused = await service.get(`/${WELSH}/logo?size=${size}`);
      check(refused);
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain('size');
    }
    check(await service.get(`/${WELSH}/logo?siz=64`));
    check(await service.get(`/${WELSH}/logo?tag=a&tag=b`));
    check(await service.get('/%E0%A4%A/logo'));
    jest.spyOn(service.ports.tokenLogos, 'picture').mockRejectedValue(new Error('down'));
    const failed = await service.get(`/${WELSH}/logo`);
    check(failed);
    expect(failed.status).toBe(500);
    expect(notProduced(['tokenLogo'])).toEqual([]);
  });
});
