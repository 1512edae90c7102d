import { describe, expect, it } from '@jest/globals';
import {
  createWebhook,
  parseWebhookId,
  readWebhookTerms,
  rotateSecret,
  SECRET_OVERLAP_MS,
  signingSecrets,
  wants,
} from '../../../src/domain/webhook/webhook.js';
import { aWebhook } from '../../../src/testing/webhooks.js';
import { AN_OWNER, T0 } from '../../support/builders.js';

const later = (ms: number) => new Date(T0.getTime() + ms);
const bytes = (count: number, from = 0) => Uint8Array.from({ length: count }, (_, n) => from + n);
const RULES = { allowedHosts: [] };
const url = 'https://example.org/hook';

function read(message: Readonly<Record<string, unknown>>) {
  const problems: string[] = [];
  const terms = readWebhookTerms(message, RULES, (field, reason) => problems.push(`${field}: ${reason}`));
  return { terms, problems };
}

describe('readWebhookTerms', () => {
  it('reads url, eventTypes and strategyId', () => {
    const all = { url, eventTypes: ['order.confirmed', 'order.failed'], strategyId: 'dca-1' };
    expect(read({ ...all, timestamp: 1 })).toEqual({ terms: all, problems: [] });
    expect(read({ url: 'https://EXAMPLE.org' })).toEqual({
      terms: { url: 'https://example.org/' },
      problems: [],
    });
  });

  it.each([
    [{}, 'url: is required'],
    [{ url: 5 }, 'url: must be a URL'],
    [{ url: 'http://example.org' }, 'url: must start with https://'],
    [{ url, eventTypes: [] }, /^eventTypes: must list one or more of order\.created, /],
    [{ url, eventTypes: ['order.sold'] }, /^eventTypes: must list/],
    [{ url, eventTypes: ['order.failed', 'order.failed'] }, /^eventTypes: must list/],
    [{ url, strategyId: 7 }, /^strategyId: must be a string/],
  ])('refuses %j', (message, problem) => {
    const { terms, problems } = read(message);
    expect(terms).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });
});

describe('secrets', () => {
  const random = { secret: bytes(32), id: bytes(16) };
  const webhook = createWebhook({ owner: AN_OWNER, terms: { url }, createdAt: T0, since: 3 }, random);

  it('are whsec_ and 32 bytes in base64', () => {
    expect(webhook).toEqual({
      id: '000102030405060708090a0b0c0d0e0f',
      owner: AN_OWNER,
      terms: { url },
      createdAt: T0,
      since: 3,
      secret: `whsec_${Buffer.from(bytes(32)).toString('base64')}`,
    });
    expect(parseWebhookId(webhook.id)).toBe(webhook.id);
    expect(parseWebhookId(`${webhook.id}0`)).toBeUndefined();
  });

  it('both sign for a day after a rotation, the new one first', () => {
    const rotated = rotateSecret(webhook, bytes(32, 1), T0);
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(signingSecrets(rotated, later(SECRET_OVERLAP_MS - 1))).toEqual([rotated.secret, webhook.secret]);
    expect(signingSecrets(rotated, later(SECRET_OVERLAP_MS))).toEqual([rotated.secret]);
    expect(signingSecrets(webhook, T0)).toEqual([webhook.secret]);
    const again = rotateSecret(rotated, bytes(32, 2), later(1));
    expect(signingSecrets(again, later(2))).toEqual([again.secret, rotated.secret]);
  });

  it('need their bytes', () => {
    expect(() => rotateSecret(webhook, bytes(31), T0)).toThrow('a secret needs 32 random bytes');
    expect(() => createWebhook(webhook, { ...random, id: bytes(15) })).toThrow('16 random bytes');
  });
});

describe('wants', () => {
  const event = { type: 'confirmed', strategyId: 'dca-1', position: 4 } as const;

  it.each([
    [true, {}],
    [true, { since: 3 }],
    [false, { since: 4 }],
    [true, { terms: { url, eventTypes: ['order.confirmed'] } }],
    [false, { terms: { url, eventTypes: ['order.failed'] } }],
    [true, { terms: { url, strategyId: 'dca-1' } }],
    [false, { terms: { url, strategyId: 'dca-2' } }],
    [false, { disabled: { at: T0, reason: 'gone' } }],
  ] as const)('is %s for %j', (expected, overrides) => {
    expect(wants(aWebhook(1, overrides), event)).toBe(expected);
  });
});
