import type { Registry, Token } from '../../../domain/market/registry.js';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { isRoutableKind, rulesOf } from '../../../domain/vault/kinds.js';
import { contractOfAsset, type Vault } from '../../../domain/vault/vault.js';
import type { GenesisPlan, PoolPlan, SublinkPlan, SubnetPlan, TokenPlan, WrappedPoolPlan } from './plan.js';
import { isWrapped } from './wrapped-pools.js';

/** Prices by symbol, in millionths of a dollar. A token that is not listed is worth one dollar. */
const PRICES: Readonly<Record<string, bigint>> = {
  STX: 2_000_000n,
  stSTX: 2_000_000n,
  sBTC: 100_000_000_000n,
  xBTC: 100_000_000_000n,
  pBTC: 100_000_000_000n,
  aBTC: 100_000_000_000n,
  CHA: 500_000n,
  DMG: 300_000n,
  WELSH: 1_000n,
  PEPE: 2_000n,
  DIKO: 20_000n,
  $ROO: 4_000n,
  LEO: 3_000n,
  ZEST: 50_000n,
  WPS: 6_000n,
  SHARK: 7_000n,
  NOT: 10_000n,
  SKULL: 8_000n,
  HOOT: 9_000n,
  ALEX: 40_000n,
  LiALEX: 50_000n,
  SAI: 5_000n,
};
const ONE_DOLLAR = 1_000_000n;
const WALLET_USD = 20_000n;
const WHALE_USD = 5_000_000n;
/** Dollar value of each side of one of the exchange's own pools. */
const POOL_USD = 1_000_000n;
/** Dollar value of each side of another exchange's pool, which the registry reaches through a wrapper. */
const WRAPPED_USD = 300_000n;

/** Fee of a stand-in if the real vault's fee is not known. */
const ASSUMED_FEE_PPM = 3_000;

/** Assumed fee of a stand-in whose fee has two parts. */
const ASSUMED_XYK = { feePpm: 2_000, protocolFeePpm: 500 };

/** The registry completed for the stand-ins: with the fees that it omits, and with routable kinds for vaults that it only lists. */
export function standInRegistry(registry: Registry): Registry {
  return { ...registry, vaults: registry.vaults.map(asStoodInFor) };
}

function asStoodInFor(vault: Vault): Vault {
  if (rulesOf(vault).poolTellsFees) return { ...ASSUMED_XYK, ...vault };
  if (isRoutableKind(vault.kind)) return { ...vault, feePpm: vault.feePpm ?? ASSUMED_FEE_PPM };
  // The real vault's calculation is not known, so its stand-in is a pool of a known kind.
  const { forwardsInputFee: _known, ...rest } = vault;
  return { ...rest, kind: 'bitflow-xyk', ...ASSUMED_XYK };
}

/** Plan of the stand-ins: contracts of the same kinds as the registry's, under the registry's ids. */
export function standInPlan(registry: Registry): GenesisPlan {
  const { wstx, verifier, routers } = registry;
  const vaults = standInRegistry(registry).vaults;
  const nameOf = (token: ContractId) => (token === STX ? wstx : token);
  return {
    wstx,
    tokens: registry.tokens.filter(({ type }) => type !== 'SUBNET').map((token) => tokenPlan(token, nameOf)),
    verifiers: verifier,
    subnets: registry.tokens.flatMap((token) => subnetPlan(token, nameOf)),
    sublinks: vaults.flatMap((vault) => sublinkPlan(vault, nameOf)),
    pools: vaults.flatMap((vault) => poolPlan(vault, nameOf)),
    wrappedPools: vaults.flatMap((vault) => wrappedPoolPlan(vault, nameOf)),
    routers: routers.map(({ id, payout, blaze }) => ({ name: id, payout, blaze })),
  };
}

type NameOf = (token: ContractId) => string;

function tokenPlan({ contractId, identifier, symbol, name, decimals }: Token, nameOf: NameOf): TokenPlan {
  return {
    name: nameOf(contractId),
    identifier,
    symbol: inAscii(symbol),
    title: inAscii(name),
    decimals,
    priceMicroUsd: PRICES[symbol] ?? ONE_DOLLAR,
    walletUsd: WALLET_USD,
    whaleUsd: WHALE_USD,
  };
}

function subnetPlan({ contractId, name, base, blaze }: Token, nameOf: NameOf): SubnetPlan[] {
  if (base === undefined || blaze === undefined) return [];
  return [{ name: contractId, title: inAscii(name), token: nameOf(base), blaze }];
}

function sublinkPlan(vault: Vault, nameOf: NameOf): SublinkPlan[] {
  const { contractId, tokenA, tokenB, name } = vault;
  if (!rulesOf(vault).isEven) return [];
  return [{ name: contractId, title: inAscii(name), token: nameOf(tokenA), subnet: tokenB }];
}

function poolPlan(vault: Vault, nameOf: NameOf): PoolPlan[] {
  const { contractId, tokenA, tokenB, name, feePpm = ASSUMED_FEE_PPM } = vault;
  if (rulesOf(vault).proof !== 'product') return [];
  return [
    {
      name: contractId,
      title: inAscii(name),
      tokenA: nameOf(tokenA),
      tokenB: nameOf(tokenB),
      feePpm,
      depthUsd: POOL_USD,
    },
  ];
}

function wrappedPoolPlan(vault: Vault, nameOf: NameOf): WrappedPoolPlan[] {
  const { contractId, kind, tokenA, tokenB, stxWrapper, protocolFeePpm } = vault;
  if (!isWrapped(kind)) return [];
  return [
    {
      name: contractId,
      pool: vault.externalPoolId ?? contractId,
      kind,
      tokenA: nameOf(tokenA),
      tokenB: nameOf(tokenB),
      // A registry states no fee for vaults of a kind that only their contract can quote.
      feePpm: (rulesOf(vault).isQuoted ? undefined : vault.feePpm) ?? ASSUMED_FEE_PPM,
      ...(protocolFeePpm !== undefined && { protocolFeePpm }),
      ...(stxWrapper !== undefined && {
        wrappedStx: { name: contractOfAsset(stxWrapper), identifier: stxWrapper.split('::')[1] ?? '' },
      }),
      depthUsd: WRAPPED_USD,
    },
  ];
}

/** Text that a contract can contain: ASCII, at most 32 characters. */
const inAscii = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(/[^ -~]|["\\]/g, '')
    .slice(0, 32);
