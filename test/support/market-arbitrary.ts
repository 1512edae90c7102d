import fc from 'fast-check';
import type { Probe, Reserves, RoutableKind, Vault } from '../../src/domain/vault/vault.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import type { Units } from '../../src/domain/shared/units.js';

/** Vaults with their reserves, and swaps to quote on them. */
export interface Market {
  readonly vaults: readonly Vault[];
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
  readonly queries: readonly MarketQuery[];
}

export interface MarketQuery {
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  readonly amountIn: bigint;
}

const READ_AT = new Date('2026-01-01T00:00:00Z');

export const tokenId = (index: number) => `ST000000000000000000002AMW42H.token-${index}` as ContractId;

/** A reserve: empty, dust, an everyday size, or far above 2^53. Small ones have few different values, so that routes tie. */
const reserve = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 2n) },
  { weight: 4, arbitrary: fc.bigInt(1n, 40n) },
  { weight: 3, arbitrary: fc.constantFrom(10n ** 3n, 10n ** 6n, 10n ** 18n, 10n ** 27n) },
  { weight: 4, arbitrary: fc.bigInt(10n ** 3n, 10n ** 7n) },
  { weight: 4, arbitrary: fc.bigInt(10n ** 9n, 10n ** 16n) },
  { weight: 3, arbitrary: fc.bigInt(2n ** 53n, 10n ** 22n) },
  { weight: 3, arbitrary: fc.bigInt(10n ** 22n, 10n ** 33n) },
);

type Fees = Pick<Vault, 'feePpm' | 'protocolFeePpm'>;

/** Rules for generating each kind: its share, its fees from a rate up to 10% and a percentage of it, and whether it has reserves. */
const KINDS: Readonly<
  Record<RoutableKind, { share: number; fees: (ppm: number, percent: number) => Fees; hasReserves: boolean }>
> = {
  pool: { share: 5, fees: (feePpm) => ({ feePpm }), hasReserves: true },
  sublink: { share: 1, fees: () => ({ feePpm: 0 }), hasReserves: false },
  velar: { share: 1, fees: (feePpm) => ({ feePpm }), hasReserves: true },
  arkadiko: { share: 1, fees: () => ({ feePpm: 3_000 }), hasReserves: true },
  'bitflow-xyk': { share: 3, fees: basisPoints, hasReserves: true },
  'bitflow-stableswap': { share: 1, fees: (feePpm) => ({ feePpm }), hasReserves: true },
  'bitflow-dlmm': { share: 0, fees: (feePpm) => ({ feePpm }), hasReserves: true },
  alex: { share: 1, fees: (feePpm) => ({ feePpm }), hasReserves: true },
  'fee-out-pool': { share: 0, fees: (feePpm) => ({ feePpm }), hasReserves: true },
};

/** Two fees in whole basis points: the total, and a percentage of it. */
function basisPoints(ppm: number, percent: number): Fees {
  const points = Math.floor(ppm / 100);
  return { feePpm: points * 100, protocolFeePpm: Math.floor((points * percent) / 100) * 100 };
}

const anyKind = fc.constantFrom(
  ...(Object.keys(KINDS) as RoutableKind[]).flatMap((kind) =>
    Array<RoutableKind>(KINDS[kind].share).fill(kind),
  ),
);

const feePpm = fc.oneof(fc.constantFrom(0, 3_000, 10_000), fc.integer({ min: 0, max: 100_000 }));

/** Probes, ascending by input. Some have no output. */
export const probesArbitrary: fc.Arbitrary<readonly Probe[]> = fc
  .uniqueArray(
    fc.record({
      amountIn: fc.oneof(fc.bigInt(1n, 40n), fc.bigInt(1n, 10n ** 7n), fc.bigInt(1n, 10n ** 20n)),
      amountOut: fc.oneof(
        fc.constant(0n),
        fc.bigInt(1n, 40n),
        fc.bigInt(1n, 10n ** 7n),
        fc.bigInt(1n, 10n ** 20n),
      ),
    }) as fc.Arbitrary<Probe>,
    { maxLength: 4, selector: ({ amountIn }) => amountIn },
  )
  .map((probes) => probes.sort((a, b) => (a.amountIn < b.amountIn ? -1 : 1)));

const amount = fc.oneof(
  fc.bigInt(1n, 60n),
  fc.bigInt(1n, 10n ** 7n),
  fc.constantFrom(10n ** 6n, 10n ** 12n, 10n ** 18n, 10n ** 24n),
  fc.bigInt(10n ** 7n, 10n ** 16n),
  fc.bigInt(10n ** 16n, 10n ** 30n),
);

