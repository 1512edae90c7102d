import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  BOUNDS_OF,
  isRoutable,
  mathsOf,
  opcodeFor,
  quoteHop,
  sidesOf,
  VAULT_KINDS,
} from '../../../src/domain/vault/kinds.js';
import type { RoutableKind, RoutableVault } from '../../../src/domain/vault/vault.js';
import { Graph } from '../../../src/domain/router/search/graph.js';
import { HopBounds } from '../../../src/domain/router/search/hop-bounds.js';
import { probesArbitrary } from '../../support/market-arbitrary.js';
import { toUnits, type Units } from '../../../src/domain/shared/units.js';
import { anExternal, aPool, aSublink, holding, token } from '../router/builders.js';
import { runs } from '../../support/properties.js';

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
      { numRuns: runs(1000) },
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
      { numRuns: runs(1000) },
    );
  });
});

const ROUTABLE = Object.keys(BOUNDS_OF) as RoutableKind[];

/** Fees that the kind may have, from one of 0 to 100% and the share of the operator in percent. */
function feesOf(
  kind: RoutableKind,
  ppm: number,
  percent: number,
): Pick<RoutableVault, 'feePpm' | 'protocolFeePpm'> {
  if (kind !== 'bitflow-xyk') return { feePpm: ppm };
  const points = Math.floor(ppm / 200);
  return { feePpm: points * 100, protocolFeePpm: Math.floor((points * percent) / 100) * 100 };
}

describe('the ceiling of a vault kind', () => {
  const hop = fc.record({
    reserveA: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 24n)),
    reserveB: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 24n)),
    ppm: fc.oneof(fc.constantFrom(3_000, 1_000_000), fc.integer({ min: 0, max: 1_000_000 })),
    percent: fc.integer({ min: 0, max: 100 }),
    probes: probesArbitrary,
    amount: fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10_000n), fc.bigInt(0n, 10n ** 30n)),
    more: fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 100n), fc.bigInt(0n, 10n ** 30n)),
  });

  it.each(ROUTABLE)(
    'the ceiling of a vault kind of a %s is at least its quote and that of every smaller input',
    (kind) => {
      fc.assert(
        fc.property(hop, ({ reserveA, reserveB, ppm, percent, probes, amount, more }) => {
          const vault = aPool('v', 'a', 'b', { kind, ...feesOf(kind, ppm, percent) });
          const sides = { x: reserveA, y: reserveB, probes };
          const maths = mathsOf(vault);
          const ceiling = maths.ceiling(vault, sides, amount + more);
          return (
            ceiling >= maths.quote(vault, sides, amount + more).dy &&
            ceiling >= maths.ceiling(vault, sides, amount)
          );
        }),
        { numRuns: runs(1000) },
      );
    },
  );

  it.each(ROUTABLE)(
    'the ceiling of a vault kind of a %s reaches an output at the input that leastInput returns, and not before',
    (kind) => {
      fc.assert(
        fc.property(hop, ({ reserveA, reserveB, ppm, percent, probes, amount }) => {
          const vault = aPool('v', 'a', 'b', { kind, ...feesOf(kind, ppm, percent) });
          const sides = { x: reserveA, y: reserveB, probes };
          const maths = mathsOf(vault);
          const output = amount + 1n;
          const least = maths.leastInput(vault, sides, output);
          if (least === undefined) return maths.ceiling(vault, sides, 10n ** 80n) < output;
          return (
            maths.ceiling(vault, sides, least) >= output && maths.ceiling(vault, sides, least - 1n) < output
          );
        }),
        { numRuns: runs(1000) },
      );
    },
  );

  it('the ceiling of a vault kind of a Bitflow XYK pool bridges the fall of its output if both fees rise at once', () => {
    const vault = aPool('v', 'a', 'b', { kind: 'bitflow-xyk', feePpm: 3_000, protocolFeePpm: 1_000 });
    const reserves = held(1_000_000n, 9_000_000n);
    const give = (amountIn: bigint) => quoteHop(vault, reserves, 0, amountIn);
    // 0.1% and 0.2% of 999: 0 and 1; of 1000: 1 and 2.
    expect(give(999n)).toEqual({ dx: 999n, dy: (998n * 9_000_000n) / 1_000_998n });
    expect(give(1_000n)).toEqual({ dx: 1_000n, dy: (997n * 9_000_000n) / 1_000_997n });
    expect(mathsOf(vault).ceiling(vault, sidesOf(vault, reserves, 0), 1_000n)).toBe(give(999n).dy);
  });

  it.each(ROUTABLE)(
    'the ceiling of a vault kind of a %s is its quote unless its bounds say otherwise',
    (kind) => {
      fc.assert(
        fc.property(hop, ({ reserveA, reserveB, ppm, percent, probes, amount }) => {
          const vault = aPool('v', 'a', 'b', { kind, ...feesOf(kind, ppm, percent) });
          const graph = new Graph([vault]);
          graph.update(vault.contractId, {
            ...holding(reserveA, reserveB),
            probes: { aToB: probes, bToA: [] },
          });
          return !graph.isExact(0) || graph.ceiling(0, amount) === graph.quote(0, amount).dy;
        }),
      );
    },
  );
});

