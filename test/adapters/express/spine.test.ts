import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import request from 'supertest';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import { T0, uuidOf } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, ANOTHER_WALLET, walletHeaders } from '../../support/signing.js';
import { errorIn } from './error-in.js';
import {
  anExchange,
  aSignedBody,
  CHA,
  OPEN_ROUTER,
  SIGNER_ROUTER,
  WELSH,
  WELSH_SUBNET,
  type Exchange,
} from './exchange.js';
import { API, appOver } from './fake-core.js';

let exchange: Exchange;
let app: RequestListener;

beforeEach(() => {
  exchange = anExchange();
  app = appOver(exchange.core);
});

const place = (body: object = aSignedBody()) => request(app).post(`${API}/orders/new`).send(body);
const ORDER = `${API}/orders/${uuidOf(1)}`;
const ask = (verb: 'cancel' | 'execute', fields: object = {}, wallet = A_WALLET) => {
  const message = { action: `${verb}_order`, uuid: uuidOf(1), timestamp: T0.getTime(), ...fields };
  const path = `${ORDER}/${verb}`;
  return (verb === 'cancel' ? request(app).patch(path) : request(app).post(path)).set(
    walletHeaders(message, wallet),
  );
};

describe('a signed order', () => {
  it('is placed, read, listed, logged as events and cancelled', async () => {
    const placed = await place({ ...aSignedBody(), note: 'mine' });
    expect(placed.status).toBe(200);
    const { signature, ...sent } = aSignedBody();
    const handle = handleOf(uuidOf(1), sha256);
    const data = {
      ...sent,
      handle,
      kind: 'manual',
      note: 'mine',
      status: 'open',
      createdAt: T0.toISOString(),
    };
    const shown = { ...data, uuid: handle };
    expect(placed.body).toEqual({ status: 'success', data });

    const evaluation = { at: T0.toISOString(), state: 'manual', reason: 'manual' };
    expect((await request(app).get(ORDER)).body).toEqual({
      status: 'success',
      data: { ...data, evaluation },
    });
    expect((await request(app).get(`${API}/orders`)).body).toEqual({ status: 'success', data: [shown] });
    const page = await request(app).get(`${API}/orders?page=1&owner=${A_WALLET.address}`);
    expect(page.body).toMatchObject({ data: [shown], pagination: { total: 1 } });

    const cancelled = await ask('cancel');
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({ data: { status: 'cancelled', cancelReason: 'owner' } });
    const events = await request(app).get(`${ORDER}/events`);
    expect((events.body as { data: { type: string }[] }).data.map(({ type }) => type)).toEqual([
      'created',
      'cancelled',
    ]);
    for (const { text } of [placed, page, cancelled, events]) expect(text).not.toContain(signature);
  });

  it('may be sent again, even a hundred times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => place()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const list = await request(app).get(`${API}/orders?limit=1`);
    expect(list.body).toMatchObject({ pagination: { total: 1 } });
  });

  it('is refused when its uuid is taken by another order', async () => {
    await place();
    const response = await place({ ...aSignedBody(), note: 'changed' });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      error: `An order with uuid ${uuidOf(1)} already exists`,
      code: 'order-exists',
    });
  });

  it.each<[string, object, string]>([
    [
      'signed by another',
      { signature: aSignedBody({}, ANOTHER_WALLET)['signature'] },
      'Signature verification failed',
    ],
    ['of another amount', { amountIn: '2' }, 'Signature verification failed'],
    ['for an unknown router', { router: WELSH }, `Unknown router ${WELSH}`],
    [
      'paid to another',
      { recipient: ANOTHER_WALLET.address },
      `recipient must equal owner: ${SIGNER_ROUTER} pays out only to the signer`,
    ],
    [
      'of a token that is on no subnet',
      { inputToken: WELSH },
      `inputToken must be a subnet token (got ${WELSH}); deposit to the subnet first`,
    ],
  ])('is refused when it is %s', async (_, change, error) => {
    const response = await place({ ...aSignedBody(), ...change });
    expect(response.status).toBe(400);
    expect((response.body as { error: string }).error).toBe(error);
    expect((await request(app).get(ORDER)).status).toBe(404);
  });

  it('says which field was signed otherwise', async () => {
    const { body } = (await place({ ...aSignedBody(), amountIn: '1' })) as { body: unknown };
    expect(body).toMatchObject({
      code: 'signature-not-verified',
      details: { field: 'amountIn', signed: '1000000' },
      hint: 'The owner signed amountIn 1000000: sign the order as it is sent, or send it as it was signed.',
    });
  });

  it('names the tokens that an order can pay with in place of one on no subnet, and the known routers', async () => {
    const hintOf = async (change: object) =>
      ((await place({ ...aSignedBody(), ...change })).body as { hint: string }).hint;
    expect(await hintOf({ inputToken: WELSH })).toMatch(new RegExp(`Its copies here: ${WELSH_SUBNET}\\.$`));
    expect(await hintOf({ router: WELSH })).toBe(
      `This server’s routers are ${OPEN_ROUTER}, ${SIGNER_ROUTER}.`,
    );
  });

  it('takes no new order for a router that pays whom the submitter names', async () => {
    const refused = await place(aSignedBody({ router: OPEN_ROUTER }));
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([400, 'open-payout']);
  });

  it('may pay another recipient through a router that pays anyone, if the operator allows it', async () => {
    exchange = anExchange({ allowOpenPayout: true });
    app = appOver(exchange.core, { clock: exchange.clock });
    const body = aSignedBody({ router: OPEN_ROUTER, recipient: ANOTHER_WALLET.address });
    expect((await place(body)).status).toBe(200);
  });
});

