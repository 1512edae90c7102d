import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feeOfQuotes, feeProbes, quotesTellFee } from '../../../src/domain/vault/fee.js';
import { isRoutable, quoteHop } from '../../../src/domain/vault/kinds.js';
import type { Units } from '../../../src/domain/shared/units.js';
import { anExternal, aPool, aSublink } from '../router/builders.js';

const unread = (reason: string) => ({ ok: false, error: { kind: 'fee-unread', reason } });
const quote = (dx: bigint) => ({ dx, dy: 5n });

describe('feeOfQuotes', () => {
  it('finds the exact fee of a pool in the quotes that the pool gives, whatever it holds', () => {
    const side = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), side, side, (feePpm, a, b) => {
        const pool = aPool('p', 'a', 'b', { feePpm });
        const held = { reserveA: a as Units, reserveB: b as Units };
        const quotes = feeProbes(pool).map(({ opcode, amountIn }) => quoteHop(pool, held, opcode, amountIn));
        expect(feeOfQuotes(pool, quotes)).toEqual({ ok: true, value: feePpm });
      }),
    );
  });

  it('asks once in each direction', () => {
    expect(feeProbes(aPool('p', 'a', 'b')).map(({ opcode, amountIn }) => [opcode, amountIn])).toEqual([
      [0, 1_000_000n],
      [1, 1_000_000n],
    ]);
  });

  it.each([
    ['a direction gives no quote', [quote(997_000n), undefined], 'no-quote'],
    ['there is no quote at all', [], 'no-quote'],
    ['more goes in than was asked for', [quote(1_000_001n), quote(1_000_001n)], 'no-fee'],
    ['the directions differ', [quote(997_000n), quote(990_000n)], 'quotes-disagree'],
  ])('finds no fee when %s', (_, quotes, reason) => {
    expect(feeOfQuotes(aPool('p', 'a', 'b'), quotes)).toEqual(unread(reason));
  });

  it('finds no fee in the quotes of a kind with its own maths', () => {
    expect(quotesTellFee(anExternal('e', 'a', 'b'))).toBe(false);
    expect(feeOfQuotes(anExternal('e', 'a', 'b'), [quote(1_000_000n)])).toEqual(unread('no-fee'));
  });
});

describe('isRoutable', () => {
  it('leaves out a pool until its fee is known', () => {
    const { feePpm: _unknown, ...pool } = aPool('p', 'a', 'b');
    expect(isRoutable(pool)).toBe(false);
    expect(isRoutable({ ...pool, feePpm: 0 })).toBe(true);
    expect(isRoutable(aSublink('s', 'a', 'a-subnet'))).toBe(true);
  });
});
