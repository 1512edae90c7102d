import { describe, expect, it } from '@jest/globals';
import { MAX_BALANCES, parseBalanceRequest } from '../../../src/domain/wallet/balance-request.js';
import { AN_OWNER } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';

const read = (address: unknown, tokens: unknown) =>
  parseBalanceRequest({ address, tokens }, 'devnet', sha256);
const many = (count: number) => Array.from({ length: count }, (_, n) => `token-${n}`).join(',');
const TOO_MANY = `must be 1 to ${MAX_BALANCES} contract ids, separated by commas`;

describe('a request for balances', () => {
  it.each([
    ['one token', '.stx', ['.stx']],
    ['several, in their order', '.stx,b,a', ['.stx', 'b', 'a']],
    ['spaces around commas', '.stx , a', ['.stx', 'a']],
    ['a token twice, which counts once', 'a,b,a', ['a', 'b']],
    ['as many as it may', many(MAX_BALANCES), many(MAX_BALANCES).split(',')],
  ])('takes %s', (_, text, tokens) => {
    expect(read(AN_OWNER, text)).toEqual({ ok: true, value: { address: AN_OWNER, tokens } });
  });

  it.each([
    ['no tokens', AN_OWNER, undefined, 'tokens', TOO_MANY],
    ['an empty list', AN_OWNER, '', 'tokens', TOO_MANY],
    ['an empty name in the list', AN_OWNER, 'a,,b', 'tokens', TOO_MANY],
    ['too many', AN_OWNER, many(MAX_BALANCES + 1), 'tokens', TOO_MANY],
    ['too many that are the same', AN_OWNER, 'a,'.repeat(MAX_BALANCES) + 'a', 'tokens', TOO_MANY],
    ['a list given twice', AN_OWNER, ['a', 'b'], 'tokens', TOO_MANY],
    ['no address', '', 'a', 'address', 'must be a Stacks address'],
    ['a contract as the wallet', `${AN_OWNER}.a`, 'a', 'address', 'must be a Stacks address'],
    ['lower case', AN_OWNER.toLowerCase(), 'a', 'address', 'must be a Stacks address'],
    [
      'an address of mainnet on a devnet',
      'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS',
      'a',
      'address',
      'must be a devnet address',
    ],
    ['a bad address before a bad list', 'x', '', 'address', 'must be a Stacks address'],
  ])('refuses %s', (_, address, tokens, parameter, reason) => {
    expect(read(address, tokens)).toEqual({
      ok: false,
      error: { kind: 'invalid-balance-request', parameter, reason },
    });
  });
});
