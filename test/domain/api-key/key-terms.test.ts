import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readKeyTerms } from '../../../src/domain/api-key/api-key.js';
import { T0 } from '../../support/builders.js';

const right = { keyName: 'My bot_1-a', permissions: ['execute'] };
const read = (message: Readonly<Record<string, unknown>>) => readKeyTerms(message, T0, () => undefined);
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
      ['permissions: must list one or more of execute, cancel, create, each once'],
    ],
    [{ expiresAt: iso(-1) }, ['expiresAt: must be in the future']],
    [{ expiresAt: 'soon' }, ['expiresAt: must be an ISO 8601 time, such as 2026-11-20T12:00:00Z']],
    [{ keyName: 'bot:1' }, ['keyName: must be 1 to 100 letters, digits, spaces, - or _']],
    [{ keyName: undefined, permissions: undefined }, ['keyName: is required', 'permissions: is required']],
  ])('names what is wrong with %j, and nothing else', (fields, expected) => {
    const problems: string[] = [];
    readKeyTerms({ ...right, ...fields }, T0, (field, reason) => problems.push(`${field}: ${reason}`));
    expect(problems).toEqual(expected);
  });

  it('never throws for any message', () => {
    fc.assert(
      fc.property(
        fc.record({ keyName: fc.anything(), permissions: fc.anything(), expiresAt: fc.anything() }),
        (message) => {
          expect(() => read(message)).not.toThrow();
        },
      ),
    );
  });
});
