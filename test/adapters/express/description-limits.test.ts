import { describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import type { Parameter } from '../../../src/adapters/express/schema/model.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import { DOLLAR, WELSH } from '../../support/core-harness.js';
import { expectDescribed, OPERATIONS } from './described.js';
import { wholeApp } from './whole-app.js';

const whole = wholeApp();
await whole.core.prices.record();
await whole.core.prices.refresh();
await whole.ports.tokenLogos.save(
  { contractId: WELSH, address: 'data:', tag: 'ff', failures: 0, dueAt: T0 },
  { 64: Uint8Array.of(1), 128: Uint8Array.of(2) },
);

/** What a request needs beside the tested parameter. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listOrders: { limit: '1' },
  listStrategies: { owner: AN_OWNER },
  udfHistory: { symbol: WELSH, resolution: '60', to: '1800000000', countback: '1' },
  quoteRoute: { tokenIn: WELSH, tokenOut: DOLLAR, amount: '1000000' },
};

const edgesOf = ({ minimum, maximum, enum: values }: Parameter['schema']) =>
  [minimum, maximum, ...(values ?? [])].filter((edge) => edge !== undefined).map(String);

/** Parameters that are limited by numbers or words; the rest is any text. */
const isLimited = ({ schema }: Parameter) => edgesOf(schema).length + beyond(schema).length > 0;

/**
 * Operations with tests of their own: only the owner of a webhook lists its deliveries (webhooks.test.ts), only the owner of orders reads fills (own-portfolio.test.ts), only the operator costs (costs.test.ts), and the response of a stream
 * does not end (follow-quote.test.ts). The parameter view: reader-refusals.ts.
 */
const ELSEWHERE = ['listWebhookDeliveries', 'followQuote', 'listFills', 'exportFills', 'readCosts'];

const inQueries = OPERATIONS.filter(({ operation: { id } }) => !ELSEWHERE.includes(id)).flatMap(
  ({ operation, path }) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.name !== 'view' && isLimited(parameter))
      .map(
        (parameter) =>
          [operation.id, parameter.name, path.replace('{contractId}', WELSH), parameter] as const,
      ),
);

const ask = (id: string, path: string, name: string, value: string) =>
  request(whole.app)
    .get(path)
    .query({ ...OTHERS[id], [name]: value });

/** Values just beyond the limits. */
function beyond({ type, minimum, maximum, enum: values, pattern }: Parameter['schema']): readonly string[] {
  const step = type === 'integer' ? 1 : 0.001;
  return [
    ...(minimum === undefined ? [] : [String(minimum - step)]),
    ...(maximum === undefined ? [] : [String(maximum + step)]),
    ...(values === undefined && pattern === undefined ? [] : ['~']),
  ];
}

describe.each(inQueries)('%s: the parameter %s', (id, name, path, { schema }) => {
  it('is accepted at its limits', async () => {
    for (const value of edgesOf(schema)) {
      const response: Response = await ask(id, path, name, value);
      expect([name, value, response.status]).toEqual([name, value, 200]);
      expectDescribed(id, response);
    }
  });

  it('is refused beyond its limits with an error that names it', async () => {
    for (const value of beyond(schema)) {
      const response: Response = await ask(id, path, name, value);
      expect([name, value, response.status]).toEqual([name, value, 400]);
      expect(response.text).toContain(name);
      expectDescribed(id, response);
    }
  });
});

describe('expectDescribed', () => {
  const response = (more: object) =>
    ({
      status: 200,
      type: 'application/json',
      body: { status: 'ok' },
      get: () => 'no-store',
      ...more,
    }) as unknown as Response;

  it('accepts a described response', () => {
    expect(() => expectDescribed('isUp', response({}))).not.toThrow();
  });

  it.each([
    ['a status', { status: 201 }],
    ['a media type', { type: 'text/html' }],
    ['a value', { body: { status: 'well' } }],
    ['a field more', { body: { status: 'ok', more: 1 } }],
    ['a field less', { body: {} }],
    ['another caching', { get: () => 'public' }],
    [
      'an error',
      { status: 500, body: { error: 'Other', code: 'internal', timestamp: '2026-11-20T12:00:00Z' } },
    ],
    ['a code', { status: 500, body: { error: 'x', code: 'other', timestamp: '2026-11-20T12:00:00Z' } }],
  ])('rejects a response with %s that is not described', (_, more) => {
    expect(() => expectDescribed('isUp', response(more))).toThrow();
  });
});
