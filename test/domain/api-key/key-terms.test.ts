import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readKeyTerms } from '../../../src/domain/api-key/api-key.js';
import { parseContractId } from '../../../src/domain/shared/contract-id.js';
import { T0 } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';

const right = { keyName: 'My bot_1-a', permissions: ['execute'] };
const RULES = {
  now: T0,
  token: (raw: unknown) => parseContractId(raw, 'testnet', sha256),
};
const read = (message: Readonly<Record<string, unknown>>) => readKeyTerms(message, RULES, () => undefined);
const iso = (ms: number) => new Date(T0.getTime() + ms).toISOString();

describe('readKeyTerms', () => {
  it('reads name, permissions and expiry', () => {
    const message = { ...right, permissions: ['cancel', 'create', 'execute'], expiresAt: iso(1) };
    expect(read(message)).toEqual({
      name: 'My bot_1-a',
      permissions: ['cancel', 'create', 'execute'],
      expiresAt: new Date(T0.getTime() + 1),
    });
  });

  it.each([undefined, null])('reads terms without an expiry: %s', (expiresAt) => {
    expect(read({ ...right, expiresAt })).toEqual({
      name: 'My bot_1-a',
      permissions: ['execute'],
    });
  });

  it.each(['a', 'x'.repeat(100), ' ', '-', '_', '0'])('accepts the name %j', (keyName) => {
    expect(read({ ...right, keyName })?.name).toBe(keyName);
  });

  it.each<[string, object]>([
    ['no name', { keyName: undefined }],
    ['an empty name', { keyName: '' }],
    ['a long name', { keyName: 'x'.repeat(101) }],
    ['a dot in the name', { keyName: 'a.b' }],
    ['an umlaut in the name', { keyName: 'ä' }],
    ['a line end in the name', { keyName: 'a\n' }],
    ['a name that is no text', { keyName: 5 }],
    ['no permissions', { permissions: undefined }],
    ['an empty list of permissions', { permissions: [] }],
    ['a permission twice', { permissions: ['execute', 'execute'] }],
    ['four permissions', { permissions: ['execute', 'cancel', 'create', 'execute'] }],
    ['an unknown permission', { permissions: ['execute', 'delete'] }],
    ['permissions in text', { permissions: 'execute' }],
    ['a permission that is no text', { permissions: [['execute']] }],
    ['an expiry now', { expiresAt: iso(0) }],
    ['an expiry in the past', { expiresAt: iso(-1) }],
    ['an expiry that is no date', { expiresAt: 'tomorrow' }],
    ['an expiry on 30 February', { expiresAt: '2030-02-30' }],
    ['an expiry in milliseconds', { expiresAt: T0.getTime() + 1000 }],
    ['an empty expiry', { expiresAt: '' }],
  ])('refuses %s', (_, fields) => {
    expect(read({ ...right, ...fields })).toBeUndefined();
  });

  it.each<[object, string[]]>([
    [
      { permissions: ['trade'] },
      ['permissions: must list one or more of read, execute, cancel, create, webhooks, each once'],
    ],
    [{ expiresAt: iso(-1) }, ['expiresAt: must be in the future']],
    [{ expiresAt: 'soon' }, ['expiresAt: must be an ISO 8601 time, such as 2026-11-20T12:00:00Z']],
    [{ keyName: 'bot:1' }, ['keyName: must be 1 to 100 letters, digits, spaces, - or _']],
    [{ limits: {} }, ['limits: must have one of pairs, plans, dailyAmounts, addresses']],
    [
      { limits: 'all' },
      ['limits: must be an object', 'limits: must have one of pairs, plans, dailyAmounts, addresses'],
    ],
    [{ limits: { plan: ['a'], plans: ['a'] } }, ['limits.plan: unknown field; did you mean plans?']],
    [{ limits: { plans: [] } }, ['limits.plans: must have 1 to 20 entries']],
    [{ limits: { plans: Array(21).fill('a') } }, ['limits.plans: must have 1 to 20 entries']],
    [{ limits: { plans: 'dca' } }, ['limits.plans: must be a list']],
    [{ limits: { plans: [''] } }, ['limits.plans[0]: must not be empty']],
    [{ limits: { pairs: ['.stx,.stx'] } }, ['limits.pairs[0]: must be two different tokens']],
    [
      { limits: { addresses: ['10.0.0.0/33'] } },
      ['limits.addresses[0]: must be an IP address or a block of them, such as 203.0.113.0/24'],
    ],
    [
      { limits: { dailyAmounts: [{ token: '.stx', amount: 5 }] } },
      ['limits.dailyAmounts[0]: amount must be a string of decimal digits'],
    ],
    [
      { limits: { dailyAmounts: [{ token: '.stx', amount: '5', per: 'week' }] } },
      ['limits.dailyAmounts[0]: must be an object with token and amount'],
    ],
    [
      { limits: { dailyAmounts: Array(2).fill({ token: '.stx', amount: '5' }) } },
      ['limits.dailyAmounts: must name each token once'],
    ],
    [{ keyName: undefined, permissions: undefined }, ['keyName: is required', 'permissions: is required']],
  ])('names what is wrong with %j, and nothing else', (fields, expected) => {
    const problems: string[] = [];
    readKeyTerms({ ...right, ...fields }, RULES, (field, reason) => problems.push(`${field}: ${reason}`));
    expect(problems).toEqual(expected);
  });

  it('never throws for any message', () => {
    fc.assert(
      fc.property(
        fc.record({
          keyName: fc.anything(),
          permissions: fc.anything(),
          limits: fc.oneof(
            fc.anything(),
            fc.record({
              pairs: fc.anything(),
              dailyAmounts: fc.array(fc.anything()),
              addresses: fc.anything(),
            }),
          ),
          expiresAt: fc.anything(),
        }),
        (message) => {
          expect(() => read(message)).not.toThrow();
        },
      ),
    );
  });
});