describe('execute and cancel', () => {
  beforeEach(() => place());

  it('return 404 for an unknown order', async () => {
    const response = await request(app).post(`${API}/orders/${uuidOf(2)}/execute`);
    expect(response.status).toBe(404);
  });

  it.each<[string, object, number, string]>([
    ['the other action', { action: 'execute_order' }, 401, 'Invalid message content'],
    ['another uuid', { uuid: uuidOf(2) }, 401, 'Invalid message content'],
    ['no timestamp', { timestamp: undefined }, 401, 'Invalid message content'],
    ['an old timestamp', { timestamp: T0.getTime() - 300_001 }, 401, 'EXPIRED_TIMESTAMP'],
    ['a future timestamp', { timestamp: T0.getTime() + 300_001 }, 401, 'EXPIRED_TIMESTAMP'],
  ])('return 401 for a message with %s', async (_, fields, status, error) => {
    const response = await ask('cancel', fields);
    expect(response.status).toBe(status);
    expect((response.body as { error: string }).error).toBe(error);
  });

  it('refuse another wallet, a stolen proof and a used proof', async () => {
    const stranger = await ask('cancel', {}, ANOTHER_WALLET);
    expect([stranger.status, errorIn(stranger)]).toEqual([
      403,
      { error: 'Unauthorized', timestamp: T0.toISOString(), code: 'NOT_ORDER_OWNER' },
    ]);
    const stolen = await ask('cancel', {}, ANOTHER_WALLET).set('x-wallet-address', A_WALLET.address);
    expect([stolen.status, stolen.body]).toMatchObject([401, { error: 'Not authorised' }]);
    const forged = await ask('cancel').set('x-message', '{}');
    expect([forged.status, forged.body]).toMatchObject([401, { error: 'Invalid signature' }]);
    const nowhere = await ask('cancel').set('x-wallet-address', 'here');
    expect([nowhere.status, nowhere.body]).toMatchObject([400, { error: 'Invalid wallet address format' }]);

    expect((await ask('cancel')).status).toBe(200);
    const again = await ask('cancel');
    expect([again.status, again.body]).toMatchObject([401, { error: 'Signature already used' }]);
    expect((await ask('cancel', { nonce: 1 })).body).toMatchObject({ data: { status: 'cancelled' } });
  });

  it('return 503 when the server holds no operator key', async () => {
    const response = await ask('execute');
    expect(response.status).toBe(503);
    expect(response.get('retry-after')).toMatch(/^\d+$/);
    expect(response.body).toMatchObject({ code: 'execution-disabled' });
  });
});

describe('GET /quote', () => {
  it('names the tokens that it does not know, and those that have such a symbol', async () => {
    const unknownIn = async (query: object) =>
      (
        (
          await request(app)
            .get(`${API}/quote`)
            .query({ amount: '1', ...query })
        ).body as { data: object }
      ).data;
    expect(await unknownIn({ tokenIn: 'Welsh', tokenOut: 'x'.repeat(500) })).toMatchObject({
      reason: 'unknown-token',
      unknown: [
        { parameter: 'tokenIn', token: 'Welsh', meant: [WELSH] },
        { parameter: 'tokenOut', token: `${'x'.repeat(79)}…`, meant: [] },
      ],
    });
    const other = `${A_WALLET.address}.other`;
    expect(await unknownIn({ tokenIn: other, tokenOut: CHA })).toMatchObject({
      unknown: [{ parameter: 'tokenIn', token: other, meant: [] }],
    });
    expect(await unknownIn({ tokenIn: CHA, tokenOut: CHA })).not.toHaveProperty('unknown');
  });

  it('finds a route from a subnet token', async () => {
    const query = { tokenIn: WELSH_SUBNET, tokenOut: CHA, amount: '1000000', slippage: '0.01' };
    const response = await request(app).get(`${API}/quote`).query(query);
    expect(response.body).toMatchObject({
      success: true,
      data: {
        path: [{ contractId: WELSH_SUBNET }, { contractId: WELSH }, { contractId: CHA }],
        hops: [
          { opcode: 6, tokenIn: { contractId: WELSH_SUBNET, type: 'SUBNET' }, vault: { type: 'SUBLINK' } },
          { opcode: 0, tokenOut: { contractId: CHA, type: 'SIP10' }, vault: { type: 'POOL' } },
        ],
        amountIn: 1_000_000,
        amountOut: 996_999,
        amountOutExact: '996999',
        minimumReceived: '987029',
        asOf: T0.toISOString(),
      },
    });
  });

  it.each([
    ['nonsense', CHA, 'unknown-token'],
    ['.stx', CHA, 'unknown-token'],
    [CHA, CHA, 'same-token'],
    [CHA, WELSH, 'amount-too-small'],
  ])('returns the reason for %s to %s', async (tokenIn, tokenOut, reason) => {
    const response = await request(app).get(`${API}/quote`).query({ tokenIn, tokenOut, amount: '1' });
    expect([response.status, response.body]).toMatchObject([200, { data: { amountOut: 0, reason } }]);
  });
});
