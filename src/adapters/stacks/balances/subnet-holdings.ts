import pLimit from 'p-limit';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { ok } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import { rulesOf } from '../../../domain/vault/kinds.js';
import type { Clock, SubnetHolding, SubnetHoldings } from '../../../ports/index.js';
import { readTokenBalance, type Read } from '../contracts/contract-reads.js';
import type { StacksNode } from '../node/node-client.js';

/** Options for reading subnet holdings. */
export interface SubnetHoldingsOptions {
  readonly node: Pick<StacksNode, 'callRead' | 'stxBalance'>;
  readonly clock: Clock;
  /** Number of vaults read at a time. Default 4. */
  readonly concurrency?: number;
}

/**
 * Reads the balances of the contracts behind sublinks, with one request per vault.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const subnetHoldings = createSubnetHoldings({ node, clock });
 */
export function createSubnetHoldings({
  node,
  clock,
  concurrency = 4,
}: SubnetHoldingsOptions): SubnetHoldings {
  const limit = pLimit(concurrency);

  const balanceOf = async (token: ContractId, holder: ContractId): Read<Units> => {
    if (token !== STX) return readTokenBalance(node, token, holder);
    const balance = await node.stxBalance(holder);
    return balance.ok ? ok(toUnits(balance.value)) : balance;
  };

  return {
    async read(vaults) {
      const held = new Map<ContractId, SubnetHolding>();
      await limit.map(vaults, async (vault) => {
        const readAt = clock.now();
        const balance = await balanceOf(vault.tokenA, rulesOf(vault).holder(vault));
        if (balance.ok && balance.value !== undefined)
          held.set(vault.contractId, { units: balance.value, readAt });
      });
      return held;
    },
  };
}
