import { describe, expect, it } from '@jest/globals';
import {
  expiryProblem,
  listedKey,
  nameProblem,
  newKeyOf,
  shortEndpoint,
} from '../../src/adapters/web/keys/key-words.js';
import {
  disabledWords,
  EVENT_TYPES,
  isDeadLetter,
  newWebhookOf,
  outcomeWords,
  urlProblem,
} from '../../src/adapters/web/keys/webhook-words.js';
import type { Webhook, WebhookDelivery } from '../../src/client/index.js';

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
    expect(urlProblem(url)).toEqual(problem);
  });

  it('asks for what was chosen alone', () => {
    expect(newWebhookOf('https://a.example', [], '')).toEqual({ url: 'https://a.example' });
    expect(newWebhookOf('https://a.example', ['order.failed'], 'dca')).toEqual({
      url: 'https://a.example',
      eventTypes: ['order.failed'],
      strategyId: 'dca',
    });
    expect(new Set(EVENT_TYPES).size).toBe(16);
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
  expect(disabledWords({ status: 'disabled', disabledFor: 'gone' } as Webhook)).toContain('410');
});
