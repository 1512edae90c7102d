import pLimit from 'p-limit';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { rulesOf } from '../../../domain/vault/kinds.js';
import type { Clock, SubnetHolding, SubnetHoldings } from '../../../ports/index.js';
import { readHolding } from '../contracts/contract-reads.js';
import type { StacksNode } from '../node/node-client.js';

/** Options for reading subnet holdings. */
export interface SubnetHoldingsOptions {
  readonly node: Pick<StacksNode, 'callRead' | 'stxBalance'>;
  readonly clock: Clock;
}

/** Number of vaults read at a time. */
const CONCURRENCY = 4;

/**
 * Reads the balances of the contracts behind sublinks, with one request per vault.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const subnetHoldings = createSubnetHoldings({ node, clock });
 */
export function createSubnetHoldings({ node, clock }: SubnetHoldingsOptions): SubnetHoldings {
  const limit = pLimit(CONCURRENCY);
  return {
    async read(vaults) {
      const held = new Map<ContractId, SubnetHolding>();
      await limit.map(vaults, async (vault) => {
        const readAt = clock.now();
        const balance = await readHolding(node, vault.tokenA, rulesOf(vault).holder(vault));
        if (balance.ok && balance.value !== undefined)
          held.set(vault.contractId, { units: balance.value, readAt });
      });
      return held;
    },
  };
}
