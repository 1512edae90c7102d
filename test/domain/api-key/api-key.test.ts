import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createApiKey,
  hashOf,
  parseApiKeyId,
  parseApiKeySecret,
  revoke,
  sameHash,
  statusOf,
  type ApiKeyHash,
} from '../../../src/domain/api-key/api-key.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aKey } from '../../support/api-keys.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { runs } from '../../support/properties.js';

const later = (ms: number) => new Date(T0.getTime() + ms);
const bytes = (count: number) => Uint8Array.from({ length: count }, (_, n) => n + 1);
const terms = { name: 'bot', permissions: ['execute'] } as const;

describe('createApiKey', () => {
  const random = { secret: bytes(32), id: bytes(16) };
  const { key, secret } = createApiKey(
    { network: 'mainnet', owner: AN_OWNER, terms, now: T0 },
    random,
    sha256,
  );

  it('writes the random bytes in hex after the prefix', () => {
    expect(secret).toBe('ck_live_0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20');
    expect(key.id).toBe('0102030405060708090a0b0c0d0e0f10');
  });

  it.each([
    ['devnet', 'ck_test_'],
    ['testnet', 'ck_live_'],
    ['mainnet', 'ck_live_'],
  ] as const)('begins the keys of %s with %s', (network, prefix) => {
    const made = createApiKey({ network, owner: AN_OWNER, terms, now: T0 }, random, sha256);
    expect(made.secret.startsWith(prefix)).toBe(true);
    expect(made.key.preview).toBe(`${prefix}…1f20`);
  });

  it('keeps only the hash and the last four characters of the secret', () => {
    expect(key).toEqual({
      id: '0102030405060708090a0b0c0d0e0f10',
      owner: AN_OWNER,
      hash: Buffer.from(sha256(Buffer.from(secret))).toString('hex'),
      preview: 'ck_live_…1f20',
      terms,
      createdAt: T0,
    });
    expect(JSON.stringify(key)).not.toContain(secret.slice(8, -4));
    expect(hashOf(secret, sha256)).toBe(key.hash);
  });

  it.each([
    ['secret', { ...random, secret: bytes(31) }],
    ['id', { ...random, id: bytes(17) }],
  ])('throws when the %s has the wrong number of bytes', (_, wrong) => {
    expect(() =>
      createApiKey({ network: 'mainnet', owner: AN_OWNER, terms, now: T0 }, wrong, sha256),
    ).toThrow();
  });
});

describe('parseApiKeySecret and parseApiKeyId', () => {
  const digits = '0123456789abcdef'.repeat(4);

  it.each(['ck_live_', 'ck_test_'])('accept a secret of %s and 64 hex characters', (prefix) => {
    expect(unwrap(parseApiKeySecret(`${prefix}${digits}`))).toBe(`${prefix}${digits}`);
  });

  it.each([
    '',
    digits,
    `ck_live_${digits}0`,
    `ck_live_${digits.slice(1)}`,
    `ck_live_${digits.toUpperCase()}`,
    `CK_LIVE_${digits}`,
    `ck_prod_${digits}`,
    ` ck_live_${digits}`,
    `ck_live_${digits}\n`,
  ])('refuse %j as a secret', (raw) => {
    expect(parseApiKeySecret(raw)).toEqual({ ok: false, error: { kind: 'invalid-api-key' } });
  });

  it('accept an id of 32 hex characters', () => {
    expect(parseApiKeyId(digits.slice(32))).toBe(digits.slice(32));
    for (const raw of ['', digits, digits.slice(33), 'g'.repeat(32), `${digits.slice(32)}\n`]) {
      expect(parseApiKeyId(raw)).toBeUndefined();
    }
  });
});

describe('statusOf and revoke', () => {
  it('report a key as active until it is revoked', () => {
    expect(statusOf(aKey(), later(1e12))).toBe('active');
    expect(statusOf(revoke(aKey(), T0), T0)).toBe('revoked');
  });

  it('report a key as revoked from the moment it expires', () => {
    const key = aKey(1, { terms: { ...terms, expiresAt: later(10) } });
    expect(statusOf(key, later(9))).toBe('active');
    expect(statusOf(key, later(10))).toBe('revoked');
    expect(statusOf(key, later(11))).toBe('revoked');
  });

  it('keep the time of the first revocation', () => {
    const revoked = revoke(aKey(), T0);
    expect(revoked).toEqual({ ...aKey(), revokedAt: T0 });
    expect(revoke(revoked, later(1))).toBe(revoked);
  });
});

describe('sameHash', () => {
  it('returns whether two hashes are equal', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 0, maxLength: 3 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sameHash(a as ApiKeyHash, b as ApiKeyHash)).toBe(a === b);
      }),
      { numRuns: runs(1000) },
    );
  });
});
