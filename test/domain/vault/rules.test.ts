import { describe, expect, it } from '@jest/globals';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';
import { feesOfPoints } from '../../../src/domain/vault/bitflow-xyk.js';
import { chainTellsFee } from '../../../src/domain/vault/fee.js';
import { isMarket, mathsOf, rulesOf, VAULT_KINDS, withAnswer } from '../../../src/domain/vault/kinds.js';
import { probeInputs } from '../../../src/domain/vault/probes.js';
import type { CopiedToken, Sides, VaultRules } from '../../../src/domain/vault/rules.js';
import type { Probe, RoutableVault, Vault, VaultKind } from '../../../src/domain/vault/vault.js';
import { aPool, holding, token } from '../router/builders.js';

const vaultOf = (kind: VaultKind, changes: Partial<Vault> = {}): Vault => ({
  ...aPool('v', 'a', 'b'),
  kind,
  ...changes,
});
const probe = (amountIn: bigint, amountOut: bigint): Probe => ({
  amountIn: toUnits(amountIn),
  amountOut: toUnits(amountOut),
});

interface Facts {
  /** Whether it pays its fee out, by what its record says of that: nothing, yes and no. */
  readonly forwards: readonly [boolean, boolean, boolean];
  readonly isMarket: boolean;
  readonly chainTellsFee: boolean;
  readonly balancesAreReserves: boolean;
  /** What sets its exchange apart. */
  readonly exchange?: Pick<VaultRules, 'wrapsStx' | 'sharesHolder' | 'bookDecimals'>;
}
const byRecord = [false, true, false] as const;
const own = { forwards: byRecord, isMarket: true, chainTellsFee: false, balancesAreReserves: true };

const FACTS: Readonly<Record<VaultKind, Facts>> = {
  pool: { ...own, chainTellsFee: true },
  sublink: { ...own, forwards: [false, false, false], isMarket: false },
  velar: { forwards: [true, true, false], isMarket: true, chainTellsFee: true, balancesAreReserves: false },
  arkadiko: { ...own, balancesAreReserves: false, exchange: { wrapsStx: true } },
  'bitflow-xyk': { ...own, chainTellsFee: true },
  'bitflow-stableswap': own,
  'bitflow-dlmm': own,
  alex: { ...own, balancesAreReserves: false, exchange: { sharesHolder: true, bookDecimals: 8 } },
  'fee-out-pool': { ...own, forwards: [true, true, true] },
  external: { ...own, isMarket: false },
};

describe('the rules of a vault kind', () => {
  it.each(VAULT_KINDS)('say of a %s who holds its funds, and what its balances and quotes reveal', (kind) => {
    const rules = rulesOf({ kind });
    const forwards = [{}, { forwardsInputFee: true }, { forwardsInputFee: false }].map((record) =>
      rules.forwardsFee(vaultOf(kind, record)),
    );
    const { balancesAreReserves } = rules;
    const facts = { forwards, balancesAreReserves, chainTellsFee: chainTellsFee(vaultOf(kind)) };
    const { exchange = {}, ...expected } = FACTS[kind];
    expect({ ...facts, isMarket: isMarket(vaultOf(kind)) }).toEqual(expected);
    const { wrapsStx, sharesHolder, bookDecimals } = rules;
    expect({ wrapsStx, sharesHolder, bookDecimals }).toEqual(exchange);
    expect(isMarket(vaultOf(kind, { tokenB: token('a') }))).toBe(false);
    expect(rules.isEven).toBe(kind === 'sublink');
    expect(rules.hasReserves).toBe(kind !== 'sublink');
    const quoted = ['bitflow-stableswap', 'bitflow-dlmm', 'alex', 'fee-out-pool'];
    expect(rules.isQuoted).toBe(quoted.includes(kind));
    expect(rules.holder(vaultOf(kind, { externalPoolId: token('pool') }))).toBe(token('pool'));
    expect(rules.holder(vaultOf(kind))).toBe(token(kind === 'sublink' ? 'b' : 'v'));
  });

  const copies = new Map<ContractId, CopiedToken>([
    [token('b'), { base: token('a') }],
    [token('other'), { base: token('c') }],
    [token('plain'), {}],
  ]);
  const POINTS = 'feePpm must be whole basis points, at most 500000';
  const PART = 'protocolFeePpm must be the whole basis points of feePpm that go out';
  const COPY = `tokenB a sublink's tokenB must be the subnet copy of its tokenA ${token('a')}`;
  const WRAPPER = 'stxWrapper is required if a pair exchanges STX';
  const { feePpm: _fee, ...feeless } = vaultOf('pool');
  it.each<[VaultKind, Partial<Vault>, readonly string[]]>([
    ['pool', { feePpm: 1 }, []],
    ['external', { feePpm: 1 }, []],
    ['sublink', { feePpm: 0 }, []],
    ['sublink', { feePpm: 1 }, ['feePpm a sublink takes no fee']],
    ['sublink', { tokenB: token('unlisted') }, []],
    ['sublink', { tokenB: token('other') }, [COPY]],
    ['sublink', { tokenB: token('plain'), feePpm: 1 }, [COPY, 'feePpm a sublink takes no fee']],
    ['arkadiko', {}, []],
    ['arkadiko', { feePpm: 3_000 }, []],
    ['arkadiko', { feePpm: 2_999 }, ['feePpm an Arkadiko pair takes 3000']],
    ['arkadiko', { tokenA: STX }, [WRAPPER]],
    ['arkadiko', { tokenB: STX }, [WRAPPER]],
    ['arkadiko', { tokenA: STX, stxWrapper: `${token('w')}::w` }, []],
    ['bitflow-xyk', {}, []],
    ['bitflow-xyk', { feePpm: 500_000, protocolFeePpm: 500_000 }, []],
    ['bitflow-xyk', { feePpm: 500_100, protocolFeePpm: 0 }, [POINTS]],
    ['bitflow-xyk', { feePpm: 3_050, protocolFeePpm: 100 }, [POINTS]],
    ['bitflow-xyk', { feePpm: 3_000 }, [PART]],
    ['bitflow-xyk', { feePpm: 3_000, protocolFeePpm: 150 }, [PART]],
    ['bitflow-xyk', { feePpm: 3_000, protocolFeePpm: 3_100 }, [PART]],
  ])('find in the record of a %s with %j: %j', (kind, record, defects) => {
    const vault: Vault = { ...feeless, kind, ...record };
    const found = rulesOf(vault).findDefects(vault, copies);
    expect(found.map(({ field, problem }) => `${field} ${problem}`)).toEqual(defects);
  });
});

