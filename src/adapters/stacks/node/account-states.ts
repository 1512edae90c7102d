import { ok } from '../../../domain/shared/result.js';
import { toUnits } from '../../../domain/shared/units.js';
import type { AccountStates } from '../../../ports/index.js';
import type { StacksNode } from './node-client.js';

/**
 * Reads the balances and nonces of accounts from a node.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const accounts = createAccountStates({ node });
 */
export const createAccountStates = ({
  node,
}: {
  readonly node: Pick<StacksNode, 'account'>;
}): AccountStates => ({
  async stateOf(account) {
    const read = await node.account(account);
    return read.ok ? ok({ balanceUstx: toUnits(read.value.balanceUstx), nonce: read.value.nonce }) : read;
  },
});
