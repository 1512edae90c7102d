import { Cl, cvToHex } from '@stacks/transactions';
import { ok } from '../../domain/shared/result.js';
import type { TokenBalances } from '../../ports/token-balances.js';
import { decodeClarity, okValue, unitsOf } from './clarity.js';
import type { StacksNode } from './node-client.js';

/** Asks the token contracts, by `get-balance` of SIP-010. */
export function createTokenBalances({
  node,
}: {
  readonly node: Pick<StacksNode, 'callRead'>;
}): TokenBalances {
  return {
    async balanceOf(token, owner) {
      const answer = await node.callRead(token, 'get-balance', [cvToHex(Cl.principal(owner))]);
      return answer.ok ? ok(unitsOf(okValue(decodeClarity(answer.value)))) : answer;
    },
  };
}
