import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { U64_MAX } from '../../../src/domain/shared/units.js';
import { AN_OWNER } from '../../support/builders.js';
import { aSignedBody, anExchange, CHA } from './exchange.js';
import { API, appOver } from './fake-core.js';

const { core, ports } = anExchange();
// One server for all requests: opening one per request would take most of the time.
const server = createServer(appOver(core)).listen(0);
afterAll(() => new Promise((resolve) => server.close(resolve)));
const post = (body: object) => request(server).post(`${API}/orders/new`).send(body);
const stored = async () =>
  (await ports.orders.listPage({ sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 1 })).total;

const not = (...types: string[]) =>
  fc.jsonValue().filter((value) => !types.includes(value === null ? 'null' : typeof value));

/** JSON that is not a text, or a text that is invalid for any field: without a digit, a dot or a dash. */
const notText = not('string');
const junk = fc.oneof(
  notText,
  fc.string().map((text) => text.replace(/[0-9.*]/g, '~')),
);
/** null means absent where a field is optional. */
const optional = (values: fc.Arbitrary<unknown>) => values.filter((value) => value !== null);

const words = (...texts: string[]) => fc.constantFrom(...texts);
const badAddress = fc.oneof(
  junk,
  words('SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS', AN_OWNER.toLowerCase(), `${AN_OWNER} `, `${AN_OWNER}.x`),
);
const badContract = fc.oneof(
  junk,
  words(AN_OWNER, `${AN_OWNER}.`, `${AN_OWNER}.1x`, `${AN_OWNER}.a b`, '.STX', 'stx', `${CHA}\u0000`),
);
const badAmount = fc.oneof(junk, words('', '0x1', '-1', '+1', '01', '1.0', '1e3', ' 1', '1 ', '１'));
const badLabel = fc.oneof(optional(notText), words('x'.repeat(201), 'a\u0000b', '\ud800', 'line\nbreak'));
const badPosition = fc.oneof(
  optional(not('number')),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
  fc.integer({ max: 0 }),
  fc.integer({ min: 1_000_001 }),
);
const badTime = fc.oneof(
  optional(junk),
  words('2030-02-30', '2030-13-01', 'tomorrow', '99999-01-01', '1999-01-01', '1795000000'),
);
const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ inner }), {});

const BAD: Record<string, fc.Arbitrary<unknown>> = {
  owner: badAddress,
  inputToken: fc.oneof(badContract, words('.stx')),
  outputToken: badContract,
  amountIn: fc.oneof(badAmount, words('0', String(U64_MAX + 1n), '9'.repeat(400))),
  recipient: badAddress,
  signature: fc.oneof(junk, words('', '0x', 'ab'.repeat(64), 'ab'.repeat(66), 'zz'.repeat(65))),
  uuid: fc.oneof(junk, words('', '00000000-0000-4000-8000-00000000000', '00000000000040008000000000000000')),
  router: optional(fc.oneof(badContract, words('.stx'))),
  conditionToken: optional(badContract),
  targetPrice: optional(
    fc.oneof(junk, words('', '-1', '1e3', '.5', '1.', `0.${'1'.repeat(19)}`, 'NaN', '01')),
  ),
  direction: optional(fc.oneof(junk, words('', 'GT', 'gte', '>', 'constructor'))),
  baseAsset: optional(badContract),
  validFrom: badTime,
  validTo: fc.oneof(badTime, words('2020-01-01', '2026-11-20T12:00:00Z')),
  strategyId: badLabel,
  strategyType: badLabel,
  strategyDescription: badLabel,
  strategyPosition: badPosition,
  strategySize: badPosition,
  metadata: optional(
    fc.oneof(
      not('object'),
      fc.array(fc.jsonValue()),
      fc.constantFrom(deep, { a: 'x'.repeat(9000) }, { quote: 1 }),
    ),
  ),
  clientOrderId: optional(fc.oneof(notText, words('', 'a b', 'x'.repeat(65), 'é', '../x', 'a\n'))),
  minAmountOut: optional(fc.oneof(badAmount, words(String(2n ** 128n)))),
  status: fc.jsonValue(),
  txid: fc.jsonValue(),
  createdAt: fc.jsonValue(),
  executedAmountOut: fc.jsonValue(),
  note: fc.constantFrom<unknown>('x'.repeat(17_000), deep, [deep]),
};

