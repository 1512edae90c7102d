import type { ContractId } from '../domain/shared/contract-id.js';
import type { Units } from '../domain/shared/units.js';
import type { Vault } from '../domain/vault/vault.js';

/** Amount of its base token that a subnet had at `readAt`, in smallest units. */
export interface SubnetHolding {
  readonly units: Units;
  readonly readAt: Date;
}

/** Holdings of the contracts behind sublinks. */
export interface SubnetHoldings {
  /**
   * Reads what each vault's holder has of the vault's token A. Vaults without a usable response are absent. Never throws
   * for what the network does.
   */
  read(vaults: readonly Vault[]): Promise<ReadonlyMap<ContractId, SubnetHolding>>;
}