describe('feesOfPoints', () => {
  it('adds the two fees of a Bitflow pool, in parts per million', () => {
    expect(feesOfPoints(10, 20)).toEqual({ feePpm: 3_000, protocolFeePpm: 1_000 });
  });
});

describe('overflows', () => {
  /** 65,535 parts per million stay, which divide 2^128 - 1. */
  const pool = aPool('p', 'a', 'b', { feePpm: 934_465 });
  const free = aPool('p', 'a', 'b', { kind: 'bitflow-xyk', feePpm: 0, protocolFeePpm: 0 });
  const [least, half] = [U128_MAX / 10_000n, (U128_MAX + 1n) / 2n];
  it.each<[boolean, string, RoutableVault, Sides, bigint, bigint]>([
    [
      false,
      'the input times what is kept is the largest number',
      pool,
      { x: 0n, y: 1n },
      U128_MAX / 65_535n,
      1n,
    ],
    [true, 'the input times what is kept exceeds it', pool, { x: 0n, y: 1n }, U128_MAX / 65_535n + 1n, 1n],
    [false, 'the product is the largest number', pool, { x: 0n, y: U128_MAX }, 1n, 1n],
    [true, 'the product exceeds it', pool, { x: 0n, y: half }, 2n, 2n],
    [false, 'the new reserve is the largest number', pool, { x: U128_MAX - 5n, y: 1n }, 5n, 1n],
    [true, 'the new reserve exceeds it', pool, { x: U128_MAX - 5n, y: 1n }, 6n, 1n],
    [false, 'the input in basis points fits', free, { x: 0n, y: 1n }, least, least],
    [true, 'the input in basis points exceeds it', free, { x: 0n, y: 1n }, least + 1n, least + 1n],
    [false, 'the product is the largest number', free, { x: 0n, y: U128_MAX }, 1n, 1n],
    [true, 'the product exceeds it', free, { x: 0n, y: half }, 2n, 2n],
    [false, 'the new reserve is the largest number', free, { x: U128_MAX - 5n, y: 1n }, 5n, 5n],
    [true, 'the new reserve exceeds it', free, { x: U128_MAX - 5n, y: 1n }, 6n, 6n],
    [false, 'nothing is computed', aPool('s', 'a', 'b', { kind: 'sublink' }), { x: U128_MAX, y: 1n }, 9n, 9n],
    [
      false,
      'only the contract knows',
      aPool('q', 'a', 'b', { kind: 'alex' }),
      { x: U128_MAX, y: 1n },
      9n,
      9n,
    ],
  ])('is %s where %s', (isOver, _, vault, sides, amountIn, dx) => {
    expect(mathsOf(vault).overflows(vault, sides, amountIn, dx)).toBe(isOver);
  });
});

