import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isLeftOut, LEFT_OUT } from '../../../scripts/client-types.mjs';
import { COMMON_SCHEMAS } from '../../../src/adapters/express/schema/components.js';
import { createClient, type Client } from '../../../src/sdk/client/index.js';
import { NO_FACTS } from '../../../src/domain/token-safety/safety-facts.js';
import { tokenSafety } from '../../../src/domain/token-safety/token-safety.js';
import { CHA, aPricedService } from '../../adapters/express/price-service.js';
import { OPERATIONS, validatorOf, type Described } from '../../adapters/express/described.js';
import { wholeApp, type WholeApp } from '../../adapters/express/whole-app.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { DOLLAR, HOST, signedInput, WELSH_SUBNET } from '../../support/core-harness.js';
import { keySigner, signAmendment } from '../../../src/sdk/signing/index.js';
import { A_WALLET, TEST_ORIGIN } from '../../support/signing.js';
import { aClientWallet, recordingFetch, serve, type Exchange, type Served } from './serving.js';

/** What the client does not call: other programs’ paths, and texts for people and models. */
const called = OPERATIONS.filter(
  ({ area, operation }) => !LEFT_OUT.includes(area.name) && !isLeftOut(operation.id),
);
const TOKEN = `${A_WALLET.address}.a-token`;
const OWNER = A_WALLET.address;
/** A token whose contract was read. */
const EXAMINED = DOLLAR;
const SIGNER = keySigner(A_WALLET.privateKey, 'devnet');

const anOrder = (n: number, fields: Readonly<Record<string, unknown>> = {}) =>
  signedInput({ uuid: uuidOf(n), fields });

/** Streams take it for readers that cannot send the header Last-Event-ID. */
const IN_HEADER = 'lastEventId';
const PAIR = `${WELSH_SUBNET},${DOLLAR}`;

const unexpected = () => Promise.reject(new Error('nothing is sent here'));

