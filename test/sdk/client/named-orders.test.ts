import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ClientError,
  createClient,
  type Client,
  type ClientOptions,
  type NamedChanges,
  type NamedKind,
  type OwnOrder,
} from '../../../src/sdk/client/index.js';
import type { Token } from '../../../src/domain/market/registry.js';
import type { Address } from '../../../src/domain/shared/address.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import type { Units } from '../../../src/domain/shared/units.js';
import { keySigner, SigningError } from '../../../src/sdk/signing/index.js';
import { wholeApp, type WholeApp } from '../../adapters/express/whole-app.js';
import { AN_OWNER, T0, uuidOf } from '../../support/builders.js';
import { aPrice } from '../../support/price-runs.js';
import {
  A_REGISTRY,
  DOLLAR,
  ROUTER_RC9,
  ROUTER_V2,
  SBTC,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { recordingFetch, serve, type Served } from './serving.js';

const [, , DOLLAR_TOKEN, SBTC_TOKEN] = A_REGISTRY.tokens;
const named = (name: string, like: Token, more: Partial<Token> = {}): Token => ({
  ...like,
  contractId: `${AN_OWNER}.${name}` as ContractId,
  ...more,
});
const copyOf = (base: Token, name: string): Token =>
  named(name, base, { type: 'SUBNET', base: base.contractId, blaze: 'v1' });
const DOLLAR_COPY = copyOf(DOLLAR_TOKEN!, 'dollar-subnet');
/** Two copies of sBTC, and two tokens with one symbol. */
const SBTC_COPIES = [copyOf(SBTC_TOKEN!, 'sbtc-v1'), copyOf(SBTC_TOKEN!, 'sbtc-v2')];
const TWINS = [
  named('twin-a', DOLLAR_TOKEN!, { symbol: 'TWIN' }),
  named('twin-b', DOLLAR_TOKEN!, { symbol: 'TWIN' }),
];
const REGISTRY = { ...A_REGISTRY, tokens: [...A_REGISTRY.tokens, DOLLAR_COPY, ...SBTC_COPIES, ...TWINS] };

const SALE = { sell: 'WELSH', buy: 'DOLLAR', amount: '10' };
const LATER = new Date('2040-01-01T00:00:00Z');

describe('orders by symbol', () => {
  let whole: WholeApp;
  let served: Served;
  let recording: ReturnType<typeof recordingFetch>;
  const wallet = keySigner(A_WALLET.privateKey, 'devnet');
  const clientWith = (more: Partial<ClientOptions> = {}): Client =>
    createClient({
      baseUrl: served.url,
      fetch: recording.fetch,
      audience: false,
      attempts: 1,
      wallet,
      ...more,
    });
  const place = (kind: NamedKind, terms: object, client = clientWith()) =>
    (client.orders[kind] as (terms: object) => Promise<OwnOrder>)(terms);

  beforeAll(async () => {
    whole = wholeApp({ registry: REGISTRY });
    const prices = new Map([
      [WELSH, aPrice(2, 100_000)],
      [SBTC, aPrice(100_000, 100_000)],
    ]);
    await whole.ports.prices.record({ at: T0, btcUsd: 100_000, prices });
    await whole.core.prices.refresh();
    served = await serve(whole.app);
  });
  afterAll(() => served.close());
  beforeEach(() => {
    recording = recordingFetch();
  });

  it.each<[NamedKind, object, object]>([
    ['market', {}, { slippage: 0.01, conditionToken: '*' }],
    ['market', { atLeast: '9' }, { minAmountOut: '9000000' }],
    ['market', { slippage: '2%', maxPriceImpact: '10%' }, { slippage: 0.02, maxPriceImpact: 0.1 }],
    ['market', { window: { to: LATER } }, { validTo: LATER.toISOString() }],
    ['limit', { price: '1.1 WELSH' }, { minAmountOut: '9090910' }],
    ['limit', { price: '0.9 dollar' }, { minAmountOut: '9000000' }],
    ['limit', { atLeast: '9.5' }, { minAmountOut: '9500000' }],
    ['limit', { percentFromMarket: 1 }, { minAmountOut: expect.stringMatching(/^10\d{6}$/) }],
    ['stop', { price: '1.8' }, { direction: 'lt', targetPrice: '1.8', slippage: 0.01 }],
    ['stop', { percentFromMarket: -10, slippage: '0.03' }, { targetPrice: '1.8', slippage: 0.03 }],
    ['target', { percentFromMarket: 10, window: { to: LATER } }, { direction: 'gt', targetPrice: '2.2' }],
    ['stop', { price: '1.8 USD' }, { direction: 'lt', targetPrice: '1.8' }],
    ['trail', { fallsFromHigh: '5%', in: 'SBTC' }, { trail: { bps: 500 }, baseAsset: SBTC }],
    ['trail', { fallsFromHigh: '0.05 USD' }, { trail: { price: '0.05' } }],
  ])(
    'of the kind %s with %j are placed for the subnet copy and the safe router',
    async (kind, more, stored) => {
      const order = await place(kind, { ...SALE, ...more });
      expect(order).toMatchObject({
        ...{ inputToken: WELSH_SUBNET, outputToken: DOLLAR, amountIn: '10000000', router: ROUTER_V2 },
        ...{ owner: wallet.address, recipient: wallet.address, status: 'open', ...stored },
      });
      expect(recording.exchanges.at(-1)!.body).toMatchObject({ termsSignature: expect.any(String) });
      expect(await clientWith().orders.get(order.uuid)).toMatchObject({ handle: order.handle });
    },
  );

  it.each<[NamedKind, object, readonly object[]]>([
    [
      'stopAndTarget',
      { stop: { percentFromMarket: -10 }, target: { price: '3', atLeast: '14' } },
      [
        { direction: 'gt', targetPrice: '3', minAmountOut: '14000000' },
        { direction: 'lt', targetPrice: '1.8' },
      ],
    ],
    ['twap', { parts: 2, spanMs: 120_000, price: '0.9 DOLLAR' }, Array(2).fill({ minAmountOut: '4500000' })],
    ['recurring', { runs: 3, everyMs: 3_600_000 }, Array(3).fill({ slippage: 0.01, strategyType: 'dca' })],
    [
      'bracket',
      {
        sell: 'DOLLAR',
        buy: 'WELSH',
        price: '1.1 DOLLAR',
        target: { price: '3' },
        stop: { fallsFromHigh: '5%' },
      },
      [
        { inputToken: DOLLAR_COPY.contractId, outputToken: WELSH_SUBNET, minAmountOut: '9090910' },
        {
          inputToken: WELSH_SUBNET,
          outputToken: DOLLAR_COPY.contractId,
          amountIn: '9090910',
          direction: 'gt',
        },
        { inputToken: WELSH_SUBNET, trail: { bps: 500 }, conditionToken: WELSH },
      ],
    ],
  ])('of the kind %s with %j are several, placed together', async (kind, more, stored) => {
    const orders = await place(kind, { ...SALE, ...more });
    expect(orders).toMatchObject(stored);
    expect(recording.exchanges.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each<[NamedKind, object, string, RegExp]>([
    ['market', { buy: 'TWIN' }, 'buy', /several tokens are called TWIN.*twin-a, .*twin-b$/],
    ['market', { sell: 'SBTC' }, 'sell', /SBTC has several subnet copies.*sbtc-v1, .*sbtc-v2$/],
    ['market', { buy: 'MISSING' }, 'buy', /no listed token is MISSING/],
    ['market', { sell: 'TWIN' }, 'sell', /several tokens/],
    ['market', { sell: TWINS[0]!.contractId }, 'sell', /has no subnet copy/],
    ['limit', {}, 'price', /exactly one of/],
    ['limit', { price: '1', atLeast: '1' }, 'price', /exactly one of/],
    ['limit', { price: '1' }, 'price', /“… WELSH-SUBNET” for each DOLLAR, or/],
    ['limit', { price: '1 SBTC' }, 'price', /with the token that counts it/],
    ['limit', { percentFromMarket: Number.NaN }, 'percentFromMarket', /a number, not text, from -99/],
    ['limit', { percentFromMarket: -20 }, 'percentFromMarket', /above 0 for a limit/],
    ['market', { slippage: 'one percent' }, 'slippage', /percent such as “1%”/],
    ['market', { amount: 'all' }, 'amount', /the balance is unknown now: name the amount/],
    ['stop', {}, 'price', /give either/],
    ['stop', { price: '2.1' }, 'price', /must be below the market, which is 2 USD/],
    ['target', { percentFromMarket: -1 }, 'percentFromMarket', /must be above the market/],
    [
      'stopAndTarget',
      { stop: { price: '1', percentFromMarket: 1 }, target: {} },
      'target.price',
      /give either/,
    ],
    ['market', { slippage: '0.1', atLeast: '1' }, 'slippage', /not both/],
    ['stop', { price: '1.8 SBTC' }, 'price', /1.5 USD/],
    ['trail', { fallsFromHigh: '5%', in: 'TWIN' }, 'in', /several tokens/],
    ['trail', { fallsFromHigh: '0.05' }, 'fallsFromHigh', /with its unit/],
    ['trail', { fallsFromHigh: '5 USD' }, 'fallsFromHigh', /less than the price/],
    ['bracket', { sell: 'DOLLAR', buy: 'WELSH', price: '1 DOLLAR', stop: {} }, 'target', /must be an object/],
    [
      'bracket',
      {
        ...{ sell: 'DOLLAR', buy: 'WELSH', price: '0.01 DOLLAR' },
        ...{ target: { price: '0.0001' }, stop: { price: '0.00001' } },
      },
      'target.price',
      /above the price at the entry/,
    ],
    ['market', { window: null }, 'window', /must be an object/],
  ])('of the kind %s with %j are refused for %s', async (kind, more, field, message) => {
    const refused = place(kind, { ...SALE, ...more });
    await expect(refused).rejects.toBeInstanceOf(ClientError);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(message),
      details: { field },
    });
    expect(recording.exchanges.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('name the candidates of an ambiguous symbol by their contract ids', async () => {
    await expect(place('market', { ...SALE, buy: 'TWIN' })).rejects.toMatchObject({
      details: { candidates: TWINS.map(({ contractId }) => expect.objectContaining({ contractId })) },
    });
  });

  it('sell the only copy of which the wallet holds the amount, and none if it holds several or none', async () => {
    const owner = keySigner(ANOTHER_WALLET.privateKey, 'devnet');
    const holds = (copy: Token, units: bigint) =>
      whole.balances.set(copy.contractId, owner.address as Address, units as Units);
    holds(SBTC_COPIES[0]!, 3_000_000n);
    holds(SBTC_COPIES[1]!, 5_000_000n);
    const sold = (amount: string) =>
      clientWith({ wallet: owner }).orders.market({ sell: 'SBTC', buy: 'DOLLAR', amount });
    expect(await sold('0.05')).toMatchObject({ inputToken: SBTC_COPIES[1]!.contractId });
    await expect(sold('0.03')).rejects.toThrow('several subnet copies');
    await expect(sold('0.06')).rejects.toThrow('several subnet copies');
  });

  it.each(['0.4 DOLLAR', '1.6 DOLLAR'])(
    'at %s are refused before the wallet signs, until they are confirmed',
    async (price) => {
      const signed: unknown[] = [];
      const asked = {
        ...wallet,
        signStructured: async (data: never) => (signed.push(data), wallet.signStructured(data)),
      };
      const { orders } = clientWith({ wallet: asked });
      await expect(orders.limit({ ...SALE, price })).rejects.toMatchObject({ code: 'far-from-market' });
      expect(signed).toEqual([]);
      expect((await orders.limit({ ...SALE, price }, { farFromMarket: true })).status).toBe('open');
    },
  );

  it.each<[NamedKind, object]>([
    ['twap', { parts: 2, spanMs: 120_000 }],
    ['recurring', { runs: 2, everyMs: 3_600_000, startAt: LATER }],
  ])('of the kind %s are compared with the market as if they were sent now', async (kind, plan) => {
    const far = { ...SALE, ...plan, price: '4 DOLLAR' };
    await expect(place(kind, far)).rejects.toMatchObject({ code: 'far-from-market' });
    expect(recording.exchanges.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('at the market end after an hour', async () => {
    const { validTo } = await place('market', SALE);
    // The client has the time of the machine.
    const left = Date.parse(validTo!) - Date.now();
    expect(Math.abs(left - 3_600_000)).toBeLessThan(60_000);
    const open = await place('market', { ...SALE, window: { to: undefined } });
    expect(open.validTo).toBeDefined();
  });

  it('change although the market cannot be asked about their price', async () => {
    const { uuid } = await place('limit', { ...SALE, price: '0.9 DOLLAR' });
    const withoutQuotes: typeof fetch = (input, init) =>
      (input as string).includes('/quote')
        ? Promise.resolve(new Response('{}', { status: 503 }))
        : recording.fetch(input, init);
    const { orders } = clientWith({ fetch: withoutQuotes });
    expect(await orders.change(uuid, { atLeast: '9.5' })).toMatchObject({ minAmountOut: '9500000' });
  });

  it('of the amount all sell the balance of the subnet copy', async () => {
    const owner = keySigner(ANOTHER_WALLET.privateKey, 'devnet');
    whole.balances.set(WELSH_SUBNET, owner.address as Address, 7_000_001n as Units);
    const { orders } = clientWith({ wallet: owner });
    expect(await orders.market({ ...SALE, amount: 'all' })).toMatchObject({ amountIn: '7000001' });
  });

  it.each<[NamedKind, object, NamedChanges, object]>([
    ['stop', { price: '1.8' }, { percentFromMarket: -5 }, { targetPrice: '1.9', slippage: 0.01 }],
    [
      'stop',
      { price: '1.8' },
      { slippage: '3%', maxPriceImpact: '10%' },
      { slippage: 0.03, maxPriceImpact: 0.1 },
    ],
    ['target', { price: '3' }, { price: '2.5 USD' }, { targetPrice: '2.5' }],
    ['limit', { price: '0.9 DOLLAR' }, { price: '1 DOLLAR' }, { minAmountOut: '10000000' }],
    ['limit', { price: '0.9 DOLLAR' }, { atLeast: '9.5' }, { minAmountOut: '9500000' }],
    ['trail', { fallsFromHigh: '5%' }, { fallsFromHigh: '3%' }, { trail: { bps: 300 } }],
    ['limit', { price: '0.9 DOLLAR' }, { window: { to: LATER } }, { validTo: LATER.toISOString() }],
  ])('of the kind %s with %j are changed by %j in the same words', async (kind, terms, changes, stored) => {
    const { uuid } = await place(kind, { ...SALE, ...terms });
    expect(await clientWith().orders.change(uuid, changes)).toMatchObject({ uuid, revision: 1, ...stored });
  });

  it.each<[NamedKind, object, object, string]>([
    ['stop', { price: '1.8' }, { price: '2.1' }, 'price'],
    ['stop', { price: '1.8' }, {}, 'price'],
    ['limit', { price: '0.9 DOLLAR' }, { price: '1' }, 'price'],
    ['limit', { price: '0.9 DOLLAR' }, { price: '1 DOLLAR', slippage: '1%' }, 'slippage'],
    ['trail', { fallsFromHigh: '5%' }, { price: '1.8' }, 'price'],
    ['stop', { price: '1.8' }, { fallsFromHigh: '5%' }, 'fallsFromHigh'],
  ])('of the kind %s with %j are not changed by %j', async (kind, terms, changes, field) => {
    const { uuid } = await place(kind, { ...SALE, ...terms });
    await expect(clientWith().orders.change(uuid, changes)).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { field },
    });
  });

  it('are not changed to a price that is far from the market, until it is confirmed', async () => {
    const { uuid } = await place('limit', { ...SALE, price: '0.9 DOLLAR' });
    const { orders } = clientWith();
    await expect(orders.change(uuid, { atLeast: '0.00054' })).rejects.toMatchObject({
      code: 'far-from-market',
    });
    const options = { farFromMarket: true };
    expect(await orders.change(uuid, { atLeast: '4' }, options)).toMatchObject({ minAmountOut: '4000000' });
  });

  it('with the same uuid and terms are placed once, and those of two calls without one are two', async () => {
    const terms = { ...SALE, price: '0.9 DOLLAR', clientOrderId: 'mine' };
    const uuid = uuidOf(77);
    const first = await place('limit', { ...terms, uuid });
    expect(await place('limit', { ...terms, uuid })).toEqual(first);
    await expect(place('limit', terms)).rejects.toMatchObject({ code: 'client-order-id-taken' });
  });

  it('whose outcome is unknown are named by the error, which is not to be repeated', async () => {
    const lost: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST') return response;
      throw new TypeError('the connection is lost');
    };
    const placed = place('limit', { ...SALE, price: '0.9 DOLLAR' }, clientWith({ fetch: lost }));
    const error = (await placed.catch((reason: unknown) => reason)) as ClientError;
    expect(error).toMatchObject({ code: 'network', retryable: false });
    const { uuids } = error.details as { readonly uuids: readonly string[] };
    expect((await clientWith().orders.get(uuids[0]!)).status).toBe('open');
  });

  it('are refused all together if the server refuses one of them, with its reason', async () => {
    const routers = [{ ...REGISTRY.routers[0]!, id: `${AN_OWNER}.no-router` }];
    const client = clientWith({ registry: { ...REGISTRY, routers } });
    await expect(place('twap', { ...SALE, parts: 2, spanMs: 120_000 }, client)).rejects.toMatchObject({
      ...{ code: 'unknown-router', retryable: false },
    });
  });

  it('are not placed once the call is aborted, although the wallet has signed', async () => {
    const leaving = new AbortController();
    const slow = {
      ...wallet,
      signText: (text: string) => {
        leaving.abort();
        return wallet.signText(text);
      },
    };
    const placed = clientWith({ wallet: slow }).orders.market(SALE, { signal: leaving.signal });
    await expect(placed).rejects.toMatchObject({ name: 'ClientError', code: 'aborted' });
    expect(recording.exchanges.every(({ method }) => method === 'GET')).toBe(true);
    await expect(clientWith().orders.market(undefined as never)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });

  it('need a wallet that signs orders, and refuse a misspelt term or option', async () => {
    const unable = { ...wallet, signStructured: undefined };
    await expect(place('market', SALE, clientWith({ wallet: unable as never }))).rejects.toMatchObject({
      code: 'no-credentials',
    });
    await expect(place('market', { ...SALE, slipage: '0.1' })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('slippage'),
    });
    await expect(clientWith().orders.market(SALE, { farFromMarkt: true } as never)).rejects.toThrow(
      'farFromMarket',
    );
  });

  it('are signed for the registry that the client was given, whatever the server lists', async () => {
    const registry = { ...REGISTRY, routers: REGISTRY.routers.filter(({ id }) => id === ROUTER_RC9) };
    await expect(place('market', SALE, clientWith({ registry }))).rejects.toThrow('no router can sell');
    expect(recording.exchanges).toEqual([]);
  });

  it('are refused if the wallet is of another network, or declines', async () => {
    const foreign = keySigner(A_WALLET.privateKey, 'mainnet');
    await expect(place('market', SALE, clientWith({ wallet: foreign }))).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    const declining = {
      ...wallet,
      signStructured: () => Promise.reject(new SigningError('no', 'wallet-refused')),
    };
    await expect(place('market', SALE, clientWith({ wallet: declining }))).rejects.toMatchObject({
      code: 'wallet-failed',
    });
  });
});
