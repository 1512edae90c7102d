import { Router } from '../../../src/domain/router/best-route.js';
import type { Reserves, RoutableVault, Vault } from '../../../src/domain/vault/vault.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';

const DEPLOYER = 'ST000000000000000000002AMW42H';

export const READ_AT = new Date('2026-03-01T12:00:00Z');

export const token = (name: string) => `${DEPLOYER}.${name}` as ContractId;

/** A pool with a fee of 0.3%. */
export function aPool(
  name: string,
  tokenA: string,
  tokenB: string,
  changes: Partial<RoutableVault> = {},
): RoutableVault {
  return {
    contractId: token(name),
    kind: 'pool',
    protocol: 'test',
    tokenA: token(tokenA),
    tokenB: token(tokenB),
    feePpm: 3_000,
    name,
    symbol: name,
    ...changes,
  };
}

export const aSublink = (name: string, base: string, subnet: string): RoutableVault =>
  aPool(name, base, subnet, { kind: 'sublink', feePpm: 0 });

export const anExternal = (name: string, tokenA: string, tokenB: string): Vault => ({
  ...aPool(name, tokenA, tokenB),
  kind: 'external',
});

export const holding = (reserveA: bigint, reserveB: bigint, readAt = READ_AT): Reserves => ({
  reserveA: toUnits(reserveA),
  reserveB: toUnits(reserveB),
  supply: toUnits(1_000n),
  readAt,
});

/** A router over these vaults with these reserves. A vault without reserves counts as unread. */
export function aRouter(...vaults: readonly (readonly [Vault, Reserves?])[]): Router {
  const router = new Router(vaults.map(([vault]) => vault));
  for (const [vault, reserves] of vaults) {
    if (reserves !== undefined) router.update(vault.contractId, reserves);
  }
  return router;
}
