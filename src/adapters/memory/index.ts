import type { Registry } from '../../domain/market/registry.js';
import type { Reserves } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { BtcPriceSource, Ports } from '../../ports/index.js';
import { InMemoryLiquidity } from './liquidity.js';
import { InMemoryRegistry } from './registry.js';
import { memoryStorage } from './unit-of-work.js';
import { InMemoryTokenBalances } from './token-balances.js';
import { UnreachableChain } from './unreachable-chain.js';

export { InMemoryLiquidity, InMemoryRegistry, InMemoryTokenBalances, memoryStorage, UnreachableChain };

export interface MemoryOptions {
  readonly registry: Registry;
  /** What the vaults hold; none when absent. */
  readonly reserves?: ReadonlyMap<ContractId, Reserves>;
  /** Who says what a bitcoin costs; nobody when absent, and then no prices are recorded. */
  readonly btcSources?: readonly BtcPriceSource[];
}

/**
 * Every port that needs neither a clock nor cryptography, in memory and without a chain.
 *
 * @example createCore({ ...memoryPorts({ registry, reserves }), ...systemPorts(), signatures })
 */
export function memoryPorts({
  registry,
  reserves,
  btcSources = [],
}: MemoryOptions): Omit<Ports, 'clock' | 'hasher' | 'secrets' | 'signatures' | 'signer'> {
  return {
    ...memoryStorage(),
    registry: new InMemoryRegistry(registry),
    liquidity: new InMemoryLiquidity(reserves),
    balances: new InMemoryTokenBalances(),
    chain: new UnreachableChain(),
    btcSources,
  };
}