/** A trigger whose other fields are valid, so that only the field under test is bad. */
const TRIGGER = { conditionToken: '*', targetPrice: '1', direction: 'gt' };
const around = (field: string) =>
  field in TRIGGER || field === 'baseAsset' ? { ...aSignedBody(), ...TRIGGER } : aSignedBody();

describe('POST /orders/new with a bad field', () => {
  it.each(Object.keys(BAD))('returns 400 naming the field and stores nothing: %s', async (field) => {
    await fc.assert(
      fc.asyncProperty(BAD[field]!, async (value) => {
        const response = await post({ ...around(field), [field]: value });
        expect(response.status).toBe(400);
        const { error, code, details } = response.body as { error: string; code: string; details: string[] };
        expect([error, code]).toEqual(['Invalid request', 'invalid-order']);
        expect(details.map((detail) => detail.split(': ')[0])).toEqual([field]);
      }),
      { numRuns: 30 },
    );
    expect(await stored()).toBe(0);
  });

  it.each(['owner', 'inputToken', 'outputToken', 'amountIn', 'recipient', 'signature', 'uuid'])(
    'returns 400 naming the field when it is missing: %s',
    async (field) => {
      const { [field]: _, ...body } = aSignedBody();
      for (const without of [body, { ...body, [field]: null }]) {
        const response = await post(without);
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({ error: 'Invalid request', details: [`${field}: is required`] });
      }
      expect(await stored()).toBe(0);
    },
  );

  it('returns 400 naming each of several bad fields', async () => {
    const response = await post({ ...aSignedBody(), owner: 1, amountIn: 1, validTo: 1 });
    const { details } = response.body as { details: string[] };
    expect(details.map((detail) => detail.split(': ')[0])).toEqual(['owner', 'amountIn', 'validTo']);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('returns 400 for a field named %s', async (name) => {
    const body = `${JSON.stringify(aSignedBody()).slice(0, -1)},"${name}":{"polluted":true}}`;
    const response = await request(server)
      .post(`${API}/orders/new`)
      .set('Content-Type', 'application/json')
      .send(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ details: [`${name}: is not a name for a field`] });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await stored()).toBe(0);
  });

  it('returns no 500 and stores nothing for arbitrary JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const response = await request(server)
          .post(`${API}/orders/new`)
          .set('Content-Type', 'application/json')
          .send(JSON.stringify(value));
        expect(response.status).toBe(400);
      }),
      { numRuns: 100 },
    );
    expect(await stored()).toBe(0);
  });
});

describe('reads with bad input', () => {
  it('return no 500 for an arbitrary query', async () => {
    const name = fc.oneof(
      words(
        'page',
        'limit',
        'sortBy',
        'sortOrder',
        'status',
        'owner',
        'tokenIn',
        'tokenOut',
        'amount',
        'slippage',
      ),
      fc.string(),
    );
    const query = fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(words('/orders', '/quote', '/orders/x'), query, async (path, pairs) => {
        const response = await request(server).get(`${API}${path}?${new URLSearchParams(pairs).toString()}`);
        expect([200, 400, 404]).toContain(response.status);
      }),
      { numRuns: 200 },
    );
  });

  it('return no 500 for an arbitrary uuid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (ref) => {
        const response = await request(server).get(`${API}/orders/x${encodeURIComponent(ref)}`);
        expect(response.status).toBe(404);
      }),
      { numRuns: 100 },
    );
  });
});