/** A market of up to 12 tokens and 30 vaults (with parallel vaults and sublinks among them), and `queries` swaps between its tokens. */
export const marketArbitrary = ({ queries }: { queries: number }): fc.Arbitrary<Market> =>
  fc.integer({ min: 2, max: 12 }).chain((tokens) => {
    const token = fc.integer({ min: 0, max: tokens - 1 });
    const vault = fc.record({
      a: token,
      step: fc.integer({ min: 1, max: tokens - 1 }),
      kind: anyKind,
      feePpm,
      protocolPercent: fc.constantFrom(0, 33, 50, 100),
      reserveA: reserve,
      reserveB: reserve,
      probes: fc.record({ aToB: probesArbitrary, bToA: probesArbitrary }),
      isRead: fc.integer({ min: 0, max: 19 }),
    });
    const query = fc.record({ from: token, step: fc.integer({ min: 1, max: tokens - 1 }), amount });
    return fc
      .record({
        vaults: fc.array(vault, { minLength: 1, maxLength: 30, size: 'max' }),
        order: fc.integer({ min: 1, max: 30 }),
        queries: fc.array(query, { minLength: queries, maxLength: queries, size: 'max' }),
      })
      .map(({ vaults, order, queries: asked }) => {
        const built = vaults.map(({ a, step, kind, feePpm: fee, protocolPercent }, i): Vault => {
          // Vault ids that sort in another order than the list and the tokens.
          const name = `vault-${String((i * 7 + order) % 31).padStart(2, '0')}`;
          return {
            contractId: `ST000000000000000000002AMW42H.${name}` as ContractId,
            kind,
            protocol: 'test',
            tokenA: tokenId(a),
            tokenB: tokenId((a + step) % tokens),
            ...KINDS[kind].fees(fee, protocolPercent),
            name,
            symbol: name,
          };
        });
        const reserves = new Map<ContractId, Reserves>();
        vaults.forEach(({ kind, reserveA, reserveB, probes, isRead }, i) => {
          if (!KINDS[kind].hasReserves || isRead === 0) return;
          const held = { reserveA: reserveA as Units, reserveB: reserveB as Units, probes };
          reserves.set(built[i]!.contractId, { ...held, supply: 1n as Units, readAt: READ_AT });
        });
        return {
          vaults: built,
          reserves,
          queries: asked.map(({ from, step, amount: amountIn }) => ({
            tokenIn: tokenId(from),
            tokenOut: tokenId((from + step) % tokens),
            amountIn,
          })),
        };
      });
  });

/** Tokens of a dense market; each may be anywhere in a route. */
const DENSE = 5;

/** Reserves of a dense market, what some of them hold in addition, and the amounts to swap. */
interface Sizes {
  readonly held: readonly bigint[];
  readonly more: fc.Arbitrary<bigint>;
  readonly amountIn: fc.Arbitrary<bigint>;
}

/** Five tokens and many vaults between them: parallel ones of equal or nearly equal rates, and cycles that gain. */
const denseMarket = ({ held, more, amountIn }: Sizes): fc.Arbitrary<Market> =>
  fc
    .array(
      fc.record({
        a: fc.integer({ min: 0, max: DENSE - 1 }),
        step: fc.integer({ min: 1, max: DENSE - 1 }),
        kind: fc.constantFrom<RoutableKind>('pool', 'pool', 'bitflow-xyk', 'bitflow-xyk', 'sublink'),
        held: fc.constantFrom(...held),
        more,
        rate: fc.constantFrom([1n, 1n], [1n, 1n], [1n, 5n], [5n, 1n], [1n, 60n]),
      }),
      { minLength: 5, maxLength: 18, size: 'max' },
    )
    .chain((vaults) => {
      const built = vaults.map(({ a, step, kind }, n): Vault => {
        const name = `vault-${String((n * 7) % 19).padStart(2, '0')}`;
        const fees = kind === 'sublink' ? { feePpm: 0 } : { feePpm: 10_000, protocolFeePpm: 5_000 };
        const [tokenA, tokenB] = [tokenId(a), tokenId((a + step) % DENSE)];
        const contractId = `ST000000000000000000002AMW42H.${name}` as ContractId;
        return { contractId, kind, protocol: 'test', tokenA, tokenB, ...fees, name, symbol: name };
      });
      const reserves = new Map(
        vaults.map(({ held: size, more: extra, rate: [x, y] }, n) => {
          const sides = { reserveA: (size * x + extra) as Units, reserveB: (size * y) as Units };
          return [built[n]!.contractId, { ...sides, supply: 1n as Units, readAt: READ_AT }];
        }),
      );
      const query = fc.record({
        from: fc.integer({ min: 0, max: DENSE - 1 }),
        step: fc.integer({ min: 1, max: DENSE - 1 }),
        amountIn,
      });
      return fc.array(query, { minLength: 4, maxLength: 4 }).map((queries) => ({
        vaults: built,
        reserves,
        queries: queries.map(({ from, step, amountIn: given }) => ({
          tokenIn: tokenId(from),
          tokenOut: tokenId((from + step) % DENSE),
          amountIn: given,
        })),
      }));
    });

/** Dense markets of amounts at which both fees of a pool rise, so that it gives less than its ceiling. */
export const denseMarketArbitrary = denseMarket({
  held: [10n ** 3n, 10n ** 6n, 10n ** 6n, 10n ** 20n],
  more: fc.bigInt(0n, 9n),
  amountIn: fc.oneof(
    fc.bigInt(1n, 50n).map((n) => n * 200n),
    fc.bigInt(1n, 10_000n),
    fc.constantFrom(10n ** 17n, 10n ** 20n),
  ),
});

/** Dense markets of amounts so large that routes differ by less than doubles can tell. */
export const largeMarketArbitrary = denseMarket({
  held: [10n ** 20n, 10n ** 20n, 10n ** 21n],
  more: fc.bigInt(0n, 2_000n),
  amountIn: fc.oneof(fc.bigInt(10n ** 16n, 10n ** 18n), fc.constantFrom(10n ** 19n, 10n ** 21n)),
});
