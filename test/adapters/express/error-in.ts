import { expect } from '@jest/globals';
import type { Response } from 'supertest';

/** The error in a response without the request's id, which must be that of its header, and without its hint. */
export function errorIn(response: Response): object {
  const { requestId, hint, ...error } = response.body as { requestId: string; hint?: string };
  expect(requestId).toBe(response.get('x-request-id'));
  expect(['string', 'undefined']).toContain(typeof hint);
  return error;
}