describe('rateKept', () => {
  const probes = [probe(1_000n, 499n), probe(2_000n, 600n)];
  it.each<[RoutableVault, Sides, bigint, bigint, number]>([
    [aPool('p', 'a', 'b'), { x: 100n, y: 200n }, 10n, 18n, 0.9],
    [aPool('p', 'a', 'b', { kind: 'sublink' }), { x: 0n, y: 0n }, 10n, 10n, 1],
    // 990 of the input are left after both fees.
    [
      aPool('p', 'a', 'b', { kind: 'bitflow-xyk', feePpm: 10_000, protocolFeePpm: 5_000 }),
      { x: 100n, y: 200n },
      1_000n,
      990n,
      0.5,
    ],
    // The mid rate is that of the smallest probe: one half, with one unit more for its rounding.
    [aPool('p', 'a', 'b', { kind: 'alex' }), { x: 0n, y: 0n, probes }, 2_000n, 600n, 0.6],
    [aPool('p', 'a', 'b', { kind: 'alex' }), { x: 0n, y: 0n, probes }, 1_000n, 501n, 1],
    [aPool('p', 'a', 'b', { kind: 'alex' }), { x: 0n, y: 0n }, 2_000n, 600n, 1],
  ])('of %p with %p for %d in and %d out is %d', (vault, sides, dx, dy, rate) => {
    expect(mathsOf(vault).rateKept(vault, sides, dx, dy)).toBeCloseTo(rate, 12);
  });
});

describe('the curve of a vault', () => {
  it.each(['pool', 'velar', 'arkadiko', 'bitflow-xyk', 'alex'] as const)(
    'gives nothing for a %s without reserves',
    (kind) => {
      const [x, y] = mathsOf(aPool('p', 'a', 'b', { kind })).curve(0, 9, 1_000_000, []);
      expect((5 * y) / (x + 5)).toBe(0);
    },
  );

  it('gives nothing for a pool whose fee is the whole input', () => {
    const [x, y] = mathsOf(aPool('p', 'a', 'b')).curve(9, 9, 0, []);
    expect((5 * y) / (x + 5)).toBe(0);
  });
});

describe('a vault that only its contract can quote', () => {
  const vault = aPool('q', 'a', 'b', { kind: 'alex' });
  const maths = mathsOf(vault);
  const sides = { x: 0n, y: 100n, probes: [probe(10n, 9n), probe(20n, 0n)] };

  it('gives for a refused input no more than for one unit less', () => {
    expect([10n, 11n, 19n, 20n, 99n].map((amount) => maths.ceiling(vault, sides, amount))).toEqual([
      9n,
      11n,
      19n,
      19n,
      19n,
    ]);
  });

  it('needs more than a quoted input for more than its output, and reaches nothing from the refused one on', () => {
    expect([9n, 10n, 19n, 20n].map((amount) => maths.leastInput(vault, sides, amount))).toEqual([
      9n,
      11n,
      19n,
      undefined,
    ]);
  });
});

describe('withAnswer', () => {
  const vault = vaultOf('alex');
  const [small, middle, large] = [probe(10n, 9n), probe(20n, 17n), probe(30n, 24n)];

  it('puts a quote into its direction, by input, in place of an older one for the same input', () => {
    const once = withAnswer(vault, holding(5n, 6n), 0, large);
    expect(once).toEqual({ ...holding(5n, 6n), probes: { aToB: [large], bToA: [] } });
    const newer = probe(20n, 16n);
    const all = [small, middle, newer].reduce((held, each) => withAnswer(vault, held, 0, each), once);
    expect(all.probes).toEqual({ aToB: [small, newer, large], bToA: [] });
    expect(withAnswer(vault, all, 1, middle).probes).toEqual({ ...all.probes, bToA: [middle] });
  });

  it('keeps 32 quotes of a direction', () => {
    const many = Array.from({ length: 40 }, (_, n) => probe(BigInt(n + 1), 1n));
    const held = many.reduce((reserves, each) => withAnswer(vault, reserves, 0, each), holding(5n, 6n));
    expect(held.probes?.aToB).toHaveLength(32);
    expect(held.probes?.aToB.at(-1)).toBe(many.at(-1));
  });
});

describe('probeInputs', () => {
  it.each([
    [10n ** 9n, [100_000n, 10_000_000n]],
    [10_000n, [1n, 100n]],
    [5n, [1n, 1n]],
  ])('of a side that holds %d are %p', (reserve, inputs) => {
    expect(probeInputs(reserve)).toEqual(inputs);
  });
});
