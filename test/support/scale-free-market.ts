import type { Reserves, Vault } from '../../src/domain/vault/vault.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { seededRandom } from '../../src/domain/shared/seeded-random.js';
import { toUnits } from '../../src/domain/shared/units.js';
import type { MarketQuery } from './market-arbitrary.js';

export interface ScaleFreeMarket {
  readonly vaults: readonly Vault[];
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
  /** `count` swaps between two random tokens, worth 1 to 100,000 dollars each. */
  queries(count: number): MarketQuery[];
}

/**
 * A scale-free market: half as many tokens as vaults, each paired with an older one (the oldest with a quarter
 * of them, like a chain's native coin), then more pools between tokens chosen that way, a third of them parallel to a pool of
 * the same pair. One in ten tokens is connected by a sublink. Prices agree between pools to about 1%, depths range from 1,000 to 10 million
 * dollars. Decimals are 6 or 8, and 0 for one token in twenty.
 */
export function scaleFreeMarket(vaultCount: number, seed: number): ScaleFreeMarket {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low * (high / low) ** random();
  const tokens = Math.max(3, Math.floor(vaultCount / 2));
  const unitUsd = Array.from({ length: tokens }, () => {
    const decimals = random() < 0.05 ? 0 : random() < 0.75 ? 6 : 8;
    return decimals === 0 ? between(0.0001, 1) : between(0.01, 1000) / 10 ** decimals;
  });
  const pairs = growPairs(vaultCount, tokens, random);
  const vaults: Vault[] = [];
  const reserves = new Map<ContractId, Reserves>();
  pairs.forEach(([a, b], i) => {
    const isSublink = i < tokens - 1 && random() < 0.1;
    const name = `vault-${String(Math.floor(random() * 1e6)).padStart(6, '0')}-${i}`;
    const contractId = `ST000000000000000000002AMW42H.${name}` as ContractId;
    const feePpm = isSublink ? 0 : [500, 3000, 3000, 10_000][Math.floor(random() * 4)]!;
    const [tokenA, tokenB] = [tokenId(a), tokenId(b)];
    const kind = isSublink ? 'sublink' : 'pool';
    vaults.push({ contractId, kind, protocol: 'bench', tokenA, tokenB, feePpm, name, symbol: name });
    if (isSublink) {
      unitUsd[b] = unitUsd[a]!;
      return;
    }
    const depthUsd = between(1e3, 1e7);
    const units = (token: number, usd: number) =>
      toUnits(BigInt(Math.max(1, Math.floor(usd / unitUsd[token]!))));
    reserves.set(contractId, {
      reserveA: units(a, depthUsd * (1 + (random() - 0.5) / 50)),
      reserveB: units(b, depthUsd),
      supply: toUnits(1n),
      readAt: new Date(0),
    });
  });
  const query = (): MarketQuery => {
    const from = Math.floor(random() * tokens);
    const to = (from + 1 + Math.floor(random() * (tokens - 1))) % tokens;
    const amount = Math.max(1, Math.floor(between(1, 1e5) / unitUsd[from]!));
    return { tokenIn: tokenId(from), tokenOut: tokenId(to), amountIn: BigInt(amount) };
  };
  return { vaults, reserves, queries: (count) => Array.from({ length: count }, query) };
}

const tokenId = (index: number) => `ST000000000000000000002AMW42H.token-${index}` as ContractId;

function growPairs(count: number, tokens: number, random: () => number): [number, number][] {
  const pairs: [number, number][] = [];
  // Pareto: the share of ranks from k up is 1 / k ^ 0.4, cut off at the number of tokens.
  const popular = (among: number): number => {
    const rank = Math.floor(1 / (1 - random()) ** 2.5) - 1;
    return rank < among ? rank : popular(among);
  };
  for (let token = 1; token < tokens; token++) pairs.push([popular(token), token]);
  while (pairs.length < count) {
    if (random() < 1 / 3) pairs.push(pairs[Math.floor(random() * pairs.length)]!);
    else {
      const [a, b] = [popular(tokens), popular(tokens)];
      if (a !== b) pairs.push([a, b]);
    }
  }
  return pairs;
}