/** Different amounts that are the same double. */
const SAME_AS_DOUBLES = {
  reserveA: toUnits(1n),
  reserveB: toUnits(2n),
  ppm: 0,
  percent: 0,
  probes: [
    { amountIn: toUnits(99_999_999_999_999_991_808n), amountOut: toUnits(1n) },
    { amountIn: toUnits(99_999_999_999_999_991_810n), amountOut: toUnits(0n) },
  ],
  amountIn: toUnits(99_999_999_999_999_991_809n),
};

describe('the bounds of a vault kind', () => {
  const hop = fc.record({
    reserveA: fc.bigInt(1n, 10n ** 24n),
    reserveB: fc.bigInt(1n, 10n ** 24n),
    ppm: fc.integer({ min: 0, max: 1_000_000 }),
    percent: fc.integer({ min: 0, max: 100 }),
    probes: probesArbitrary,
    amountIn: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 7n), fc.bigInt(1n, 10n ** 30n)),
  });

  it.each(ROUTABLE)('contain the exact ceiling of a %s, as an interval and as a curve', (kind) => {
    fc.assert(
      fc.property(hop, ({ reserveA, reserveB, ppm, percent, probes, amountIn }) => {
        const vault = aPool('v', 'a', 'b', { kind, ...feesOf(kind, ppm, percent) });
        const graph = new Graph([vault]);
        graph.update(vault.contractId, {
          ...holding(reserveA, reserveB),
          probes: { aToB: probes, bToA: [] },
        });
        const { dx } = graph.quote(0, amountIn);
        const ceiling = graph.ceiling(0, amountIn);
        const amount = Number(amountIn);
        const isWhole = amountIn < 2n ** 53n;
        const [low, high] = isWhole ? [amount, amount] : [amount * (1 - 2 ** -49), amount * (1 + 2 ** -49)];
        const out = new HopBounds(graph);
        out.through(0, low, high);
        if (graph.isExact(0)) expect(out.dxLow <= Number(dx) && Number(dx) <= out.dxHigh).toBe(true);
        expect(out.low <= Number(ceiling) && Number(ceiling) <= out.high).toBe(true);
        if (isWhole) expect(out.dxLow).toBe(out.dxHigh);
        if (!mathsOf(vault).isQuoted)
          expect(out.high - out.low).toBeLessThanOrEqual(1 + 2 ** -44 * Number(ceiling));
        const kept = 1_000_000 - vault.feePpm;
        const [curveX, curveY] = mathsOf(vault).curve(Number(reserveA), Number(reserveB), kept, probes);
        expect((high * curveY) / (curveX + high)).toBeGreaterThanOrEqual(Number(ceiling));
      }),
      { numRuns: runs(1000), examples: [[SAME_AS_DOUBLES]] },
    );
  });
});

describe('VAULT_KINDS', () => {
  it('lists every kind in the order in which messages name them', () => {
    expect(VAULT_KINDS).toEqual([
      'pool',
      'sublink',
      'velar',
      'arkadiko',
      'bitflow-xyk',
      'bitflow-stableswap',
      'bitflow-dlmm',
      'alex',
      'fee-out-pool',
      'external',
    ]);
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
