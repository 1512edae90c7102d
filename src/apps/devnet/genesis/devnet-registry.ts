import type { Registry, Token } from '../../../domain/market/registry.js';
import { defined } from '../../../domain/shared/fields.js';
import type { Address } from '../../../domain/shared/address.js';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import type { Vault } from '../../../domain/vault/vault.js';
import { accountsIn } from '../vm/accounts.js';
import { LOGOS } from './logos.js';
import { poolTitle, POOLS, ROUTERS, subnetName, TOKENS, type ListedToken } from './genesis-plan.js';
import type { WrappedPoolPlan } from './plan.js';
import { EXCHANGES } from '../../../domain/registry/wrapped-pool.js';
import { WRAPPED_POOLS, WSTX } from './wrapped-pools.js';

const { deployer } = accountsIn('devnet');
const contractId = (name: string) => `${deployer.address as Address}.${name}` as ContractId;
/** The registry's id of a token. STX has its own id, which differs from that of its contract. */
const tokenId = (name: string): ContractId => (name === WSTX ? STX : contractId(name));

/**
 * The registry of every devnet: plain JSON.
 *
 * @example const registry = unwrap(createRegistry(devnetRegistry(), 'devnet'));
 */
export function devnetRegistry(): Registry {
  return {
    network: 'devnet',
    routers: ROUTERS.map(({ name, ...rest }) => ({ id: contractId(name), ...rest })),
    wstx: contractId(WSTX),
    sbtc: contractId('sbtc'),
    verifier: { v1: contractId('verifier-v1'), v2: contractId('verifier-v2') },
    tokens: TOKENS.flatMap(registryTokens),
    vaults: [
      ...POOLS.map(poolVault),
      ...WRAPPED_POOLS.map(wrappedPoolVault),
      ...TOKENS.filter(({ blaze }) => blaze !== undefined).map(sublinkVault),
    ],
    blocked: [],
  };
}

function registryTokens({ name, symbol, title, decimals, description, blaze }: ListedToken): Token[] {
  const token: Token = {
    contractId: tokenId(name),
    symbol,
    name: title,
    decimals,
    identifier: name === WSTX ? 'STX' : name,
    description,
    ...defined({ image: LOGOS[name] }),
  };
  if (blaze === undefined) return [token];
  const copy: Token = {
    ...token,
    contractId: contractId(subnetName(name)),
    name: `${title} subnet`,
    type: 'SUBNET',
    base: tokenId(name),
    blaze,
  };
  return [token, copy];
}

function poolVault({ name, tokenA, tokenB, feePpm }: (typeof POOLS)[number]): Vault {
  return {
    contractId: contractId(name),
    kind: 'pool',
    protocol: 'DEVNET',
    tokenA: tokenId(tokenA),
    tokenB: tokenId(tokenB),
    feePpm,
    name: poolTitle(name),
    symbol: poolTitle(name),
  };
}

function wrappedPoolVault({ name, pool, kind, tokenA, tokenB, feePpm, ...more }: WrappedPoolPlan): Vault {
  const { protocolFeePpm, forwardsInputFee, wrappedStx } = more;
  return {
    contractId: contractId(name),
    kind,
    protocol: EXCHANGES[kind],
    tokenA: tokenId(tokenA),
    tokenB: tokenId(tokenB),
    feePpm,
    ...(protocolFeePpm !== undefined && { protocolFeePpm }),
    ...(forwardsInputFee !== undefined && { forwardsInputFee }),
    ...(wrappedStx !== undefined && {
      stxWrapper: `${contractId(wrappedStx.name)}::${wrappedStx.identifier}` as const,
    }),
    externalPoolId: contractId(pool),
    name: poolTitle(name),
    symbol: poolTitle(name),
  };
}

function sublinkVault({ name, title, symbol }: ListedToken): Vault {
  return {
    contractId: contractId(`${name}-sublink`),
    kind: 'sublink',
    protocol: 'DEVNET',
    tokenA: tokenId(name),
    tokenB: contractId(subnetName(name)),
    feePpm: 0,
    name: `${title} sublink`,
    symbol: `${symbol}-SUBLINK`,
  };
}
