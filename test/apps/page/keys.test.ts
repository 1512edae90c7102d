import { describe, expect, it } from '@jest/globals';
import {
  expiryProblem,
  listedKey,
  nameProblem,
  newKeyOf,
  orderIn,
  shortEndpoint,
  stateOf,
  usageOf,
} from '../../../src/apps/page/keys/key-words.js';
import {
  disabledWords,
  EVENT_TYPES,
  failingWords,
  isDeadLetter,
  newWebhookOf,
  outcomeWords,
  replayWords,
  urlHint,
  urlProblem,
} from '../../../src/apps/page/keys/webhook-words.js';
import type { Webhook, WebhookDelivery } from '../../../src/sdk/client/index.js';

describe('a key to create', () => {
  it.each([
    ['', undefined],
    ['bot 1_a-b', undefined],
    ['bot', 'An active key has this name'],
    ['bot/1', expect.stringContaining('letters')],
    ['x'.repeat(101), expect.stringContaining('1 to 100')],
  ])('has a name of the server’s form: %j', (name, problem) => {
    expect(nameProblem(name, ['bot'])).toEqual(problem);
  });

  it('expires in the future, or never', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect([expiryProblem('', now), expiryProblem('2099-01-01T00:00', now)]).toEqual([undefined, undefined]);
    expect(expiryProblem('2020-01-01T00:00', now)).toBe('It must be in the future');
    expect(expiryProblem('soon', now)).toBe('This is no time');
    expect(newKeyOf('bot', ['cancel'], '')).toEqual({ name: 'bot', permissions: ['cancel'] });
    expect(newKeyOf('bot', ['cancel'], '2099-01-01T00:00')).toMatchObject({
      expiresAt: new Date('2099-01-01T00:00'),
    });
  });

  it('is listed without the key itself', () => {
    const apiKey = `ck_live_${'a'.repeat(60)}beef`;
    const terms = { name: 'bot', permissions: ['cancel'], rateLimit: 100, expiresAt: null } as const;
    const listed = listedKey({ status: 'success', apiKey, keyId: 'id', ...terms }, 0);
    expect(listed).toMatchObject({ id: 'id', keyPreview: 'ck_live_…beef', status: 'active' });
    expect(JSON.stringify(listed)).not.toContain(apiKey);
  });
});

it('paths of requests are short', () => {
  expect(shortEndpoint('/swap/api/v1/orders/5164aa09-ea05-4475-8c97-f751660d9221/execute')).toBe(
    '/orders/5164a…9221/execute',
  );
});

it('a request names the order that it was about, by its uuid alone', () => {
  const uuid = '5164aa09-ea05-4475-8c97-f751660d9221';
  expect(orderIn(`/swap/api/v1/orders/${uuid}/execute`)).toBe(uuid);
  expect(orderIn(`/swap/api/v1/orders/${uuid}`)).toBe(uuid);
  expect(orderIn('/swap/api/v1/orders/cancel')).toBeUndefined();
});

it('a key that ended says whether it was revoked', () => {
  expect(stateOf({ status: 'active', revokedAt: null })).toBe('Active');
  expect(stateOf({ status: 'revoked', revokedAt: null })).toBe('Expired');
  expect(stateOf({ status: 'revoked', revokedAt: '2026-11-20T12:00:00.000Z' })).toBe('Revoked');
});

it.each([
  ['execute', 'POST'],
  ['cancel', 'PATCH'],
] as const)(
  'a new key that may %s orders comes with a request that does so at this server',
  (may, method) => {
    expect(usageOf('https://dex.example.org/swap/', 'ck_live_1', may)).toBe(
      `curl -X ${method} "https://dex.example.org/swap/api/v1/orders/UUID_OF_THE_ORDER/${may}" \\\n  -H "x-api-key: ck_live_1"`,
    );
  },
);

describe('a webhook to create', () => {
  it.each([
    ['', undefined],
    ['https://bot.example.org/orders', undefined],
    ['http://127.0.0.1:4000/hook', undefined],
    ['bot.example.org', expect.stringContaining('no address')],
    ['ftp://bot.example.org', expect.stringContaining('https://')],
    ['https://me:secret@bot.example.org', expect.stringContaining('no user')],
    ['https://bot.example.org/#part', expect.stringContaining('#')],
  ])('has an address that can be posted to: %j', (url, problem) => {
    expect(urlProblem(url, 'mainnet')).toEqual(problem);
  });

  it('may have an http address on a devnet, which the page says', () => {
    expect(urlProblem('ftp://127.0.0.1', 'devnet')).toContain('http://');
    expect(urlHint('devnet')).toContain('http://127.0.0.1');
    expect(urlHint('mainnet')).not.toContain('http://');
  });

  it('asks for the chosen events only', () => {
    expect(newWebhookOf('https://a.example', [], '')).toEqual({ url: 'https://a.example' });
    expect(newWebhookOf('https://a.example', ['order.failed'], 'dca')).toEqual({
      url: 'https://a.example',
      eventTypes: ['order.failed'],
      strategyId: 'dca',
    });
    expect(new Set(EVENT_TYPES).size).toBe(18);
  });
});

describe('a delivery', () => {
  const delivery = { type: 'order.created', state: 'dead' } as WebhookDelivery;

  it('tells what came of its last attempt', () => {
    expect(outcomeWords(delivery)).toBe('Not tried yet');
    const at = { at: '', tookMs: 7 };
    expect(outcomeWords({ ...delivery, lastAttempt: { ...at, status: 500 } })).toBe('Status 500, 7 ms');
    expect(outcomeWords({ ...delivery, lastAttempt: { ...at, failure: 'tls-failed' } })).toBe(
      'Its certificate is not valid, 7 ms',
    );
  });

  it('is a dead letter when an event died, and not when a ping did', () => {
    expect(isDeadLetter(delivery)).toBe(true);
    expect(isDeadLetter({ ...delivery, type: 'ping' })).toBe(false);
    expect(isDeadLetter({ ...delivery, state: 'waiting' })).toBe(false);
  });
});

it('a webhook says why it is disabled', () => {
  expect(disabledWords({ status: 'enabled' } as Webhook)).toBeUndefined();
  const gone = disabledWords({ status: 'disabled', disabledFor: 'gone' } as Webhook);
  expect(gone).toContain('410');
  expect(gone).toContain('new events are not kept');
});

it('a webhook whose messages all fail says that events are kept', () => {
  const failingSince = '2026-11-20T12:00:00.000Z';
  expect(failingWords({ status: 'enabled', failingSince } as Webhook)).toContain('are kept');
  expect(failingWords({ status: 'enabled', failingSince: null } as Webhook)).toBeUndefined();
  expect(failingWords({ status: 'disabled', failingSince } as Webhook)).toBeUndefined();
});

it('deliveries say why they are not sent again', () => {
  const dead = { type: 'order.created', state: 'dead' } as WebhookDelivery;
  expect(replayWords('disabled', [dead])).toContain('once a test has enabled');
  expect(replayWords('enabled', [dead])).toContain('Only dead messages');
  expect(replayWords('disabled', [{ ...dead, type: 'ping' }])).toContain('Only dead messages');
});
