import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isRoutable,
  KIND_CODES,
  mathsOf,
  opcodeFor,
  quoteHop,
  sidesOf,
  VAULT_KINDS,
} from '../../../src/domain/vault/kinds.js';
import type { RoutableKind } from '../../../src/domain/vault/vault.js';
import { Graph } from '../../../src/domain/router/search/graph.js';
import { HopBounds } from '../../../src/domain/router/search/hop-bounds.js';
import type { Units } from '../../../src/domain/shared/units.js';
import { anExternal, aPool, aSublink, holding, token } from '../router/builders.js';

const held = (reserveA: bigint, reserveB: bigint) => ({
  reserveA: reserveA as Units,
  reserveB: reserveB as Units,
});

describe('quoteHop', () => {
  it('takes the fee of a pool first and rounds both steps down', () => {
    // 1000 · 0.997 = 997; 997 · 20,000 / (10,000 + 997) = 1813.2…
    expect(quoteHop(aPool('p', 'a', 'b'), held(10_000n, 20_000n), 0, 1_000n)).toEqual({
      dx: 997n,
      dy: 1_813n,
    });
    // 5 · 0.997 = 4.985; 4 · 20,000 / 10,004 = 7.99…
    expect(quoteHop(aPool('p', 'a', 'b'), held(10_000n, 20_000n), 0, 5n)).toEqual({ dx: 4n, dy: 7n });
  });

  it('uses the reserves in reverse for B to A', () => {
    expect(quoteHop(aPool('p', 'a', 'b'), held(10_000n, 20_000n), 1, 1_000n)).toEqual({ dx: 997n, dy: 474n });
  });

  it('gives 0 when a reserve of the pool is empty or was never read', () => {
    const pool = aPool('p', 'a', 'b');
    expect(quoteHop(pool, held(0n, 5n), 0, 1_000n).dy).toBe(0n);
    expect(quoteHop(pool, held(5n, 0n), 0, 1_000n).dy).toBe(0n);
    expect(quoteHop(pool, undefined, 0, 1_000n).dy).toBe(0n);
  });

  it('gives 0 when the fee takes the whole input', () => {
    expect(quoteHop(aPool('p', 'a', 'b', { feePpm: 1_000_000 }), held(9n, 9n), 0, 7n)).toEqual({
      dx: 0n,
      dy: 0n,
    });
  });

  it('gives the input unchanged through a sublink in both directions', () => {
    const sublink = aSublink('s', 'a', 'a-subnet');
    expect(opcodeFor(sublink, token('a'))).toBe(5);
    expect(opcodeFor(sublink, token('a-subnet'))).toBe(6);
    expect(quoteHop(sublink, undefined, 5, 12_345n)).toEqual({ dx: 12_345n, dy: 12_345n });
  });

  const anyHop = fc.record({
    reserveA: fc.bigInt(0n, 10n ** 33n),
    reserveB: fc.bigInt(0n, 10n ** 33n),
    feePpm: fc.integer({ min: 0, max: 1_000_000 }),
    amount: fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10n ** 30n)),
    more: fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10n ** 30n)),
  });

  it('never gives less output for more input', () => {
    fc.assert(
      fc.property(anyHop, ({ reserveA, reserveB, feePpm, amount, more }) => {
        const give = (amountIn: bigint) =>
          quoteHop(aPool('p', 'a', 'b', { feePpm }), held(reserveA, reserveB), 0, amountIn).dy;
        return give(amount + more) >= give(amount);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives an output for the input that leastInput returns, and less for one unit less', () => {
    fc.assert(
      fc.property(anyHop, ({ reserveA, reserveB, feePpm, amount }) => {
        const pool = aPool('p', 'a', 'b', { feePpm });
        const reserves = held(reserveA, reserveB);
        const give = (amountIn: bigint) => quoteHop(pool, reserves, 0, amountIn).dy;
        const output = amount + 1n;
        const least = mathsOf(pool).leastInput(pool, sidesOf(pool, reserves, 0), output);
        if (least === undefined) return give(10n ** 80n) < output;
        return give(least) >= output && give(least - 1n) < output;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the bounds of a vault kind', () => {
  const hop = fc.record({
    reserveA: fc.bigInt(1n, 10n ** 24n),
    reserveB: fc.bigInt(1n, 10n ** 24n),
    feePpm: fc.integer({ min: 0, max: 1_000_000 }),
    amountIn: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 7n), fc.bigInt(1n, 10n ** 30n)),
  });

  it.each(Object.keys(KIND_CODES) as RoutableKind[])(
    'contain the exact output of a %s, as an interval and as a curve',
    (kind) => {
      fc.assert(
        fc.property(hop, ({ reserveA, reserveB, feePpm, amountIn }) => {
          const vault = aPool('v', 'a', 'b', { kind, feePpm });
          const { dx, dy } = quoteHop(vault, held(reserveA, reserveB), mathsOf(vault).opcodes[0], amountIn);
          const [x, y, kept, amount] = [
            Number(reserveA),
            Number(reserveB),
            1_000_000 - feePpm,
            Number(amountIn),
          ];
          const isExact = amountIn < 2n ** 53n;
          const [low, high] = isExact ? [amount, amount] : [amount * (1 - 2 ** -49), amount * (1 + 2 ** -49)];
          const graph = new Graph([vault]);
          graph.update(vault.contractId, holding(reserveA, reserveB));
          const out = new HopBounds(graph);
          out.through(0, low, high);
          expect(out.dxLow <= Number(dx) && Number(dx) <= out.dxHigh).toBe(true);
          expect(out.low <= Number(dy) && Number(dy) <= out.high).toBe(true);
          const [curveX, curveY] = mathsOf(vault).curve(x, y, kept);
          expect((high * curveY) / (curveX + high)).toBeGreaterThanOrEqual(Number(dy));
        }),
        { numRuns: 2000 },
      );
    },
  );
});

describe('VAULT_KINDS', () => {
  it('lists every kind in the order in which messages name them', () => {
    expect(VAULT_KINDS).toEqual(['pool', 'sublink', 'external']);
  });
});

describe('isRoutable', () => {
  it('returns false for external vaults and for vaults whose two tokens are the same', () => {
    expect(isRoutable(aPool('p', 'a', 'b'))).toBe(true);
    expect(isRoutable(aSublink('s', 'a', 'b'))).toBe(true);
    expect(isRoutable(anExternal('p', 'a', 'b'))).toBe(false);
    expect(isRoutable(aPool('p', 'a', 'a'))).toBe(false);
  });
});
