import type { RouteHop } from '../domain/router/best-route.js';
import type { HopQuote, Reserves, Vault } from '../domain/vault/vault.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainUnreachable } from './chain-node.js';

/** A quote request to one vault. */
export type AskedHop = Pick<RouteHop, 'vault' | 'opcode' | 'amountIn'>;

/** The current reserves and quotes of vaults. */
export interface LiquiditySource {
  /** Reads all vaults close together in time. Vaults without a usable response are absent; unreachable when none responds. */
  readReserves(
    vaults: readonly Vault[],
  ): Promise<Result<ReadonlyMap<ContractId, Reserves>, ChainUnreachable>>;

  /**
   * Queries the vaults' contracts for quotes. Results are in the order of the hops, undefined where a vault gives none.
   * Unreachable when one of them cannot be queried.
   */
  quoteHops(hops: readonly AskedHop[]): Promise<Result<readonly (HopQuote | undefined)[], ChainUnreachable>>;
}
