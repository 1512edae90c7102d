import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feesOfQuotes, feeProbes, quotesTellFee } from '../../../src/domain/vault/fee.js';
import { isRoutable, quoteHop } from '../../../src/domain/vault/kinds.js';
import type { Units } from '../../../src/domain/shared/units.js';
import { anExternal, aPool, aSublink } from '../router/builders.js';

/** A Velar pool, and what its wrapper quotes for the probes. */
function velar(feePpm: number, a: bigint, b: bigint) {
  const vault = { ...aPool('v', 'a', 'b', { feePpm }), kind: 'velar' as const };
  const [reserveA, reserveB, supply] = [a as Units, b as Units, 0n as Units];
  const held = { reserveA, reserveB, supply, readAt: new Date(0) };
  const quotes = feeProbes(vault, held).map(({ opcode, amountIn }) => ({
    dx: amountIn,
    dy: quoteHop(vault, held, opcode, amountIn).dy,
  }));
  return { vault, held, quotes };
}

const unread = (reason: string) => ({ ok: false, error: { kind: 'fee-unread', reason } });
const quote = (dx: bigint) => ({ dx, dy: 5n });

describe('feesOfQuotes', () => {
  it('finds the exact fee of a pool in the quotes that the pool gives, whatever it holds', () => {
    const side = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), side, side, (feePpm, a, b) => {
        const pool = aPool('p', 'a', 'b', { feePpm });
        const held = { reserveA: a as Units, reserveB: b as Units };
        const quotes = feeProbes(pool).map(({ opcode, amountIn }) => quoteHop(pool, held, opcode, amountIn));
        expect(feesOfQuotes(pool, quotes)).toEqual({ ok: true, value: { feePpm } });
      }),
    );
  });

  it('finds the exact fee of a Velar pool in its outputs, though its wrapper reports the whole input', () => {
    const side = fc.bigInt(10n ** 7n, 10n ** 18n);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), side, side, (feePpm, a, b) => {
        const { held, quotes, vault } = velar(feePpm, a, b);
        expect(feesOfQuotes(vault, quotes, held)).toEqual({ ok: true, value: { feePpm } });
      }),
    );
  });

  it('never finds a wrong fee of a Velar pool, however little it holds', () => {
    let alone = 0;
    const side = fc.bigInt(1n, 10n ** 7n);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), side, side, (feePpm, a, b) => {
        const { held, quotes, vault } = velar(feePpm, a, b);
        const found = feesOfQuotes(vault, quotes, held);
        if (found.ok) expect(found.value).toEqual({ feePpm });
        else expect(found).toEqual(unread('no-fee'));
        // A fee that no neighbour shares the outputs of is the only one.
        const others = [feePpm - 1, feePpm + 1].filter((other) => other >= 0 && other <= 1_000_000);
        const isAlone = feeProbes(vault, held).every(({ opcode, amountIn }, n) =>
          others.every(
            (other) => quoteHop({ ...vault, feePpm: other }, held, opcode, amountIn).dy !== quotes[n]!.dy,
          ),
        );
        if (isAlone && feePpm > 0) expect(found.ok).toBe(true);
        if (isAlone) alone += 1;
      }),
    );
    expect(alone).toBeGreaterThan(0);
  });

  it('finds no fee in quotes of a Velar pool that give more than it could without one', () => {
    const { held, quotes, vault } = velar(0, 10n ** 12n, 10n ** 12n);
    const generous = quotes.map(({ dx, dy }) => ({ dx, dy: dy + 10n ** 9n }));
    expect(feesOfQuotes(vault, generous, held)).toEqual(unread('no-fee'));
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
    expect(feesOfQuotes(aPool('p', 'a', 'b'), quotes)).toEqual(unread(reason));
  });

  it('finds no fee in the quotes of a kind with its own maths', () => {
    expect(quotesTellFee(aPool('p', 'a', 'b'))).toBe(true);
    expect(quotesTellFee(anExternal('e', 'a', 'b'))).toBe(false);
    expect(feesOfQuotes(anExternal('e', 'a', 'b'), [quote(1_000_000n)])).toEqual(unread('no-fee'));
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
