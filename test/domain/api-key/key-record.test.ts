import { describe, expect, it } from '@jest/globals';
import { parseKeyRecord } from '../../../src/domain/api-key/key-record.js';
import { NO_USAGE } from '../../../src/domain/api-key/usage.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { A_WALLET } from '../../support/signing.js';
import { sha256 } from '../../support/sha256.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const RULES = { network: 'devnet', now: NOW, sha256 } as const;
const record = (fields: object = {}) => ({
  id: 'ab'.repeat(16),
  keyHash: 'cd'.repeat(32),
  keyPreview: 'ck_live_…1234',
  walletAddress: A_WALLET.address,
  name: 'my bot',
  permissions: ['execute', 'cancel'],
  rateLimit: 100,
  status: 'active',
  createdAt: '2026-01-01T00:00:00Z',
  ...fields,
});
const problemsOf = (value: unknown) => {
  const parsed = parseKeyRecord(value, RULES);
  return parsed.ok ? [] : parsed.error.map(({ field, reason }) => `${field} ${reason}`);
};

describe('an API key record of another exchange', () => {
  it('becomes a key with the same hash, name, permissions and age', () => {
    expect(unwrap(parseKeyRecord(record(), RULES))).toEqual({
      key: {
        id: 'ab'.repeat(16),
        hash: 'cd'.repeat(32),
        preview: 'ck_live_…1234',
        owner: A_WALLET.address,
        terms: { name: 'my bot', permissions: ['execute', 'cancel'] },
        createdAt: new Date('2026-01-01T00:00:00Z'),
      },
      counts: NO_USAGE,
    });
  });

  it.each(['suspended', 'revoked'])('is revoked when it was %s', (status) => {
    expect(unwrap(parseKeyRecord(record({ status }), RULES)).key.revokedAt).toEqual(NOW);
  });

  it('keeps its expiry and its usage', () => {
    const used = { lastUsedAt: '2026-02-01T00:00:00Z', usageStats: { totalRequests: 3, failedRequests: 1 } };
    const parsed = unwrap(parseKeyRecord(record({ expiresAt: '2027-01-01T00:00:00Z', ...used }), RULES));
    expect(parsed.key.terms.expiresAt).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(parsed.counts).toEqual({ ...NO_USAGE, totalRequests: 3, failedRequests: 1 });
    expect(parsed.lastUsedAt).toEqual(new Date('2026-02-01T00:00:00Z'));
  });

  it.each([
    [7, ['record must be a JSON object']],
    [record({ id: 'x' }), ['id must be 32 hex digits']],
    [record({ keyHash: 'x' }), ['keyHash must be 64 hex digits']],
    [
      record({ keyPreview: `ck_live_${'ab'.repeat(32)}` }),
      ['keyPreview must begin with ck_live_ or ck_test_ and hold no whole key'],
    ],
    [record({ name: '' }), ['name must be 1 to 100 letters, digits, spaces, - or _']],
    [
      record({ permissions: ['admin'] }),
      ['permissions must list one or more of read, execute, cancel, create, webhooks, each once'],
    ],
    [record({ status: 'lost' }), ['status must be active or suspended or revoked']],
    [record({ createdAt: '2027-01-01T00:00:00Z' }), ['createdAt must not be in the future']],
    [
      record({ usageStats: { totalRequests: -1 } }),
      ['usageStats.totalRequests must be a whole number from 0 to 9007199254740991'],
    ],
  ])('is refused with every bad field named: %j', (value, problems) => {
    expect(problemsOf(value)).toEqual(problems);
  });
});
