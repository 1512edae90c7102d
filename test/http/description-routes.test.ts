import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { OPERATIONS } from './described.js';
import { wholeApp } from './whole-app.js';

const { app } = wholeApp();

describe.each(OPERATIONS.map(({ operation, path }) => [operation.method, path] as const))(
  '%s %s',
  (method, path) => {
    const asked = path.replace(/\{\w+\}/g, 'some');

    it('is served', async () => {
      const response = await request(app)[method](asked);
      expect([asked, response.status, (response.body as { code?: string }).code]).not.toEqual([
        asked,
        404,
        'not-found',
      ]);
      expect(response.status).not.toBe(405);
    });

    it('is listed in Allow of OPTIONS', async () => {
      const response = await request(app).options(asked);
      expect(response.get('allow')?.toLowerCase().split(', ')).toContain(method);
    });

    it('returns 405 for PUT', async () => {
      const response = await request(app).put(asked);
      expect(response.status).toBe(405);
    });
  },
);
