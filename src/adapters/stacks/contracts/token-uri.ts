import { ClarityType } from '@stacks/transactions';
import { ok } from '../../../domain/shared/result.js';
import type { TokenUriReader } from '../../../ports/index.js';
import { decodeClarity, okValue, textOf } from '../node/clarity.js';
import type { StacksNode } from '../node/node-client.js';

/** Reads `get-token-uri` of SIP-010 tokens. */
export const createTokenUriLookup =
  (node: Pick<StacksNode, 'callRead'>): TokenUriReader['uriOf'] =>
  async (contract) => {
    const read = await node.callRead(contract, 'get-token-uri', []);
    if (!read.ok) return read;
    const value = okValue(decodeClarity(read.value));
    return ok(
      value?.type === ClarityType.OptionalSome ? textOf(value.value)?.trim() || undefined : undefined,
    );
  };
