import type { GenesisPlan, PoolPlan, TokenPlan } from './plan.js';
import { WRAPPED_POOLS, WSTX } from './wrapped-pools.js';

/** The devnet's own initial state as data. */

export interface ListedToken extends TokenPlan {
  readonly description: string;
  /** Signature domain of the token's subnet copy; absent if it has none. */
  readonly blaze?: 'v1' | 'v2' | undefined;
}

const token = (
  [name, symbol, title]: readonly [string, string, string],
  description: string,
  decimals: number,
  priceMicroUsd: bigint,
  [walletUsd, whaleUsd]: readonly [bigint, bigint],
  blaze?: ListedToken['blaze'],
): ListedToken => ({
  name,
  identifier: name,
  symbol,
  title,
  decimals,
  priceMicroUsd,
  walletUsd,
  whaleUsd,
  description,
  blaze,
});

/** Dollar values of a token that each wallet gets, and that the whale gets. */
const MUCH = [50_000n, 50_000_000n] as const;
const SOME = [20_000n, 5_000_000n] as const;
const LITTLE = [10_000n, 1_000_000n] as const;

export const TOKENS: readonly ListedToken[] = [
  token([WSTX, 'STX', 'Stacks'], 'The chain’s own coin', 6, 2_000_000n, MUCH, 'v1'),
  token(['sbtc', 'sBTC', 'sBTC'], 'Bitcoin on Stacks', 8, 100_000_000_000n, MUCH, 'v1'),
  token(['dollar', 'USDd', 'Devnet Dollar'], 'A coin worth one dollar', 6, 1_000_000n, MUCH, 'v1'),
  token(['opal', 'OPAL', 'Opal'], 'A mid-sized token', 6, 500_000n, SOME, 'v1'),
  token(['quartz', 'QRTZ', 'Quartz'], 'A token with 8 decimals', 8, 20_000_000n, SOME, 'v2'),
  token(['ticket', 'TICKET', 'Ticket'], 'A token with no decimals', 0, 5_000_000n, [5_000n, 500_000n], 'v2'),
  token(
    ['comet', 'COMET', 'Comet'],
    'A token worth a tenth of a cent',
    6,
    1_000n,
    [5_000n, 2_000_000n],
    'v2',
  ),
  token(['moth', 'MOTH', 'Moth'], 'A token with next to no liquidity', 6, 10_000n, [50n, 500n]),
  token(['amber', 'AMBER', 'Amber'], 'A token in pools of other exchanges', 6, 250_000n, LITTLE, 'v2'),
  token(
    ['flint', 'FLINT', 'Flint'],
    'Another token in pools of other exchanges',
    6,
    1_000_000n,
    LITTLE,
    'v1',
  ),
  token(['dime', 'DIME', 'Dime'], 'Another coin worth one dollar', 6, 1_000_000n, LITTLE, 'v2'),
  token(['onyx', 'ONYX', 'Onyx'], 'A token that only quoted pools hold', 6, 3_000_000n, LITTLE, 'v1'),
  token(['jade', 'JADE', 'Jade'], 'A token whose liquidity lies in bins', 6, 800_000n, LITTLE, 'v2'),
];

export const poolTitle = (name: string): string => name.toUpperCase();

const pool = (
  name: string,
  [tokenA, tokenB]: readonly [string, string],
  feePpm: number,
  depthUsd: bigint,
  flaw: Pick<PoolPlan, 'skewPercent' | 'answersReserves'> = {},
): PoolPlan => ({ name, title: poolTitle(name), tokenA, tokenB, feePpm, depthUsd, ...flaw });

export const POOLS: readonly PoolPlan[] = [
  pool('sbtc-stx', ['sbtc', WSTX], 3_000, 2_000_000n),
  pool('sbtc-stx-small', ['sbtc', WSTX], 1_000, 150_000n, { skewPercent: 1n }),
  pool('stx-dollar', [WSTX, 'dollar'], 3_000, 1_000_000n),
  pool('stx-dollar-small', [WSTX, 'dollar'], 500, 200_000n),
  pool('sbtc-dollar', ['sbtc', 'dollar'], 2_500, 3_000_000n),
  pool('stx-opal', [WSTX, 'opal'], 10_000, 300_000n, { answersReserves: false }),
  pool('opal-dollar', ['opal', 'dollar'], 5_000, 100_000n, { skewPercent: 2n }),
  pool('sbtc-quartz', ['sbtc', 'quartz'], 4_000, 500_000n),
  pool('quartz-dollar', ['quartz', 'dollar'], 0, 80_000n),
  pool('comet-opal', ['comet', 'opal'], 10_000, 60_000n),
  pool('comet-opal-costly', ['comet', 'opal'], 50_000, 120_000n),
  pool('ticket-dollar', ['ticket', 'dollar'], 10_000, 50_000n),
  pool('moth-comet', ['moth', 'comet'], 20_000, 40n),
  pool('sbtc-dollar-subnets', ['sbtc-subnet', 'dollar-subnet'], 2_000, 250_000n),
  pool('opal-comet-subnet', ['opal', 'comet-subnet'], 8_000, 30_000n),
];

/** Routers. `x-multihop-rc9` is the default for orders that name none. */
export const ROUTERS = [
  { name: 'x-multihop-v2', payout: 'signer', blaze: ['v1', 'v2'] },
  { name: 'x-multihop-v1', payout: 'signer', blaze: ['v1', 'v2'] },
  { name: 'x-multihop-rc9', payout: 'any', blaze: ['v1', 'v2'], legacyDefault: true },
] as const;

export const subnetName = (token: string): string => `${token}-subnet`;

const COPIED = TOKENS.filter(({ blaze }) => blaze !== undefined);

export const DEVNET_PLAN: GenesisPlan = {
  wstx: WSTX,
  tokens: TOKENS,
  verifiers: { v1: 'verifier-v1', v2: 'verifier-v2' },
  subnets: COPIED.map(({ name, title, blaze = 'v1' }) => ({
    name: subnetName(name),
    title,
    token: name,
    blaze,
  })),
  sublinks: COPIED.map(({ name, title }) => ({
    name: `${name}-sublink`,
    title,
    token: name,
    subnet: subnetName(name),
  })),
  pools: POOLS,
  wrappedPools: WRAPPED_POOLS,
  routers: ROUTERS,
};
