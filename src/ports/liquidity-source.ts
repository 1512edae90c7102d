import type { RouteHop } from '../domain/router/best-route.js';
import type { HopQuote, Reserves, Vault } from '../domain/vault/vault.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainUnreachable } from './chain-node.js';

/** What is asked of a vault: what it would give for this input. */
export type AskedHop = Pick<RouteHop, 'vault' | 'opcode' | 'amountIn'>;

/** What the vaults hold and offer right now. */
export interface LiquiditySource {
  /** Reads the vaults close together. A vault that gives no usable answer is absent; unreachable when none can be asked. */
  readReserves(
    vaults: readonly Vault[],
  ): Promise<Result<ReadonlyMap<ContractId, Reserves>, ChainUnreachable>>;

  /**
   * Asks the vaults' own contracts for quotes, answered in the order of the hops; undefined from a vault that gives
   * none. Unreachable when one of them cannot be asked.
   */
  quoteHops(hops: readonly AskedHop[]): Promise<Result<readonly (HopQuote | undefined)[], ChainUnreachable>>;
}
