import { quoteHop } from '../../domain/vault/kinds.js';
import type { HopQuote, Reserves, Vault } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { AskedHop, LiquiditySource } from '../../ports/liquidity-source.js';

/**
 * Reserves set by the program, for tests and embedding without a node. Vaults quote exactly what their reserves give.
 *
 * @example
 * const liquidity = new InMemoryLiquidity();
 * const reserve = toUnits(1_000_000n);
 * const reserves = { reserveA: reserve, reserveB: reserve, supply: reserve, readAt: clock.now() };
 * for (const { contractId } of registry.vaults) liquidity.set(contractId, reserves);
 */
export class InMemoryLiquidity implements LiquiditySource {
  private readonly reserves: Map<ContractId, Reserves>;

  constructor(reserves: ReadonlyMap<ContractId, Reserves> = new Map()) {
    this.reserves = new Map(reserves);
  }

  set(vault: ContractId, reserves: Reserves): void {
    this.reserves.set(vault, reserves);
  }

  async readReserves(vaults: readonly Vault[]): Promise<Result<ReadonlyMap<ContractId, Reserves>, never>> {
    const known = new Map<ContractId, Reserves>();
    for (const { contractId } of vaults) {
      const reserves = this.reserves.get(contractId);
      if (reserves !== undefined) known.set(contractId, structuredClone(reserves));
    }
    return ok(known);
  }

  async quoteHops(hops: readonly AskedHop[]): Promise<Result<readonly (HopQuote | undefined)[], never>> {
    return ok(
      hops.map(({ vault, opcode, amountIn }) =>
        quoteHop(vault, this.reserves.get(vault.contractId), opcode, amountIn),
      ),
    );
  }
}
