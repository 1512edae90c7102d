import type { KnownCalls, KnownSources } from '../contracts/contract-reach.js';
import type { Registry } from '../../../domain/market/registry.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { Transaction } from './block-transactions.js';
import { isRoutable, rulesOf } from '../../../domain/vault/kinds.js';
import type { RegistrySource } from '../../../ports/index.js';

/** Number of blocks whose transactions are kept for a second reader. */
const MOST_BLOCKS = 32;

/** Knowledge that the readers of blocks share, so that no block's list and no contract's source is requested twice. */
export class BlockKnowledge {
  readonly sources: KnownSources = new Map();
  private readonly blocks = new Map<number, readonly Transaction[]>();

  /** Keeps the transactions of the newest block, with all arguments that decide which contracts run. */
  keep(height: number, transactions: readonly Transaction[]): void {
    this.blocks.delete(height);
    this.blocks.set(height, transactions);
    const [oldest] = this.blocks.keys();
    if (this.blocks.size > MOST_BLOCKS) this.blocks.delete(oldest!);
  }

  /** The kept transactions of the block at the height, once: a second reading is of another block at the same height. */
  take(height: number): readonly Transaction[] | undefined {
    const transactions = this.blocks.get(height);
    this.blocks.delete(height);
    return transactions;
  }
}

/**
 * Looks up which contracts a listed contract calls besides those among its arguments. The registry states which tokens a routable
 * vault trades and where its funds are; tokens and routers call no vault on their own.
 */
export function makeListedCalls(source: RegistrySource): (contract: ContractId) => KnownCalls | undefined {
  let registry = source.current();
  let calls = listedCalls(registry);
  return (contract) => {
    if (registry !== source.current()) calls = listedCalls((registry = source.current()));
    return calls.get(contract);
  };
}

function listedCalls({ tokens, routers, vaults }: Registry): ReadonlyMap<ContractId, KnownCalls> {
  const calls = new Map<ContractId, KnownCalls>();
  for (const { contractId } of tokens) calls.set(contractId, { calls: [], takesContracts: false });
  for (const { id } of routers) calls.set(id, { calls: [], takesContracts: true });
  for (const vault of vaults.filter(isRoutable))
    calls.set(vault.contractId, {
      calls: [vault.tokenA, vault.tokenB, rulesOf(vault).holder(vault)],
      takesContracts: false,
    });
  return calls;
}