/** A call of each operation, with everything that it takes. */
const CALLS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  listOrders: async ({ orders }) => {
    const token = { token: DOLLAR, inputToken: WELSH_SUBNET, outputToken: DOLLAR };
    const time = { from: T0, to: T0.getTime() / 1_000 + 60 };
    const sorted = { sortBy: 'createdAt', sortOrder: 'asc', status: 'all', limit: 1, include: 'report' } as const;
    const filters = { owner: OWNER, strategyId: 'plan', ...token, ...time, ...sorted };
    const page = await orders.list(filters, { by: 'wallet' });
    expect(page.items.map(({ uuid }) => uuid)).toEqual([uuidOf(1)]);
    expect(page.total).toBe(2);
    await orders.list({ ...filters, cursor: page.nextCursor });
    await orders.list({ pair: PAIR });
    await orders.list({ page: 1, search: 'dollar', txid: 'ab'.repeat(32) });
    const found = await orders.getMany([uuidOf(1), uuidOf(2)]);
    expect(found.map(({ strategyId }) => strategyId)).toEqual(['plan', 'plan']);
  },
  getOrder: async ({ orders }) => expect((await orders.get(uuidOf(1))).owner).toBe(OWNER),
  listOrderEvents: async ({ orders }) =>
    expect((await orders.events(uuidOf(1))).map(({ type }) => type)).toEqual(['created']),
  getOrderReport: async ({ orders }) => {
    await expect(orders.report(uuidOf(1))).rejects.toMatchObject({ code: 'order-not-filled' });
    expect((await orders.report(uuidOf(30))).executedAmountOut).toBe('1000');
  },
  readExecutionQuality: async ({ orders }) => {
    expect(await orders.executionQuality()).toEqual([]);
    expect(await orders.executionQuality({ days: 31 })).toEqual([]);
  },
  listStrategies: async ({ orders }) => {
    const { items, nextCursor } = await orders.plans({ owner: OWNER, limit: 1 });
    expect(items.map(({ strategyId }) => strategyId)).toEqual(['other']);
    await orders.plans({ owner: OWNER, cursor: nextCursor });
  },
  getStrategy: async ({ orders }) => expect((await orders.plan('plan', { owner: OWNER })).open).toBe(2),
  rehearseOrder: async ({ orders }) => {
    const { uuid: _uuid, signature: _signature, ...terms } = anOrder(20);
    expect(await orders.rehearse(terms)).toMatchObject({ isSigned: false, isAccepted: true });
  },
  replayOrder: async ({ orders }) => {
    const trigger = { conditionToken: WELSH_SUBNET, targetPrice: '1', direction: 'gt' } as const;
    const replayed = await orders.replay(anOrder(20, trigger), {
      from: new Date(T0.getTime() - 600_000),
      to: T0,
    });
    expect(replayed).toMatchObject({ runs: 3, met: 0 });
  },
  placeOrder: ({ orders }) => orders.place(anOrder(10, { validTo: '2026-12-01T00:00:00.000Z' })),
  placeOrders: async ({ orders }) => {
    const batch = { orders: [anOrder(11), anOrder(12)], atomic: true };
    expect((await orders.placeMany(batch)).status).toBe('success');
  },
  amendOrder: async ({ orders }) => {
    const order = await orders.get(uuidOf(11), { by: 'wallet' });
    const changes = { minAmountOut: '1' };
    const amendment = await signAmendment(SIGNER, order, changes, {
      network: 'devnet',
      now: () => T0.getTime(),
    });
    expect(await orders.amend(uuidOf(11), amendment)).toMatchObject({ revision: 1, minAmountOut: '1' });
  },
  executeOrder: async ({ orders }) =>
    expect((await orders.execute(uuidOf(11))).txid).toMatch(/^[0-9a-f]{64}$/),
  cancelOrder: async ({ orders }) =>
    expect((await orders.cancel(uuidOf(12), { idempotencyKey: 'mine' })).status).toBe('cancelled'),
  cancelOrders: async ({ orders }) => {
    const selection = { strategyId: 'plan', inputToken: WELSH_SUBNET, outputToken: DOLLAR };
    const { cancelled } = await orders.cancelMany({ ...selection, pair: PAIR });
    expect(cancelled).toHaveLength(2);
  },
  cancelAfter: async ({ orders }) => expect(await orders.cancelAfter(60)).toMatchObject({ seconds: 60 }),
  readCancelAfter: async ({ orders }) => expect((await orders.cancelTimer()).seconds).toBe(60),
  disarmCancelAfter: async ({ orders }) => expect((await orders.disarmCancelAfter()).firesAt).toBeNull(),
  followOrders: async ({ orders }) => {
    const types: string[] = [];
    for await (const { type } of orders.follow({ owner: OWNER, strategyId: 'other' })) {
      types.push(type);
      if (type === 'synced') break;
    }
    expect(types).toEqual(['snapshot', 'synced']);
  },
  followOrder: async ({ orders }) => expect((await orders.settled(uuidOf(12))).status).toBe('cancelled'),
  readSending: async ({ orders }) => expect(await orders.sending()).toEqual({ isStopped: false, stops: [] }),
  createApiKey: async ({ keys }) => {
    const expiresAt = new Date(T0.getTime() + 86_400_000);
    const made = await keys.create({ name: 'a bot', permissions: ['execute'], expiresAt });
    expect(made.apiKey).toMatch(/^ck_test_/);
  },
  listApiKeys: async ({ keys }) => expect((await keys.list()).map(({ name }) => name)).toEqual(['a bot']),
  getApiKey: async ({ keys }) => {
    const [key] = await keys.list();
    expect((await keys.get(key!.id)).apiKey.name).toBe('a bot');
  },
  revokeApiKey: async ({ keys }) => {
    const [key] = await keys.list();
    await keys.revoke(key!.id);
    expect((await keys.list())[0]!.status).toBe('revoked');
  },
  createWebhook: async ({ webhooks }) => {
    const events = { eventTypes: ['order.confirmed'], strategyId: 'plan' } as const;
    const made = await webhooks.create({ url: 'https://example.org/hook', ...events });
    expect(made.secret).toMatch(/^whsec_/);
  },
  listWebhooks: async ({ webhooks }) => expect(await webhooks.list()).toHaveLength(1),
  testWebhook: async ({ webhooks }) => {
    const [webhook] = await webhooks.list();
    expect((await webhooks.test(webhook!.id)).state).toBe('waiting');
  },
  listWebhookDeliveries: async ({ webhooks }) => {
    const [webhook] = await webhooks.list();
    const { items, nextCursor } = await webhooks.deliveries(webhook!.id, { state: 'waiting', limit: 1 });
    expect(items).toHaveLength(1);
    await webhooks.deliveries(webhook!.id, { after: nextCursor });
    for await (const { id } of webhooks.allDeliveries(webhook!.id)) expect(id).toBe(items[0]!.id);
  },
  getWebhook: async ({ webhooks }) => {
    const [listed] = await webhooks.list();
    const { webhook, deliveries } = await webhooks.get(listed!.id);
    expect([webhook, deliveries.length]).toEqual([listed, 1]);
  },
  updateWebhook: async ({ webhooks }) => {
    const [webhook] = await webhooks.list();
    const changed = await webhooks.update(webhook!.id, { url: 'https://example.org/other' });
    expect(changed).toEqual({ ...webhook, url: 'https://example.org/other' });
  },
  replayWebhookDeliveries: async ({ webhooks }) => {
    const [webhook] = await webhooks.list();
    expect(await webhooks.replay(webhook!.id)).toBe(0);
    expect(await webhooks.replay(webhook!.id, { since: new Date('2026-01-01') })).toBe(0);
  },
  rotateWebhookSecret: async ({ webhooks }) => {
    const [webhook] = await webhooks.list();
    expect((await webhooks.rotateSecret(webhook!.id)).secret).toMatch(/^whsec_/);
  },
  deleteWebhook: async ({ webhooks }) => {
    const [webhook] = await webhooks.list();
    await webhooks.delete(webhook!.id);
    expect(await webhooks.list()).toEqual([]);
  },
  createAlert: async ({ alerts }) => {
    const made = await alerts.create({ kind: 'stale', token: DOLLAR, note: 'look' });
    expect(made).toMatchObject({ state: 'armed', note: 'look', firedAt: null });
  },
  listAlerts: async ({ alerts }) => expect(await alerts.list()).toHaveLength(1),
  getAlert: async ({ alerts }) => {
    const [alert] = await alerts.list();
    expect(await alerts.get(alert!.id)).toEqual(alert);
  },
  rearmAlert: async ({ alerts }) => {
    const [alert] = await alerts.list();
    expect(await alerts.rearm(alert!.id)).toEqual(alert);
  },
  followAlerts: async ({ alerts }) => {
    const ending = new AbortController();
    const following = alerts.follow({ signal: ending.signal, onLive: () => ending.abort() });
    await expect(following.next()).rejects.toMatchObject({ code: 'aborted' });
  },
  deleteAlert: async ({ alerts }) => {
    const [alert] = await alerts.list();
    await alerts.delete(alert!.id);
    expect(await alerts.list()).toEqual([]);
  },
  quoteRoute: async ({ quotes }) => {
    const pair = { tokenIn: WELSH_SUBNET, tokenOut: DOLLAR };
    expect((await quotes.get({ ...pair, amount: 1_000_000n, slippage: 0.01 })).amountOut).toBeGreaterThan(0);
    expect((await quotes.get({ ...pair, amountOut: '1000' })).amountOut).toBeGreaterThanOrEqual(1000);
    const unknown = [{ parameter: 'tokenOut', token: 'DOLLAR', meant: [DOLLAR] }];
    expect(await quotes.get({ ...pair, tokenOut: 'DOLLAR', amount: 1n })).toEqual({
      reason: 'unknown-token',
      unknown,
    });
  },
  quoteRoutes: async ({ quotes }) => {
    const pair = { tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, slippage: 0.01 };
    const found = await quotes.getMany([
      { ...pair, amount: 1n },
      { ...pair, amount: '2000' },
      { ...pair, tokenOut: pair.tokenIn, amount: 1n },
    ]);
    expect(found).toHaveLength(3);
    expect(found[2]).toEqual({ reason: 'same-token' });
  },
  quoteSplit: async ({ quotes }) => {
    const swap = { tokenIn: WELSH_SUBNET, tokenOut: { contractId: DOLLAR }, amount: 1_000_000n };
    const { parts, amountOut } = await quotes.split(swap);
    expect(parts.length).toBeGreaterThan(0);
    expect(Number(amountOut)).toBeGreaterThan(0);
  },
  readDepth: async ({ quotes }) => {
    const { sells } = await quotes.depth({ tokenIn: WELSH_SUBNET, tokenOut: { contractId: DOLLAR } });
    expect(sells?.levels.length).toBeGreaterThan(0);
  },
  followQuote: async ({ quotes }) => {
    const pair = { tokenIn: WELSH_SUBNET, tokenOut: DOLLAR };
    for (const wanted of [{ amount: 1_000_000n, slippage: 0.01 }, { amountOut: 1_000n }])
      for await (const quote of quotes.follow({ ...pair, ...wanted })) {
        expect(quote.amountOut).toBeGreaterThan(0);
        break;
      }
  },
  readResults: async ({ portfolio }) => {
    const found = await portfolio.results(OWNER, { strategyId: 'plan' }, { by: 'wallet' });
    expect(found).toMatchObject({ address: OWNER, fills: 0 });
  },
  listFills: async ({ portfolio }) => {
    const page = await portfolio.fills(OWNER, { strategyId: 'plan', limit: 1 }, { by: 'wallet' });
    expect(page).toEqual({ items: [], nextCursor: undefined, total: 0 });
    const cursor = Buffer.from(`1 ${uuidOf(1)}`).toString('base64url');
    await portfolio.fills(OWNER, { cursor }, { by: 'wallet' });
    for await (const fill of portfolio.allFills(OWNER, {}, { by: 'wallet' }))
      expect(fill.uuid).toEqual(expect.any(String));
  },
  exportFills: async ({ portfolio }) => {
    const file = { strategyId: 'plan', format: 'cointracking', from: T0.getTime() / 1_000, to: T0 } as const;
    expect(await portfolio.exportFills(OWNER, file, { by: 'wallet' })).toMatch(/^Type,Buy Amount/);
  },
  readPortfolio: async ({ balances }) => expect((await balances.portfolio(OWNER)).address).toBe(OWNER),
  getBalances: async ({ balances }) => {
    const held = await balances.get(OWNER, [WELSH_SUBNET, { contractId: 'nonsense' }]);
    expect(held.balances.map(({ reason }) => reason)).toEqual(['no-balance', 'unknown-token']);
  },
  pricesAt: async ({ prices }) => {
    const { tokens } = await prices.at({ tokens: [CHA], times: [T0, T0.getTime() / 1_000] });
    expect(tokens.map((token) => token.prices.map((price) => price?.usd))).toEqual([[0.25, 0.25]]);
  },
  listPrices: async ({ prices }) =>
    expect((await prices.list({ tokens: [CHA], sparkline: true })).count).toBe(1),
  getPrice: async ({ prices }) => expect((await prices.get(CHA)).usd).toBe(0.25),
  followPrices: async ({ prices }) => {
    for await (const update of prices.follow({ tokens: [CHA] })) {
      expect(update.prices.map(({ usd }) => usd)).toEqual([0.25]);
      break;
    }
  },
  priceHistory: async ({ prices }) => {
    const query = { interval: '1h', quote: 'usd', limit: 10, fill: 'previous' } as const;
    const window = { from: new Date(T0.getTime() - 86_400_000), to: T0.getTime() / 1_000 + 1 };
    expect((await prices.history(CHA, { ...query, ...window })).length).toBeGreaterThan(0);
  },
  listTrades: async ({ prices }) =>
    expect(await prices.trades(CHA, { limit: 5, before: 1_000 })).toMatchObject({
      count: 0,
      recordedSince: null,
    }),
  priceHealth: async ({ prices }) => expect(await prices.health()).toMatchObject({ ok: true }),
  saveMetadata: async ({ metadata }) =>
    expect((await metadata.save(TOKEN, { name: 'A token' })).name).toBe('A token'),
  listMetadata: async ({ metadata }) => {
    await metadata.save(`${TOKEN}-too`, { name: 'Another' });
    const { items, nextCursor } = await metadata.list({ principal: OWNER, limit: 1 });
    expect(items.map(({ name }) => name)).toEqual(['A token']);
    await metadata.list({ cursor: nextCursor });
  },
  getMetadata: async ({ metadata }) => expect((await metadata.get(TOKEN)).name).toBe('A token'),
  lintMetadata: async ({ metadata }) => expect((await metadata.lint(TOKEN)).length).toBeGreaterThan(0),
  vaultFigures: async ({ vaults }) => expect((await vaults.figures()).recordedSince).toBeNull(),
  tokenSafety: async ({ metadata }) =>
    expect((await metadata.safety(EXAMINED)).mint).toEqual({ who: 'unknown', by: [], functions: [] }),
  listVaults: async ({ vaults }) => expect((await vaults.list()).tokens.length).toBeGreaterThan(0),
  signInOperator: async ({ operator }) => {
    expect(operator.session()).toBeUndefined();
    const session = await operator.signIn();
    expect(session).toEqual({ wallet: OWNER, expiresAt: expect.any(String) });
    expect(operator.session()).toEqual(session);
  },
  pauseSending: async ({ operator }) => {
    expect(await operator.pause('a pool pays too much')).toMatchObject({ isPaused: true, setBy: OWNER });
  },
  readOperatorStatus: async ({ operator }) =>
    expect((await operator.status()).sending.switch.reason).toBe('a pool pays too much'),
  readCosts: async ({ operator }) => {
    const costs = await operator.costs({ by: 'integrator', from: T0.getTime() / 1_000 - 60, to: T0 });
    expect(costs).toMatchObject({ by: 'integrator', groups: [] });
  },
  exportCosts: async ({ operator }) => {
    const period = { from: new Date(T0.getTime() - 60_000), to: T0 };
    expect(await operator.exportCosts(period)).toMatch(/^storedAt,txid/);
  },
  resumeSending: async ({ operator }) => expect((await operator.resume()).isPaused).toBe(false),
  signOutOperator: async ({ operator }) => {
    await operator.signOut();
    expect(operator.session()).toBeUndefined();
    await expect(operator.status()).rejects.toMatchObject({ code: 'no-credentials' });
  },
  readRegistry: async ({ vaults }) => expect((await vaults.registry()).network).toBe('devnet'),
};

