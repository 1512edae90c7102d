import type { Reserves, Vault } from '../domain/router/vault.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainUnreachable } from './chain-node.js';

/** What the vaults hold right now. */
export interface LiquiditySource {
  /** Reads the vaults close together. A vault that gives no usable answer is absent; unreachable when none can be asked. */
  readReserves(
    vaults: readonly Vault[],
  ): Promise<Result<ReadonlyMap<ContractId, Reserves>, ChainUnreachable>>;
}
