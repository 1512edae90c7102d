import { beforeEach, describe, expect, it } from '@jest/globals';
import { err, ok } from '../../../src/domain/shared/result.js';
import { T0 } from '../../support/builders.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { expectDescribed } from './described.js';
import {
  aMetadataService,
  saveHeaders,
  saveIn,
  TOKEN,
  type MetadataService,
  type SaveOptions,
} from './metadata-service.js';

let service: MetadataService;

beforeEach(() => {
  service = aMetadataService();
});

const stored = async () => (await service.get(`/${TOKEN}`)).body as object;
const save = (body: unknown, options?: SaveOptions) => saveIn(service, body, options);

const NO_CACHE = 'no-cache, no-store, must-revalidate';
const LIMIT = 256 * 1024;
const MINUTES = 60_000;

/** A record of exactly that many bytes. */
const ofLength = (bytes: number) => {
  const empty = JSON.stringify({ name: 'n', filler: '' });
  return JSON.stringify({ name: 'n', filler: 'x'.repeat(bytes - empty.length) });
};

describe('POST /metadata/{contractId}', () => {
  it.each([false, true])('saves a record for the deployer (body hash signed: %s)', async (signsBody) => {
    const response = await save({ name: 'Token', properties: { symbol: 'T' } }, { signsBody });
    const metadata = { name: 'Token', properties: { symbol: 'T' }, lastUpdated: T0.toISOString() };
    expect([response.status, response.body]).toEqual([200, { success: true, contractId: TOKEN, metadata }]);
    expect(response.get('cache-control')).toBe(NO_CACHE);
    expectDescribed('saveMetadata', response);
    expect(await stored()).toEqual(metadata);
  });

  it('keeps properties of any type, as the description says', async () => {
    const properties = { symbol: 5, identifier: [], tokenAContract: null, swapFeePercent: {} };
    const response = await save({ name: 'Token', properties });
    expect(response.body).toMatchObject({ metadata: { properties } });
    expectDescribed('saveMetadata', response);
  });

  it('keeps omitted and unknown fields', async () => {
    await service.store({ [TOKEN]: { name: 'Old', mine: [1], properties: { a: 1, b: 2 } } });
    const response = await save({ properties: { b: 3 }, other: null });
    expect(response.body).toMatchObject({
      metadata: { name: 'Old', mine: [1], properties: { b: 3 }, other: null },
    });
  });

  it('accepts a body of the maximum length', async () => {
    expect((await save(ofLength(LIMIT))).status).toBe(200);
  });

  it('accepts a timestamp that is five minutes off, either way', async () => {
    for (const off of [-5 * MINUTES, 5 * MINUTES])
      expect((await save({ name: 'x' }, { timestamp: T0.getTime() + off })).status).toBe(200);
  });
});

const signedBy = (signature: string | undefined): SaveOptions => ({ headers: { 'x-signature': signature } });
const without = (...names: string[]): SaveOptions => ({
  headers: Object.fromEntries(names.map((name) => [name, undefined])),
});

/** Every row of the error table, with what is wrong in the request. */
const REFUSED: readonly (readonly [what: string, status: number, error: string, options: SaveOptions])[] = [
  ['a malformed contract id', 400, 'Invalid contract ID format', { contractId: 'nonsense' }],
  ['.stx as the contract id', 400, 'Invalid contract ID format', { contractId: '.stx' }],
  ['a wrong checksum', 400, 'Invalid contract ID format', { contractId: TOKEN.replace(/.\./, '0.') }],
  ['a bad contract name', 400, 'Invalid contract ID format', { contractId: `${A_WALLET.address}.1` }],
  [
    'a contract id of another network',
    400,
    'Invalid contract ID format',
    { contractId: `${A_WALLET.mainnetAddress}.token` },
  ],
  ['no signature', 401, 'Missing authentication headers', without('x-signature')],
  ['no public key', 401, 'Missing authentication headers', without('x-public-key')],
  [
    'neither signature nor public key',
    401,
    'Missing authentication headers',
    without('x-signature', 'x-public-key', 'x-timestamp'),
  ],
  ['no timestamp', 401, 'Missing timestamp header', without('x-timestamp')],
  ['a timestamp in words', 401, 'Invalid timestamp format', { headers: { 'x-timestamp': 'now' } }],
  ['a fractional timestamp', 401, 'Invalid timestamp format', { headers: { 'x-timestamp': '1.5' } }],
  ['an old timestamp', 401, 'Message expired', { timestamp: T0.getTime() - 5 * MINUTES - 1 }],
  ['a future timestamp', 401, 'Message expired', { timestamp: T0.getTime() + 5 * MINUTES + 1 }],
  ['a timestamp of 400 digits', 401, 'Message expired', { headers: { 'x-timestamp': '9'.repeat(400) } }],
  [
    'another timestamp than the signed one',
    401,
    'Invalid signature',
    { headers: { 'x-timestamp': String(T0.getTime() + 1) } },
  ],
  ['a signature that is too short', 401, 'Invalid signature', signedBy('00')],
  ['a signature of zeros', 401, 'Invalid signature', signedBy('0'.repeat(130))],
  ['another public key', 401, 'Invalid signature', { headers: { 'x-public-key': ANOTHER_WALLET.publicKey } }],
  ['another signer', 401, 'Not authorised', { wallet: ANOTHER_WALLET }],
  [
    'a hash that was not signed',
    401,
    'Invalid signature',
    { signsBody: true, headers: { 'x-body-hash': '0'.repeat(64) } },
  ],
];

