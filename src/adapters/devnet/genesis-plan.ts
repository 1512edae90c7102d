/** The devnet's initial state as data. Amounts are derived from prices, so that pools agree with each other. */

export interface TokenPlan {
  /** The contract's name. */
  readonly name: string;
  readonly symbol: string;
  readonly title: string;
  readonly decimals: number;
  readonly priceMicroUsd: bigint;
  /** Dollar value that each demo wallet gets of the token, and again of its subnet copy. */
  readonly walletUsd: bigint;
  readonly whaleUsd: bigint;
  readonly description: string;
  /** Signature domain of its subnet copy; absent for a token without a copy. */
  readonly blaze?: 'v1' | 'v2';
}

export interface PoolPlan {
  readonly name: string;
  readonly tokenA: string;
  readonly tokenB: string;
  readonly feePpm: number;
  /** Dollars on each side. */
  readonly depthUsd: bigint;
  /** Percent by which side B exceeds its value, and so by which the pool's price is off. */
  readonly skewPercent?: bigint;
  /** False for a pool without a reserves function: its reserves are read from its balances. */
  readonly answersReserves?: boolean;
}

/** The contract behind `.stx`. */
export const WSTX = 'wstx';

export const TOKENS: readonly TokenPlan[] = [
  {
    name: WSTX,
    symbol: 'STX',
    title: 'Stacks',
    decimals: 6,
    priceMicroUsd: 2_000_000n,
    walletUsd: 50_000n,
    whaleUsd: 50_000_000n,
    description: 'The chain’s own coin',
    blaze: 'v1',
  },
  {
    name: 'sbtc',
    symbol: 'sBTC',
    title: 'sBTC',
    decimals: 8,
    priceMicroUsd: 100_000_000_000n,
    walletUsd: 50_000n,
    whaleUsd: 50_000_000n,
    description: 'Bitcoin on Stacks',
    blaze: 'v1',
  },
  {
    name: 'dollar',
    symbol: 'USDd',
    title: 'Devnet Dollar',
    decimals: 6,
    priceMicroUsd: 1_000_000n,
    walletUsd: 50_000n,
    whaleUsd: 50_000_000n,
    description: 'A coin worth one dollar',
    blaze: 'v1',
  },
  {
    name: 'opal',
    symbol: 'OPAL',
    title: 'Opal',
    decimals: 6,
    priceMicroUsd: 500_000n,
    walletUsd: 20_000n,
    whaleUsd: 5_000_000n,
    description: 'A mid-sized token',
    blaze: 'v1',
  },
  {
    name: 'quartz',
    symbol: 'QRTZ',
    title: 'Quartz',
    decimals: 8,
    priceMicroUsd: 20_000_000n,
    walletUsd: 20_000n,
    whaleUsd: 5_000_000n,
    description: 'A token with 8 decimals',
    blaze: 'v2',
  },
  {
    name: 'ticket',
    symbol: 'TICKET',
    title: 'Ticket',
    decimals: 0,
    priceMicroUsd: 5_000_000n,
    walletUsd: 5_000n,
    whaleUsd: 500_000n,
    description: 'A token with no decimals',
    blaze: 'v2',
  },
  {
    name: 'comet',
    symbol: 'COMET',
    title: 'Comet',
    decimals: 6,
    priceMicroUsd: 1_000n,
    walletUsd: 5_000n,
    whaleUsd: 2_000_000n,
    description: 'A token worth a tenth of a cent',
    blaze: 'v2',
  },
  {
    name: 'moth',
    symbol: 'MOTH',
    title: 'Moth',
    decimals: 6,
    priceMicroUsd: 10_000n,
    walletUsd: 50n,
    whaleUsd: 500n,
    description: 'A token with next to no liquidity',
  },
];

export const POOLS: readonly PoolPlan[] = [
  { name: 'sbtc-stx', tokenA: 'sbtc', tokenB: WSTX, feePpm: 3_000, depthUsd: 2_000_000n },
  {
    name: 'sbtc-stx-small',
    tokenA: 'sbtc',
    tokenB: WSTX,
    feePpm: 1_000,
    depthUsd: 150_000n,
    skewPercent: 1n,
  },
  { name: 'stx-dollar', tokenA: WSTX, tokenB: 'dollar', feePpm: 3_000, depthUsd: 1_000_000n },
  { name: 'stx-dollar-small', tokenA: WSTX, tokenB: 'dollar', feePpm: 500, depthUsd: 200_000n },
  { name: 'sbtc-dollar', tokenA: 'sbtc', tokenB: 'dollar', feePpm: 2_500, depthUsd: 3_000_000n },
  {
    name: 'stx-opal',
    tokenA: WSTX,
    tokenB: 'opal',
    feePpm: 10_000,
    depthUsd: 300_000n,
    answersReserves: false,
  },
  {
    name: 'opal-dollar',
    tokenA: 'opal',
    tokenB: 'dollar',
    feePpm: 5_000,
    depthUsd: 100_000n,
    skewPercent: 2n,
  },
  { name: 'sbtc-quartz', tokenA: 'sbtc', tokenB: 'quartz', feePpm: 4_000, depthUsd: 500_000n },
  { name: 'quartz-dollar', tokenA: 'quartz', tokenB: 'dollar', feePpm: 0, depthUsd: 80_000n },
  { name: 'comet-opal', tokenA: 'comet', tokenB: 'opal', feePpm: 10_000, depthUsd: 60_000n },
  { name: 'comet-opal-costly', tokenA: 'comet', tokenB: 'opal', feePpm: 50_000, depthUsd: 120_000n },
  { name: 'ticket-dollar', tokenA: 'ticket', tokenB: 'dollar', feePpm: 10_000, depthUsd: 50_000n },
  { name: 'moth-comet', tokenA: 'moth', tokenB: 'comet', feePpm: 20_000, depthUsd: 40n },
  {
    name: 'sbtc-dollar-subnets',
    tokenA: 'sbtc-subnet',
    tokenB: 'dollar-subnet',
    feePpm: 2_000,
    depthUsd: 250_000n,
  },
  { name: 'opal-comet-subnet', tokenA: 'opal', tokenB: 'comet-subnet', feePpm: 8_000, depthUsd: 30_000n },
];

/** `x-multihop-rc9` is the default for orders without a router. */
export const ROUTERS = [
  { name: 'x-multihop-v2', payout: 'signer' },
  { name: 'x-multihop-v1', payout: 'signer' },
  { name: 'x-multihop-rc9', payout: 'any', legacyDefault: true },
] as const;

export const subnetName = (token: string): string => `${token}-subnet`;

/** Smallest units of a token that are worth this many dollars, rounded down. */
export function unitsWorth(token: TokenPlan, usd: bigint): bigint {
  return (usd * 1_000_000n * 10n ** BigInt(token.decimals)) / token.priceMicroUsd;
}

/** The plan of a token, or of the token behind a subnet copy. */
export function planOf(name: string): TokenPlan {
  const plan = TOKENS.find((token) => token.name === name || subnetName(token.name) === name);
  if (plan === undefined) throw new Error(`the genesis has no token ${name}`);
  return plan;
}
