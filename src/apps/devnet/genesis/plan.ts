import type { RoutableKind, Vault } from '../../../domain/vault/vault.js';

/**
 * Deployments and funds of a genesis, as data. A contract is named by its id, or by its name alone if the genesis's own deployer
 * deploys it. Amounts are derived from prices, so pools agree with each other.
 */
export interface GenesisPlan {
  /** Name of the token that represents STX. */
  readonly wstx: string;
  readonly tokens: readonly TokenPlan[];
  readonly verifiers: Readonly<Record<Blaze, string>>;
  readonly subnets: readonly SubnetPlan[];
  readonly sublinks: readonly SublinkPlan[];
  readonly pools: readonly PoolPlan[];
  readonly wrappedPools: readonly WrappedPoolPlan[];
  readonly routers: readonly RouterPlan[];
}

/** Signature domain of a subnet. */
type Blaze = 'v1' | 'v2';

export interface TokenPlan {
  /** Name of the contract. */
  readonly name: string;
  /** Name of the asset inside the contract. */
  readonly identifier: string;
  readonly symbol: string;
  readonly title: string;
  readonly decimals: number;
  readonly priceMicroUsd: bigint;
  /** Dollar value of the token that each demo wallet gets, and again of each of its subnet copies. */
  readonly walletUsd: bigint;
  readonly whaleUsd: bigint;
}

export interface SubnetPlan {
  readonly name: string;
  readonly title: string;
  /** Name of the token that the subnet holds. */
  readonly token: string;
  readonly blaze: Blaze;
}

export interface SublinkPlan {
  readonly name: string;
  readonly title: string;
  readonly token: string;
  readonly subnet: string;
}

export interface PoolPlan {
  readonly name: string;
  readonly title: string;
  readonly tokenA: string;
  readonly tokenB: string;
  readonly feePpm: number;
  /** Dollar value of each side of the pool. */
  readonly depthUsd: bigint;
  /** Percentage by which side B exceeds `depthUsd`, so that the pool's price is off by as much. */
  readonly skewPercent?: bigint;
  /** Whether the pool has a reserves function; if false, its reserves are read from its balances. */
  readonly answersReserves?: boolean;
}

/** The kinds of vaults that wrap another exchange's pool. */
export type WrappedKind = Exclude<RoutableKind, 'pool' | 'sublink'>;

/** A pool in the form of another exchange's, and the vault that wraps it. */
export interface WrappedPoolPlan extends Pick<Vault, 'protocolFeePpm' | 'forwardsInputFee'> {
  readonly feePpm: number;
  /** Name of the vault's contract. */
  readonly name: string;
  /** Name of the contract that holds the funds. Several vaults may share it. */
  readonly pool: string;
  readonly kind: WrappedKind;
  readonly tokenA: string;
  readonly tokenB: string;
  /** Dollar value of each side of the pool. */
  readonly depthUsd: bigint;
  /** Asset that the pool trades in place of STX: its contract, and its name inside the contract. */
  readonly wrappedStx?: { readonly name: string; readonly identifier: string };
}

export interface RouterPlan {
  readonly name: string;
  readonly payout: 'signer' | 'any';
  /** Signature domains that the router knows. */
  readonly blaze: readonly Blaze[];
}

/** Smallest units of a token that are worth this many dollars, rounded down. */
export function unitsWorth(token: TokenPlan, usd: bigint): bigint {
  return (usd * 1_000_000n * 10n ** BigInt(token.decimals)) / token.priceMicroUsd;
}

/** The plan of a token, or of the token behind a subnet copy. */
export function tokenOf(
  { tokens, subnets }: Pick<GenesisPlan, 'tokens' | 'subnets'>,
  name: string,
): TokenPlan {
  const base = subnets.find((subnet) => subnet.name === name)?.token ?? name;
  const token = tokens.find((each) => each.name === base);
  if (token === undefined) throw new Error(`the genesis has no token ${name}`);
  return token;
}
