import type { ContractId } from '../domain/shared/contract-id.js';
import type { Units } from '../domain/shared/units.js';
import type { Vault } from '../domain/vault/vault.js';

/** A subnet's amount of its base token at `readAt`, in smallest units. */
export interface SubnetHolding {
  readonly units: Units;
  readonly readAt: Date;
}

/** Holdings of the contracts behind sublinks. */
export interface SubnetHoldings {
  /**
   * Reads, for each vault, its holder's balance of token A. Vaults without a usable response are absent. Never throws because of
   * the network.
   */
  read(vaults: readonly Vault[]): Promise<ReadonlyMap<ContractId, SubnetHolding>>;
}
