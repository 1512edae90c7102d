import { LRUCache } from 'lru-cache';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { ok } from '../../../domain/shared/result.js';
import type { ContractLookup } from '../../../ports/index.js';
import type { StacksNode } from '../node/node-client.js';

/** Maximum number of deployed contracts to remember; the least recently used is forgotten first. */
const MAX_DEPLOYED = 10_000;
/** Maximum number of names without a contract to remember. */
const MAX_ABSENT = 1_000;
/** Milliseconds for which a name is remembered as having no contract. Short, because deployers save right after deploying. */
const ABSENT_MS = 10_000;

/** Options of a contract lookup. */
export interface ContractLookupOptions {
  readonly node: Pick<StacksNode, 'hasContract'>;
  /** A clock in milliseconds that never goes backwards. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
}

/**
 * Looks up contracts at a node, each deployed one only once.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const contracts = createContractLookup({ node });
 */
export function createContractLookup({ node, monotonicMs }: ContractLookupOptions): ContractLookup {
  const deployed = new LRUCache<ContractId, true>({ max: MAX_DEPLOYED });
  const absent = new LRUCache<ContractId, true>({
    max: MAX_ABSENT,
    ttl: ABSENT_MS,
    ttlResolution: 0,
    ...(monotonicMs && { perf: { now: monotonicMs } }),
  });
  return {
    async exists(contract) {
      if (deployed.get(contract)) return ok(true);
      if (absent.get(contract)) return ok(false);
      const found = await node.hasContract(contract);
      if (found.ok) (found.value ? deployed : absent).set(contract, true);
      return found;
    },
  };
}
