import { describe, expect, it } from '@jest/globals';
import type { ClientError } from '../../../src/sdk/client/index.js';
import {
  createClient,
  createTokensClient,
  type Client,
  type ClientOptions,
  type NewWebhook,
  type QuoteQuery,
} from '../../../src/sdk/client/index.js';
import { aClientWallet } from './serving.js';

const baseUrl = 'http://127.0.0.1:1';
const PAIR = { tokenIn: '.stx', tokenOut: 'ST1.welsh', amount: '1' };
/** What a program in JavaScript may pass. */
const any = (value: object) => value as never;

/** A client that must send nothing. */
const aClient = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl, wallet: aClientWallet(), fetch: () => fail(), ...options });
const fail = () => Promise.reject(new Error('a request was sent'));

/** The sentence of the error that a call rejects with, or throws. */
async function refusalOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect([(error as Error).name, (error as ClientError).code]).toEqual(['ClientError', 'invalid-argument']);
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('options of createClient', () => {
  it.each([
    [{ apikey: 'ck_live_…' }, 'unknown option apikey; did you mean apiKey?'],
    [{ timeout: 5_000 }, 'unknown option timeout; did you mean timeoutMs?'],
    [{ atempts: 2 }, 'unknown option atempts; did you mean attempts?'],
    [{ areaUrls: { price: baseUrl } }, 'unknown option price; did you mean prices?'],
    [
      { url: baseUrl },
      'unknown option url; there are baseUrl, areaUrls, apiKey, wallet, fetch, timeoutMs, attemptTimeoutMs, attempts, audience, network, stacksApiUrl, registry',
    ],
  ])('options of createClient that are unknown are refused with what was meant: %j', (options, sentence) => {
    expect(() => createClient(any({ baseUrl, ...options }))).toThrow(new RangeError(sentence));
  });

  it.each([['localhost:3000'], ['dex.example.org'], ['127.0.0.1:3000/dex'], ['ftp://a'], ['/dex'], ['']])(
    'need an address with its scheme outside of a page: %j',
    (address) => {
      const sentence = `must begin with http:// or https://, as in https://dex.example.org, not ${address}`;
      expect(() => createClient({ baseUrl: address })).toThrow(new RangeError(`baseUrl ${sentence}`));
      expect(() => createClient({ baseUrl, areaUrls: { swap: address } })).toThrow(`swap ${sentence}`);
    },
  );

  it('need an address at all', () => {
    expect(() => createClient(any({}))).toThrow('baseUrl must begin with http:// or https://');
  });

  it('may name a path on the site of a page, or one that their own fetch completes', async () => {
    const asked: unknown[] = [];
    const fetch = (url: unknown) => {
      asked.push(url);
      return Promise.resolve(Response.json({ success: true, data: { vaults: [], tokens: [] } }));
    };
    await createClient({ baseUrl: '/dex', fetch: fetch }).vaults.list();
    expect(asked).toEqual(['/dex/app/api/v0/vaults']);
    // As a page has it.
    Object.assign(globalThis, { location: { href: 'https://shop.example.org/' } });
    try {
      expect(createClient({ baseUrl: '/dex' }).orders).toBeDefined();
      expect(() => createClient({ baseUrl: 'localhost:3000' })).toThrow(RangeError);
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });
});

describe('options of createTokensClient', () => {
  it('options of createTokensClient that are unknown are refused: without its address it would read another server', () => {
    expect(() => createTokensClient(any({ baseurl: baseUrl }))).toThrow('did you mean baseUrl?');
  });
});

describe('a call', () => {
  const { orders, webhooks, keys, prices, quotes, metadata } = aClient();
  const first = (updates: AsyncIterable<unknown>) => updates[Symbol.asyncIterator]().next();

  it.each<[string, () => unknown, string]>([
    ['a time limit', () => prices.get('.stx', any({ timeout: 1 })), 'timeout; did you mean timeoutMs?'],
    [
      'the name of an attempt',
      () => orders.execute('a', any({ idempotenceKey: 'b' })),
      'idempotenceKey; did you mean idempotencyKey?',
    ],
    [
      'the name of an attempt that would not be sent',
      () => keys.revoke('a', any({ idempotencyKey: 'b' })),
      'idempotencyKey; there are signal, timeoutMs',
    ],
    ['as whom', () => orders.get('a', any({ bye: 'wallet' })), 'bye; there are signal, timeoutMs, by'],
    ['as whom, where no one is asked', () => prices.list({}, any({ by: 'wallet' })), 'by; there are signal'],
    [
      'what to call on trouble',
      () => orders.follow({ owner: 'a' }, any({ onTruble: fail })),
      'onTruble; did you mean onTrouble?',
    ],
    ['the same for prices', () => prices.follow({}, any({ onTruble: fail })), 'onTruble; did you mean onT'],
    ['whom to follow', () => orders.follow(any({ owner: 'a', strategy: 'b' })), 'strategy; did you mean st'],
    ['where to begin in the wait for an end', () => orders.settled('a', any({ after: '1' })), 'after; there'],
    [
      'which events',
      () => webhooks.create(any({ url: 'https://a.b', events: ['order.confirmed'] })),
      'events; there are url, eventTypes, strategyId',
    ],
    [
      'when a key ends',
      () => keys.create(any({ name: 'a', permissions: [], expires: 1 })),
      'expires; did you',
    ],
    [
      'which delivery',
      () => webhooks.replay('a', any({ delivery: 'b' })),
      'delivery; did you mean deliveryId',
    ],
    ['what to cancel', () => orders.cancelMany(any({ plan: 'a' })), 'plan; there are strategyId, inputToken'],
    ['all or none', () => orders.placeMany(any({ orders: [], atomc: true })), 'atomc; did you mean atomic?'],
    ['a filter', () => orders.list(any({ updatedSince: 1 })), 'updatedSince; there are owner, strategyId,'],
    ['a filter of all pages', () => first(orders.all(any({ staus: 'open' }))), 'staus; did you mean status?'],
    ['a filter of plans', () => first(orders.allPlans(any({ owner: 'a', id: 1 }))), 'id; there are owner,'],
    [
      'a filter of deliveries',
      () => webhooks.deliveries('a', any({ status: 'dead' })),
      'status; there are st',
    ],
    [
      'a filter of records',
      () => first(metadata.all(any({ deployer: 'a' }))),
      'deployer; there are principal',
    ],
    ['which prices', () => prices.list(any({ token: 'a' })), 'token; did you mean tokens?'],
    [
      'which candles',
      () => prices.history('a', any({ intervall: '5m' })),
      'intervall; did you mean interval?',
    ],
    ['which times', () => prices.at(any({ tokens: ['a'], times: [], time: 1 })), 'time; did you mean times?'],
    [
      'a bound of a quote',
      () => quotes.get(any({ ...PAIR, slipage: 0.01 })),
      'slipage; did you mean slippage',
    ],
    [
      'one of several',
      () => quotes.getMany([any({ ...PAIR, slipage: 0.01 })]),
      'slipage; did you mean slipp',
    ],
  ])('sends nothing if a name is unknown: %s', async (_, call, sentence) => {
    expect(await refusalOf(call)).toContain(`unknown option ${sentence}`);
  });

  it('cancels nothing if what is to be cancelled was never set', async () => {
    await expect(orders.cancelMany({ strategyId: undefined })).rejects.toThrow(/strategyId is undefined/);
  });

  it('sends nothing for a time limit that is out of range', async () => {
    expect(await refusalOf(() => prices.health({ timeoutMs: 0 }))).toBe('timeoutMs must be 1 to 2147483647');
  });

  it('takes its options if they are given as undefined', async () => {
    const given: NewWebhook = { url: 'https://a.b', eventTypes: undefined, strategyId: undefined };
    await expect(webhooks.create(given, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'network' });
  });

  it('says what to pass if a credential is missing', async () => {
    const anyone = createClient({ baseUrl });
    await expect(anyone.orders.cancel('a')).rejects.toMatchObject({
      code: 'no-credentials',
      message: 'This call needs a wallet: pass wallet, such as a signer of sluice/signing, to createClient',
    });
    await expect(anyone.orders.get('a', { by: 'api-key' })).rejects.toMatchObject({
      message: 'This call needs an API key: pass apiKey to createClient',
    });
  });
});

describe('a quote', () => {
  it('is requested for contract ids, and for tokens of a list', async () => {
    const asked: string[] = [];
    const fetch = (url: unknown) => {
      asked.push(new URL(String(url)).search);
      return Promise.resolve(Response.json({ success: true, data: {} }));
    };
    const { quotes } = aClient({ fetch: fetch });
    const token = { contractId: 'ST1.welsh', symbol: 'WELSH', decimals: 6 };
    const same: readonly QuoteQuery[] = [PAIR, { ...PAIR, tokenOut: token, amount: 1n }];
    for (const query of same) await quotes.get(query);
    expect(asked).toEqual(Array(2).fill('?tokenIn=.stx&tokenOut=ST1.welsh&amount=1'));
  });
});
