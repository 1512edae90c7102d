import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Token } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits, type Units } from '../../../src/domain/shared/units.js';
import { holdingsOf } from '../../../src/domain/wallet/holdings.js';

const id = (name: string) => `ST000000000000000000002AMW42H.${name}` as ContractId;
const aToken = (name: string, base?: string): Token => ({
  contractId: id(name),
  symbol: name,
  name,
  decimals: 2,
  identifier: name,
  ...(base !== undefined && { type: 'SUBNET', base: id(base) }),
});

const TOKENS = [aToken('a'), aToken('a-subnet', 'a'), aToken('b'), aToken('c'), aToken('d-subnet', 'd')];
const hold = (
  balances: Readonly<Record<string, bigint | undefined>>,
  prices: Readonly<Record<string, number>> = {},
) =>
  holdingsOf(
    TOKENS,
    (token) => {
      const name = token.split('.')[1]!;
      return name in balances ? (balances[name] as Units | undefined) : toUnits(0n);
    },
    (token) => {
      const usd = prices[token.split('.')[1]!];
      return usd === undefined ? undefined : { usd, change24h: null };
    },
  );

describe('holdings', () => {
  it('count a token and its subnet copies as one, by their worth in dollars', () => {
    const { tokens, valueUsd, isComplete } = hold({ a: 100n, 'a-subnet': 250n, b: 1_000n }, { a: 2, b: 3 });
    expect(tokens.map(({ token, valueUsd: value }) => [token.symbol, value])).toEqual([
      ['b', 30],
      ['a', 7],
    ]);
    expect(tokens[1]).toMatchObject({
      wallet: 100n,
      copies: [{ contractId: id('a-subnet'), balance: 250n }],
    });
    expect([valueUsd, isComplete]).toEqual([37, true]);
  });

  it('leave out what the wallet surely does not hold, and keep what is unknown', () => {
    const { tokens, isComplete } = hold({ b: undefined }, { b: 3 });
    expect(tokens.map(({ token, wallet, valueUsd }) => [token.symbol, wallet, valueUsd])).toEqual([
      ['b', undefined, 0],
    ]);
    expect(isComplete).toBe(false);
  });

  it('are incomplete if a token that is held has no price, which comes last', () => {
    const { tokens, isComplete } = hold({ a: 1n, b: 1n }, { b: 0.01 });
    expect(tokens.map(({ token }) => token.symbol)).toEqual(['b', 'a']);
    expect(tokens[1]).not.toHaveProperty('valueUsd');
    expect(isComplete).toBe(false);
  });

  it('show a copy whose base is not listed as a token of its own', () => {
    expect(hold({ 'd-subnet': 5n }).tokens).toMatchObject([{ token: { symbol: 'd-subnet' }, copies: [] }]);
  });

  it('are worth the sum of every known balance at its price', () => {
    const balances = fc.dictionary(
      fc.constantFrom('a', 'a-subnet', 'b', 'c', 'd-subnet'),
      fc.option(fc.bigInt(0n, 10n ** 9n), { nil: undefined }),
    );
    fc.assert(
      fc.property(balances, fc.nat(1000), fc.nat(1000), (held, a, b) => {
        const { valueUsd } = hold(held, { a, b });
        const cents = (name: string) => Number(held[name] ?? 0n) / 100;
        expect(valueUsd).toBeCloseTo((cents('a') + cents('a-subnet')) * a + cents('b') * b, 4);
      }),
    );
  });
});