describe('POST /metadata/{contractId}, refused', () => {
  const BEFORE = { name: 'Before', lastUpdated: '2026-01-01T00:00:00.000Z' };

  beforeEach(() => service.store({ [TOKEN]: BEFORE }));

  it.each(REFUSED)(
    'returns the error of a request with %s, and stores nothing',
    async (_, status, error, options) => {
      // The body is wrong, too: the signer is checked first.
      const response = await save('{"name":', options);
      expect([response.status, response.body]).toMatchObject([status, { error }]);
      expect(response.get('cache-control')).toBe(NO_CACHE);
      expectDescribed('saveMetadata', response);
      expect(await stored()).toEqual(BEFORE);
    },
  );

  it.each<[string, unknown, SaveOptions, number, string]>([
    ['malformed JSON', '{"name":', {}, 400, 'Malformed JSON'],
    ['no body', '', {}, 400, 'Malformed JSON'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400, 'Malformed JSON'],
    [
      'another content type',
      'name=x',
      { headers: { 'content-type': 'text/plain' } },
      415,
      'Unsupported media type: send application/json',
    ],
    ['a body that is a byte too long', ofLength(LIMIT + 1), {}, 413, 'Request body too large'],
    [
      'a signed body that is a byte too long',
      ofLength(LIMIT + 1),
      { signsBody: true },
      413,
      'Request body too large',
    ],
  ])('returns the error of an unusable body: %s', async (_, body, options, status, error) => {
    const response = await save(body, options);
    expect([response.status, response.body]).toMatchObject([status, { error }]);
    expect(response.get('cache-control')).toBe(NO_CACHE);
    expectDescribed('saveMetadata', response);
    expect(await stored()).toEqual(BEFORE);
  });

  const deep = (levels: number) => `{"name":"x","deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it.each<[string, string, RegExp]>([
    ['an array as the record', '[]', /^body /],
    ['a text as the record', '"x"', /^body /],
    ['null as the record', 'null', /^body /],
    ['a name that is not text', '{"name":1}', /^name must be a string/],
    ['an empty name', '{"name":" "}', /^name /],
    ['properties that are not an object', '{"properties":[]}', /^properties /],
    ['a localization without uri', '{"localization":{}}', /^localization\.uri is required/],
    [
      'a trait type that is not text',
      '{"attributes":[{"trait_type":1,"value":1}]}',
      /^attributes\[0\]\.trait_type /,
    ],
    ['the field __proto__', '{"__proto__":{"admin":true}}', /^__proto__ /],
    ['a nested constructor', '{"properties":{"a":[{"constructor":1}]}}', /constructor /],
    ['10,000 levels of nesting', deep(10_000), /^deep must not be nested/],
    ['240,000 brackets', deep(120_000), /^deep must not be nested/],
    ['an unpaired surrogate', '{"name":"\\ud800"}', /^name /],
    ['the same name twice', '{"name":"a","x":{},"name":"b"}', /^name occurs more than once/],
    ['the same name twice, once escaped', '{"p":{"a":1,"\\u0061":2}}', /^a occurs more than once/],
    ['a number beyond the range', '{"sip":1e999}', /^sip /],
  ])('returns 500, or 422 to clients of problem+json, for %s', async (_, body, problem) => {
    for (const [accept, status, field] of [
      ['application/json', 500, 'error'],
      ['application/problem+json', 422, 'detail'],
    ] as const) {
      const response = await save(body, { headers: { accept } });
      expect(response.status).toBe(status);
      const text = (response.body as Record<string, string>)[field]!;
      expect(text).toMatch(/^Validation error: /);
      expect(text.slice('Validation error: '.length)).toMatch(problem);
      expectDescribed('saveMetadata', response);
    }
    expect(await stored()).toEqual(BEFORE);
    expect({}).not.toHaveProperty('admin');
  });

  it('returns 500 for a record without a name, unless one is stored', async () => {
    const other = `${TOKEN}-new`;
    const response = await save({ description: 'x' }, { contractId: other });
    expect([response.status, response.body]).toMatchObject([
      500,
      { error: 'Validation error: name is required' },
    ]);
    expect((await save({ description: 'x' })).status).toBe(200);
  });

  it('returns 500 without the cause when the storage fails', async () => {
    Object.assign(service.ports.unitOfWork, {
      run: async () => Promise.reject(new Error('disk full at /var/lib/secret.db')),
    });
    const response = await save({ name: 'x' });
    expect(response.status).toBe(500);
    expect((response.body as { error: string }).error).toMatch(/^Failed to save metadata: /);
    expect(response.text).not.toContain('secret');
    expectDescribed('saveMetadata', response);
  });
});

describe('POST /metadata/{contractId} of strangers', () => {
  it('is 503 contract-unconfirmed while the chain cannot be asked for the contract', async () => {
    const exists = async () => err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    service = aMetadataService({ contracts: { exists } });
    const response = await save({ name: 'x' });
    expect([response.status, response.body]).toMatchObject([503, { code: 'contract-unconfirmed' }]);
    expect(response.get('retry-after')).toBe('5');
    expectDescribed('saveMetadata', response);
    expect((await service.get(`/${TOKEN}`)).status).toBe(404);
  });

  it('is accepted before the contract is deployed if it is small, and is 422 contract-not-deployed otherwise', async () => {
    service = aMetadataService({ contracts: { exists: async () => ok(false) } });
    expect((await save({ name: 'x' })).status).toBe(200);
    expect((await service.get(`/${TOKEN}`)).body).toMatchObject({ name: 'x' });
    const response = await save({ filler: 'x'.repeat(131_072) });
    expect([response.status, response.body]).toMatchObject([
      422,
      { code: 'contract-not-deployed', details: { records: 10, bytes: 131_072 } },
    ]);
    expectDescribed('saveMetadata', response);
  });

  it('is 422 beyond the bytes that one deployer may take', async () => {
    service = aMetadataService({ settings: { deployerBytes: 100 } });
    const response = await save({ name: 'x'.repeat(100) });
    expect([response.status, response.body]).toMatchObject([422, { code: 'deployer-quota-exceeded' }]);
    expectDescribed('saveMetadata', response);
  });
});

describe('POST /metadata/{contractId} with required body hashes', () => {
  beforeEach(() => {
    service = aMetadataService({ settings: { requireBodyHash: true } });
  });

  it('refuses a signature without the hash', async () => {
    const response = await save({ name: 'x' });
    expect([response.status, response.body]).toMatchObject([401, { code: 'body-hash-required' }]);
    expectDescribed('saveMetadata', response);
  });

  it('refuses a signature over another body, with the header and without', async () => {
    const signedHeaders = { signsBody: true } as const;
    expect((await save({ name: 'x' }, signedHeaders)).status).toBe(200);
    const headers = saveHeaders(JSON.stringify({ name: 'signed' }), { signsBody: true });
    const swapped = await save({ name: 'sent' }, { headers });
    expect([swapped.status, swapped.body]).toMatchObject([401, { code: 'body-hash-mismatch' }]);
    expectDescribed('saveMetadata', swapped);
    const hidden = await save({ name: 'sent' }, { headers: { ...headers, 'x-body-hash': undefined } });
    expect([hidden.status, hidden.body]).toMatchObject([401, { error: 'Invalid signature' }]);
  });
});
