import type { RouteHop } from '../domain/router/best-route.js';
import type { HopQuote, Reserves, Vault } from '../domain/vault/vault.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainUnreachable } from './chain-node.js';

/** A request for a vault's quote of this input. */
export type AskedHop = Pick<RouteHop, 'vault' | 'opcode' | 'amountIn'>;

/** The vaults' current reserves and quotes. */
export interface LiquiditySource {
  /** Reads the vaults at nearly the same time. A vault without a usable response is absent; unreachable when all fail. */
  readReserves(
    vaults: readonly Vault[],
  ): Promise<Result<ReadonlyMap<ContractId, Reserves>, ChainUnreachable>>;

  /**
   * Queries the vaults' own contracts for quotes, in the order of the hops; undefined for a vault that gives none.
   * Unreachable when one of the queries fails.
   */
  quoteHops(hops: readonly AskedHop[]): Promise<Result<readonly (HopQuote | undefined)[], ChainUnreachable>>;
}
