import { ok } from '../../../domain/shared/result.js';
import type { TokenSafetyReader } from '../../../ports/index.js';
import type { StacksNode } from '../node/node-client.js';

/** Reads the sources of a token's safety facts: four requests for each token. */
export const createTokenSafetyReader = (
  node: Pick<StacksNode, 'contractFacts' | 'blockAt' | 'holders'>,
): TokenSafetyReader => ({
  describe: (contract) => node.contractFacts(contract),
  holders: (contract, asset) => node.holders(contract, asset),
  async minedAt(height) {
    const block = await node.blockAt(height);
    return block.ok ? ok(block.value && new Date(block.value.blockTime * 1000)) : block;
  },
});
