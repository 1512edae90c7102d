import { ok } from '../../domain/shared/result.js';
import { toUnits } from '../../domain/shared/units.js';
import type { AccountBalances } from '../../ports/index.js';
import type { StacksNode } from './node-client.js';

/**
 * Reads the STX balances of accounts from a node.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const accounts = createAccountBalances({ node });
 */
export const createAccountBalances = ({
  node,
}: {
  readonly node: Pick<StacksNode, 'stxBalance'>;
}): AccountBalances => ({
  async ustxOf(account) {
    const balance = await node.stxBalance(account);
    return balance.ok ? ok(toUnits(balance.value)) : balance;
  },
});
