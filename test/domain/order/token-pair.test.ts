import { describe, expect, it } from '@jest/globals';
import { tokenPair } from '../../../src/domain/order/terms/token-pair.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';

const parse = tokenPair((raw) =>
  String(raw).startsWith('.') ? ok(raw as ContractId) : err({ reason: `no token: ${String(raw)}` }),
);
const notTwo = 'must be two contract ids, separated by a comma';

describe('tokenPair', () => {
  it('reads two tokens in their order', () => {
    expect(parse('.b,.a')).toEqual(ok(['.b', '.a']));
  });

  it.each([
    [undefined, notTwo],
    [['.a', '.b'], notTwo],
    ['', notTwo],
    ['.a', notTwo],
    ['.a,.b,.c', notTwo],
    ['a,.b', 'no token: a'],
    ['.a,b', 'no token: b'],
    ['.a,.a', 'must be two different tokens'],
  ])('refuses %j', (raw, reason) => {
    expect(parse(raw)).toEqual(err({ reason }));
  });
});