/** Sent where a key or a wallet reads. */
const BY_PROOF = 'view';

/** Parameters that another one replaced, which a new client does not send. */
const OTHER_NAME = /^another name of /;

/** Places an order whose swap is mined at once. */
async function fillOrder({ core, chain }: WholeApp, { orders }: Client, n: number): Promise<void> {
  await orders.place(anOrder(n));
  const { txid } = unwrap(await core.orders.execute({ ref: uuidOf(n), authorization: HOST }));
  chain.mine(txid);
  unwrap(await core.execution.settle());
}

describe('the client and the operations of the service', () => {
  let whole: WholeApp;
  const servers: Served[] = [];
  const { fetch, exchanges } = recordingFetch();

  beforeAll(async () => {
    whole = wholeApp({ webhookSender: { isPublic: () => true, send: unexpected } });
    servers.push(await serve(whole.app), await serve((await aPricedService()).app));
    const [{ url }, priced] = servers as [Served, Served];
    const options = { baseUrl: `${url}/`, areaUrls: { prices: `${priced.url}/prices` } };
    const signing = { wallet: aClientWallet(), network: 'devnet', audience: TEST_ORIGIN } as const;
    const client = createClient({ ...options, ...signing, fetch });
    await client.orders.place(anOrder(1, { strategyId: 'plan' }));
    whole.clock.advance(1_000);
    await client.orders.place(anOrder(2, { strategyId: 'plan' }));
    await client.orders.place(anOrder(3, { strategyId: 'other' }));
    await fillOrder(whole, client, 30);
    const safety = tokenSafety(NO_FACTS, {}, T0);
    const read = { contractId: EXAMINED, uri: undefined, facts: {}, failures: 0, dueAt: T0 };
    await whole.ports.tokenUris.save({ ...read, safety });
    for (const call of Object.values(CALLS)) await call(client);
  });
  afterAll(() => servers.forEach(({ close }) => close()));

  it('have the same members: each operation is called, or is left out on purpose', () => {
    expect(Object.keys(CALLS).sort()).toEqual(called.map(({ operation }) => operation.id).sort());
  });

  it.each(called.map((one) => [one.operation.id, one] as const))('agree on what is sent: %s', (_, one) => {
    const sent = exchanges.filter((exchange) => operationAt(exchange) === one);
    expect(sent).not.toEqual([]);
    const { parameters = [], body, responses } = one.operation;
    const inQuery = parameters.filter(
      ({ in: place, name, description }) =>
        place === 'query' && name !== IN_HEADER && name !== BY_PROOF && !OTHER_NAME.test(description ?? ''),
    );
    const names = new Set(sent.flatMap(({ url }) => [...url.searchParams.keys()]));
    names.delete(BY_PROOF);
    expect([...names].sort()).toEqual(inQuery.map(({ name }) => name).sort());
    const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
    for (const { headers } of sent) expect(headers.has('idempotency-key')).toBe(takesKey);
    for (const exchange of sent) {
      expect(exchange.body === undefined).toBe(body === undefined);
      if (body !== undefined) expectValid(body.schema, exchange.body);
      const response = responses.find(({ status }) => status === exchange.status);
      if (response?.mediaType === undefined && response !== undefined)
        expectValid(response.schema, exchange.response);
    }
    expect(sent.some(({ status }) => status === 200)).toBe(true);
  });

  it('agree on every field of a body', () => {
    for (const { operation } of called) {
      const name = operation.body?.schema.$ref?.split('/').at(-1);
      if (name !== 'OrderSelection' && name !== 'SignedBody' && name !== 'OrderBatchDraft') continue;
      const sent = exchanges.filter((exchange) => operationAt(exchange)?.operation === operation);
      const fields = Object.keys(sent.at(-1)!.body as object).sort();
      const described = operationOfSchema(name);
      expect([operation.id, fields]).toEqual([operation.id, described]);
    }
  });

  it('report that no exchange is of an unknown operation', () => {
    const unknown = exchanges.filter(
      (exchange) => operationAt(exchange) === undefined && exchange.url.pathname !== '/time',
    );
    expect(unknown.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([]);
  });
});

const isOf = ({ method, url }: Exchange, { path, operation }: Described) =>
  method.toLowerCase() === operation.method &&
  new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname);

/** The first that fits: paths without parameters come before those with them. */
const operationAt = (exchange: Exchange) =>
  [...called]
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
    .find((one) => isOf(exchange, one));

function operationOfSchema(name: string): string[] {
  const all = [COMMON_SCHEMAS, ...OPERATIONS.map(({ area }) => area.schemas)];
  return Object.keys(all.find((schemas) => name in schemas)![name]!.properties!).sort();
}

function expectValid(schema: Parameters<typeof validatorOf>[0], value: unknown) {
  const validate = validatorOf(schema);
  validate(value);
  expect({ value, errors: validate.errors }).toEqual({ value, errors: null });
}
