import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { FAILURES_PER_MINUTE } from '../../../src/adapters/express/swap/access/key-request.js';
import type { CoreError } from '../../../src/application/core-error.js';
import { createCore } from '../../../src/application/core.js';
import type { CoreSettings } from '../../../src/application/settings.js';
import { REQUESTS_PER_WINDOW } from '../../../src/domain/api-key/rate-window.js';
import { parseTxid } from '../../../src/domain/order/ids.js';
import type { Token } from '../../../src/domain/market/registry.js';
import type { Address } from '../../../src/domain/shared/address.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0, uuidOf } from '../../support/builders.js';
import {
  A_REGISTRY,
  DOLLAR,
  ROUTER_RC9,
  SBTC,
  signedInput,
  stubSigner,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';
import { ANOTHER_WALLET, signTerms, TEST_ORIGIN } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { API, appOver, appWith } from './fake-core.js';
import { expectRefusedReaders } from './reader-refusals.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

// Every response about one order against its description; the last test finds described errors that were not produced.

let whole: WholeApp;
let wallet: ReturnType<typeof keyManager>;

beforeEach(() => {
  whole = wholeApp();
  wallet = keyManager(whole.app);
});

const { check, notProduced } = responseCheck();

/** Expects the status, the code if it is an error, and everything that the description says of the response. */
async function expectResponse(sent: request.Test, status: number, code?: string) {
  const response = await sent;
  expect([response.status, response.body]).toMatchObject([status, code === undefined ? {} : { code }]);
  check(response);
  return response;
}

const ORDER = `${API}/orders/${uuidOf(1)}`;
const get = (path: string) => request(whole.app).get(path);
const place = (input: object = signedInput()) => request(whole.app).post(`${API}/orders/new`).send(input);
const withFields = (fields: Readonly<Record<string, unknown>>) => signedInput({ fields });
const expectPlaced = (status: number, code: string | undefined, input: object) =>
  expectResponse(place(input), status, code);
const executionOf = (uuid: string) =>
  request(whole.app)
    .post(`${API}/orders/${uuid}/execute`)
    .set(signed({ action: 'execute_order', uuid }).headers);
const expectExecution = (status: number, code?: string, uuid: string = uuidOf(1)) =>
  expectResponse(executionOf(uuid), status, code);
const cancellation = () =>
  request(whole.app)
    .patch(`${ORDER}/cancel`)
    .set(signed({ action: 'cancel_order', uuid: uuidOf(1) }).headers);

describe('place', () => {
  it('responds as described to an order with every field that its owner may choose', async () => {
    const everything = {
      conditionToken: WELSH,
      targetPrice: '1.5',
      direction: 'gt',
      baseAsset: DOLLAR,
      validFrom: T0.toISOString(),
      validTo: '2027-01-01T00:00:00Z',
      minAmountOut: '1',
      clientOrderId: 'mine-1',
      strategyId: 's',
      strategyType: 'dca',
      strategyDescription: 'buys',
      strategyPosition: 1,
      strategySize: 2,
      metadata: { oco: true, note: ['x'] },
      minLiquidityUsd: 50,
      confirm: { runs: 2 },
    };
    await expectPlaced(200, undefined, withFields(everything));
    await expectResponse(get(ORDER), 200);
  });

  it.each<[number, string, () => object]>([
    [400, 'invalid-order', () => withFields({ amountIn: '0' })],
    [400, 'unknown-router', () => withFields({ router: WELSH })],
    [400, 'recipient-not-owner', () => withFields({ recipient: ANOTHER_WALLET.address })],
    [400, 'unregistered-token', () => withFields({ inputToken: ROUTER_RC9 })],
    [400, 'open-payout', () => signedInput({ router: ROUTER_RC9 })],
    [400, 'not-a-subnet-token', () => withFields({ inputToken: WELSH })],
    [400, 'same-token', () => withFields({ outputToken: WELSH_SUBNET })],
    [400, 'unknown-output-token', () => withFields({ outputToken: ROUTER_RC9 })],
    [
      400,
      'unpriceable-token',
      () => withFields({ conditionToken: ROUTER_RC9, targetPrice: '1', direction: 'gt' }),
    ],
    [400, 'signature-not-verified', () => withFields({ uuid: uuidOf(2) })],
    [400, 'terms-signature-not-verified', () => withFields({ termsSignature: '00'.repeat(65) })],
    [400, 'invalid-request', () => []],
  ])('responds as described: %i %s', async (status, code, input) => {
    await expectPlaced(status, code, input());
  });

  it('shows neither the signature of its terms nor what was stored for it in any response', async () => {
    const input = signedInput();
    const termsSignature = signTerms(input);
    const responses = [
      await expectPlaced(200, undefined, { ...input, termsSignature }),
      await expectResponse(get(ORDER), 200),
      await expectResponse(get(`${ORDER}/events`), 200),
      await expectResponse(get(`${API}/orders`), 200),
    ];
    for (const { text } of responses) {
      expect(text).not.toContain(termsSignature.slice(0, 128));
      expect(text).not.toMatch(/"(signed|termsSignature|fields)"/);
    }
  });

  it('responds as described when terms have to be signed, or are not what was signed', async () => {
    const strict = createCore(whole.ports, { requireSignedTerms: true, origins: () => [TEST_ORIGIN] });
    const app = appOver(strict, { clock: whole.clock });
    const refused = await request(app).post(`${API}/orders/new`).send(signedInput());
    expect(refused.body).toMatchObject({ code: 'terms-signature-required' });
    check(refused);
    await expectPlaced(200, undefined, signedInput());
    const { headers } = signed({ action: 'execute_order', uuid: uuidOf(1) });
    const held = await request(app).post(`${ORDER}/execute`).set(headers);
    expect([held.status, held.body]).toMatchObject([422, { code: 'terms-changed' }]);
    check(held);
  });

  it('responds as described when the router cannot verify the subnet’s signatures', async () => {
    const routers = A_REGISTRY.routers.map((router) => ({ ...router, blaze: ['v1'] as const }));
    whole.setRegistry({ ...A_REGISTRY, routers });
    await expectPlaced(400, 'router-cannot-verify', signedInput());
  });

  it('responds as described when a one-cancels-other group has 100 live orders', async () => {
    const exit = (n: number) =>
      signedInput({ uuid: uuidOf(n), fields: { strategyId: 'exits', metadata: { oco: true } } });
    for (let n = 1; n <= 100; n++) unwrap(await whole.core.orders.place(exit(n)));
    await expectPlaced(400, 'oco-group-full', exit(101));
  });

  it('responds as described when the uuid or the client order id is taken', async () => {
    await place(withFields({ clientOrderId: 'mine' }));
    await expectPlaced(409, 'order-exists', withFields({ clientOrderId: 'other' }));
    const sameId = { ...signedInput({ uuid: uuidOf(2) }), clientOrderId: 'mine' };
    await expectPlaced(409, 'client-order-id-taken', sameId);
  });

  it('responds as described when the order to replace is not there, and when it is', async () => {
    const placed = await place(signedInput());
    const { handle } = (placed.body as { data: { handle: string } }).data;
    const input = (replaces: string) => signedInput({ uuid: uuidOf(2), fields: { replaces } });
    const replacement = (replaces: string) => ({
      ...input(replaces),
      termsSignature: signTerms(input(replaces)),
    });
    await expectPlaced(409, 'not-replaced', replacement(uuidOf(9)));
    await expectPlaced(200, undefined, replacement(handle));
    expect((await get(ORDER)).body).toMatchObject({ data: { cancelReason: 'replaced' } });
  });

  it('responds as described to bodies that are not JSON', async () => {
    const send = () => request(whole.app).post(`${API}/orders/new`);
    await expectResponse(send().type('text').send('x'), 415, 'unsupported-media-type');
    await expectResponse(send().type('json').send('{'), 400, 'malformed-json');
    await expectResponse(send().send({ big: 'x'.repeat(110_000) }), 413, 'body-too-large');
  });

  it('responds as described with a problem of RFC 9457 when the caller accepts one', async () => {
    const sent = place({}).set('Accept', 'application/problem+json');
    const response = await expectResponse(sent, 400);
    expect(response.type).toBe('application/problem+json');
  });
});

describe('orders in every state', () => {
  it('are described: broadcasted and confirmed, with all their events', async () => {
    await place(withFields({ metadata: { note: 1 } }));
    const { txid } = (await expectExecution(200)).body as { txid: string };
    whole.chain.mine(unwrap(parseTxid(txid)));
    await whole.core.execution.settle();
    const confirmed = await expectResponse(get(ORDER), 200);
    expect(confirmed.body).toMatchObject({ data: { status: 'confirmed' } });
    const events = await expectResponse(get(`${ORDER}/events`), 200);
    expect((events.body as { data: unknown[] }).data.length).toBeGreaterThan(2);
  });

  it('are described: failed', async () => {
    await place();
    const { txid } = (await expectExecution(200)).body as { txid: string };
    whole.chain.abort(unwrap(parseTxid(txid)), 'abort_by_post_condition');
    await whole.core.execution.settle();
    const failed = await expectResponse(get(ORDER), 200);
    expect(failed.body).toMatchObject({ data: { status: 'failed' } });
  });

  it('are described: cancelled', async () => {
    await place();
    const cancelled = await expectResponse(cancellation(), 200);
    expect(cancelled.body).toMatchObject({ data: { status: 'cancelled' } });
    await expectResponse(cancellation(), 200);
    await expectExecution(400, 'order-not-open');
  });

  it('are described: unchanged since the tag', async () => {
    await place();
    const tag = (await get(ORDER)).get('etag')!;
    await expectResponse(get(ORDER).set('If-None-Match', tag), 304);
  });

  it.each(['', '/events'])(
    'are described: unknown, or named by a malformed path, at {uuid}%s',
    async (path) => {
      await expectResponse(get(`${ORDER}${path}`), 404, 'order-not-found');
      await expectResponse(get(`${API}/orders/%ZZ${path}`), 400, 'malformed-request');
    },
  );
});

describe.each(['', '/events'])('a read of {uuid}%s', (path) => {
  it('refuses keys and wallets that prove nothing, as described', async () => {
    await expect(expectRefusedReaders(`${ORDER}${path}`, check)).resolves.toBeUndefined();
  });

  it('returns 500 "Failed to fetch orders" when it cannot be read', async () => {
    const fail = () => Promise.reject(new Error('secret'));
    const response = await request(appWith({ orders: { get: fail, events: fail } })).get(`${ORDER}${path}`);
    expect([response.status, response.body]).toMatchObject([500, { error: 'Failed to fetch orders' }]);
    check(response);
  });
});

describe.each([
  ['execute', 'post'],
  ['cancel', 'patch'],
] as const)('%s', (verb, method) => {
  const action = `${verb}_order`;
  const ask = (headers: Readonly<Record<string, string>>, order = ORDER) =>
    request(whole.app)[method](`${order}/${verb}`).set(headers);
  const expectRefusal = (status: number, code: string, headers: Readonly<Record<string, string>>) =>
    expectResponse(ask(headers), status, code);
  const message = () => signed({ action, uuid: uuidOf(1) }).headers;

  it('responds as described to an unknown order and a malformed path', async () => {
    await expectRefusal(404, 'order-not-found', message());
    await expectResponse(ask({}, `${API}/orders/%ZZ`), 400, 'malformed-request');
  });

  it('responds as described to a caller who cannot prove the owner’s wallet', async () => {
    await place();
    const headers = message();
    const address = ANOTHER_WALLET.address;
    await expectRefusal(401, 'missing-authentication-headers', {});
    await expectRefusal(401, 'missing-required-headers', { 'x-message': '{}' });
    await expectRefusal(400, 'invalid-wallet-address', { ...headers, 'x-wallet-address': 'SP0' });
    await expectRefusal(401, 'invalid-signature', { ...headers, 'x-signature': 'ab' });
    await expectRefusal(401, 'signer-not-wallet', { ...headers, 'x-wallet-address': address });
    const other = signed({ action: 'other', uuid: uuidOf(1) });
    await expectRefusal(401, 'invalid-message-content', other.headers);
    const elsewhere = signed({ action, uuid: uuidOf(1), audience: 'https://other.test' });
    await expectRefusal(401, 'WRONG_AUDIENCE', elsewhere.headers);
    const old = signed({ action, uuid: uuidOf(1), timestamp: T0.getTime() - 400_000 });
    await expectRefusal(401, 'EXPIRED_TIMESTAMP', old.headers);
    const stranger = signed({ action, uuid: uuidOf(1) }, ANOTHER_WALLET);
    await expectRefusal(403, 'NOT_ORDER_OWNER', stranger.headers);
    await ask(headers);
    await expectRefusal(401, 'signature-already-used', headers);
  });

  it('responds as described to API keys that do not authorise it, or were used too often', async () => {
    await place();
    const { apiKey: revoked, keyId } = await wallet.issue();
    await wallet.revoke(keyId);
    const { apiKey: weak } = await wallet.issue({ permissions: ['create'] });
    const { apiKey: strange } = await keyManager(whole.app, ANOTHER_WALLET).issue();
    const { apiKey } = await wallet.issue();
    await expectRefusal(401, 'INVALID_API_KEY', { 'x-api-key': 'ck_live_0' });
    await expectRefusal(401, 'API_KEY_INACTIVE', { 'x-api-key': revoked });
    await expectRefusal(403, 'PERMISSION_DENIED', { 'x-api-key': weak });
    await expectRefusal(403, 'UNAUTHORIZED_WALLET', { 'x-api-key': strange });
    await expectResponse(ask({ 'x-api-key': apiKey }), 200);
    for (let n = 1; n < REQUESTS_PER_WINDOW; n++) await whole.core.apiKeys.authenticate(apiKey);
    await expectRefusal(429, 'RATE_LIMIT_EXCEEDED', { 'x-api-key': apiKey });
    for (let n = 2; n < FAILURES_PER_MINUTE; n++) await ask({ 'x-api-key': 'ck_live_0' });
    await expectRefusal(429, 'RATE_LIMIT_EXCEEDED', { 'x-api-key': 'ck_live_0' });
  });
});

describe('execute', () => {
  beforeEach(async () => void (await place()));

  it('responds as described when the market has no acceptable route or cannot be read', async () => {
    await place({ ...signedInput({ uuid: uuidOf(2), fields: { minAmountOut: '99999999999' } }) });
    await expectExecution(422, 'below-minimum', uuidOf(2));
    await place(signedInput({ uuid: uuidOf(4), fields: { maxPriceImpact: 0 } }));
    await expectExecution(422, 'price-impact', uuidOf(4));
    await place(signedInput({ uuid: uuidOf(3), fields: { outputToken: SBTC } }));
    const registry = whole.ports.registry.current();
    const vaults = registry.vaults.filter(({ tokenB }) => tokenB !== SBTC);
    whole.setRegistry({ ...registry, vaults });
    await expectExecution(422, 'no-route', uuidOf(3));
    whole.liquidity.unreachable = true;
    await expectExecution(503, 'chain-unreachable');
  });

  it('responds as described when nothing could hold the chain to the order’s minimum', async () => {
    const registry = whole.ports.registry.current();
    const asCopy = (token: Token): Token => ({ ...token, type: 'SUBNET', base: SBTC, blaze: 'v2' });
    const tokens = registry.tokens.map((token) => (token.contractId === DOLLAR ? asCopy(token) : token));
    whole.setRegistry({ ...registry, tokens });
    await place(signedInput({ uuid: uuidOf(2), fields: { minAmountOut: '1' } }));
    await expectExecution(422, 'unprotected-route', uuidOf(2));
  });

  it('responds as described when the node refuses the swap, or its outcome is unknown', async () => {
    whole.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await expectExecution(503, 'broadcast-refused');
    whole.chain.answerNext({ kind: 'unknown', reason: 'cut' });
    await expectExecution(503, 'broadcast-unknown');
    await expectResponse(cancellation(), 409, 'order-already-broadcast');
  });

  it('responds as described when the server may not send, or the swap cannot be bounded', async () => {
    whole = wholeApp({ signer: null });
    await place();
    await expectExecution(503, 'execution-disabled');
    const sign = async () => err({ kind: 'swap-unprotectable' as const });
    whole = wholeApp({ signer: stubSigner({ sign }) });
    await place();
    await expectExecution(422, 'swap-unprotectable');
  });

  it('responds as described when the operator has paused, limits or only plans swaps', async () => {
    await whole.ports.sendingSwitch.set({ isPaused: true, at: T0, by: 'alice@host', reason: 'a bad vault' });
    await expectExecution(503, 'paused');
    const limited = async (settings: Partial<CoreSettings>) => {
      whole = wholeApp({ settings });
      await place();
    };
    await limited({ limits: { maxOrderUsd: 1 } });
    await expectExecution(422, 'worth-unknown');
    await limited({ limits: { maxFeesPerHourUstx: 1n } });
    await expectExecution(503, 'fee-limit-reached');
    await limited({ dryRun: true });
    await expectExecution(503, 'dry-run');
  });

  it('responds as described when the owner has too little, or the chain has paid the order', async () => {
    const { inputToken, owner } = signedInput() as Record<string, unknown> as {
      inputToken: ContractId;
      owner: Address;
    };
    whole.balances.set(inputToken, owner, toUnits(999_999n));
    await expectExecution(422, 'insufficient-balance');
    whole.spentOrders.spend(uuidOf(1));
    await expectExecution(422, 'order-spent');
  });

  it('responds as described when the order has expired', async () => {
    await place(
      signedInput({ uuid: uuidOf(2), fields: { validTo: new Date(T0.getTime() + 1_000).toISOString() } }),
    );
    whole.clock.advance(1_001);
    await expectExecution(400, 'order-expired', uuidOf(2));
  });
});

describe('errors of a use case that need several servers or orders', () => {
  const headers = signed({ action: 'any' }).headers;
  const failing = (error: CoreError) => async () => err(error as never);
  const changes = (app: ReturnType<typeof appWith>) => [
    request(app).post(`${API}/orders/new`).send(signedInput()),
    request(app).post(`${ORDER}/execute`).set(headers),
    request(app).patch(`${ORDER}/cancel`).set(headers),
  ];

  it.each([
    [409, 'sibling-sent'],
    [409, 'entry-not-confirmed'],
    [429, 'owner-in-flight'],
    [429, 'too-many-failures'],
    [503, 'too-many-in-flight'],
    [503, 'operator-balance-low'],
    [503, 'worth-limit-reached'],
    [422, 'worth-too-high'],
  ] as const)('execute responds as described: %i %s', async (status, kind) => {
    const execute = failing({
      kind,
      uuid: uuidOf(2),
      until: T0,
      worthUsd: 2,
      maxUsd: 1,
    } as unknown as CoreError);
    const app = appWith({ orders: { execute } });
    await expectResponse(request(app).post(`${ORDER}/execute`).set(headers), status, kind);
  });

  it.each([
    [422, 'order-too-large'],
    [422, 'open-quota-exceeded'],
    [429, 'daily-quota-exceeded'],
  ] as const)('place responds as described: %i %s', async (status, kind) => {
    const place = failing({ kind, of: 'orders', bytes: 2, used: 2, limit: 1, msLeft: 1 });
    const sent = request(appWith({ orders: { placeJson: place } }))
      .post(`${API}/orders/new`)
      .send(signedInput());
    await expectResponse(sent, status, kind);
  });

  it.each([
    [409, 'idempotency-key-in-use'],
    [422, 'idempotency-key-reused'],
  ] as const)('place, execute and cancel respond as described: %i %s', async (status, kind) => {
    const app = appWith({ idempotency: { callerOf: async () => 'caller', runOnce: failing({ kind }) } });
    for (const sent of changes(app)) {
      await expectResponse(sent.set('Idempotency-Key', 'k'), status, kind);
    }
  });

  it('place, execute and cancel respond as described to a malformed Idempotency-Key', async () => {
    for (const sent of changes(whole.app)) {
      await expectResponse(sent.set('Idempotency-Key', 'ä'), 400, 'invalid-idempotency-key');
    }
  });
});

describe('the errors of reading, placing and changing one order', () => {
  it('are all described, and each described one is returned in the tests above', () => {
    const reads = ['getOrder', 'listOrderEvents'];
    const missing = notProduced([...reads, 'placeOrder', 'executeOrder', 'cancelOrder']);
    const elsewhere = /address-quota|outside-key-limits|key-amount-exceeded/;
    expect(missing.filter((error) => !elsewhere.test(error))).toEqual([]);
  });
});
