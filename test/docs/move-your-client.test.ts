import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { OPERATIONS } from '../adapters/express/described.js';
import { wholeApp } from '../adapters/express/whole-app.js';

const PAGE = readFileSync(new URL('../../docs/how-to/move-your-client.md', import.meta.url), 'utf8');

/** The second column of the calls: what each becomes. */
const CALLS = [...PAGE.matchAll(/^\|[^|]+\| `(GET|POST|PATCH|DELETE) (\/\S+)`/gm)].map(
  ([, method, path]) => `${method!} ${path!}`,
);
const SERVED = OPERATIONS.map(({ operation, path }) => `${operation.method.toUpperCase()} ${path}`);

describe('docs/how-to/move-your-client.md', () => {
  it('names calls that the server has', () => {
    expect(CALLS.length).toBeGreaterThan(20);
    expect(CALLS.filter((call) => !SERVED.includes(call))).toEqual([]);
  });

  it('has every call that the existing exchange has, under the address of its service', async () => {
    const calls = new Set(CALLS);
    const known = SERVED.filter((call) => calls.has(call));
    expect(known).toEqual(
      expect.arrayContaining([
        ...['GET /swap/api/v1/orders', 'GET /swap/api/v1/orders/{uuid}', 'POST /swap/api/v1/orders/new'],
        ...['POST /swap/api/v1/orders/{uuid}/execute', 'PATCH /swap/api/v1/orders/{uuid}/cancel'],
        ...['GET /swap/api/v1/quote', 'POST /swap/api/v1/api-keys', 'GET /swap/api/v1/api-keys'],
        ...['GET /swap/api/v1/api-keys/{keyId}', 'DELETE /swap/api/v1/api-keys/{keyId}'],
        ...['GET /prices/api/v1/prices', 'GET /prices/api/v1/prices/{contractId}'],
        ...['GET /prices/api/v1/prices/{contractId}/history', 'GET /prices/api/v1/health'],
        ...['GET /invest/api/v1/prices', 'GET /invest/api/v1/prices/{contractId}'],
        ...['GET /metadata/api/v1/metadata/list', 'GET /metadata/api/v1/metadata/{contractId}'],
        ...['POST /metadata/api/v1/metadata/{contractId}', 'GET /app/api/v0/vaults'],
      ]),
    );
  });

  it('says what the server does with a key in either header, and with filters by other names', async () => {
    const { app } = wholeApp();
    const orders = '/swap/api/v1/orders';
    for (const header of [{ 'x-api-key': 'ck_live_x' }, { authorization: 'Bearer ck_live_x' }]) {
      const response = await request(app).get(`${orders}?limit=1&view=owner`).set(header);
      expect([response.status, (response.body as { code: string }).code]).toEqual([401, 'INVALID_API_KEY']);
    }
    for (const name of ['address', 'user', 'tokenIn']) {
      expect(PAGE).toContain(`\`${name}\``);
      expect(
        (
          await request(app)
            .get(orders)
            .query({ [name]: 'x' })
        ).status,
      ).toBe(400);
    }
  });
});
