import type { Registry } from '../../domain/market/registry.js';
import type { Reserves } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { BtcPriceSource, Ports } from '../../ports/index.js';
import {
  InMemoryLiquidity,
  InMemoryRegistry,
  InMemorySpentOrders,
  InMemoryTokenBalances,
  UnreachableChain,
} from './exchange.js';
import { memoryStorage } from './unit-of-work.js';

export {
  InMemoryLiquidity,
  InMemoryRegistry,
  InMemorySpentOrders,
  InMemoryTokenBalances,
  memoryStorage,
  UnreachableChain,
};

/** Options of `memoryPorts`. */
export interface MemoryOptions {
  readonly registry: Registry;
  /** Reserves of each vault, in smallest units; none if absent. */
  readonly reserves?: ReadonlyMap<ContractId, Reserves>;
  /**
   * Sources of the bitcoin price in dollars. Recording prices also needs a chain, which `memoryPorts` lacks: no prices are
   * recorded unless its port `chain` is replaced.
   */
  readonly btcSources?: readonly BtcPriceSource[];
}

/**
 * Every port that needs neither a clock nor cryptography, in memory and without a chain: orders are stored and quoted, but never
 * sent.
 *
 * @example
 * const { orders, liquidity } = memoryPorts({ registry, reserves: new Map() });
 */
export function memoryPorts({
  registry,
  reserves,
  btcSources = [],
}: MemoryOptions): Omit<Ports, 'clock' | 'hasher' | 'secrets' | 'signatures' | 'signers'> {
  return {
    ...memoryStorage(),
    registry: new InMemoryRegistry(registry),
    liquidity: new InMemoryLiquidity(reserves),
    balances: new InMemoryTokenBalances(),
    chain: new UnreachableChain(),
    spentOrders: new InMemorySpentOrders(),
    btcSources,
  };
}
