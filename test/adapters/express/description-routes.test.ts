import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { OperationDescription } from '../../../src/adapters/express/schema/model.js';
import { OPERATIONS } from './described.js';
import { wholeApp } from './whole-app.js';

const { app } = wholeApp();

const isStream = ({ responses }: OperationDescription) => responses[0].mediaType === 'text/event-stream';

describe.each(
  // The response to a GET of a stream has no end.
  OPERATIONS.map(
    ({ operation, path }) =>
      [operation.method, path, isStream(operation) ? 'head' : operation.method] as const,
  ),
)('%s %s', (method, path, asking) => {
  const asked = path.replace(/\{\w+\}/g, 'some');

  it('is served', async () => {
    const response = await request(app)[asking](asked);
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
});
