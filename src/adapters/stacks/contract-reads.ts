import { Cl, cvToHex, type ClarityValue } from '@stacks/transactions';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { ChainUnreachable, TokenBalances } from '../../ports/index.js';
import { decodeClarity, okValue, unitsOf } from './clarity.js';
import type { StacksNode } from './node-client.js';

type Node = Pick<StacksNode, 'callRead'>;
export type Read<T> = Promise<Result<T | undefined, ChainUnreachable>>;

/** The value of a read-only call, unwrapped from `(ok …)`; undefined when the contract gives none. */
export async function readContract(
  node: Node,
  contract: ContractId,
  functionName: string,
  args: readonly ClarityValue[],
): Read<ClarityValue> {
  const hexArgs = args.map((arg) => cvToHex(arg));
  const read = await node.callRead(contract, functionName, hexArgs);
  return read.ok ? ok(okValue(decodeClarity(read.value))) : read;
}

/** A SIP-010 balance in smallest units; undefined when the contract gives none. */
export async function readTokenBalance(node: Node, token: ContractId, holder: string): Read<Units> {
  const balance = await readContract(node, token, 'get-balance', [Cl.principal(holder)]);
  return balance.ok ? ok(unitsOf(balance.value)) : balance;
}

/** What a contract holds of a token, or of STX, in smallest units; undefined when the token gives none. */
export async function readHolding(
  node: Pick<StacksNode, 'callRead' | 'stxBalance'>,
  token: ContractId,
  holder: ContractId,
): Read<Units> {
  if (token !== STX) return readTokenBalance(node, token, holder);
  const balance = await node.stxBalance(holder);
  return balance.ok ? ok(toUnits(balance.value)) : balance;
}

/**
 * Reads balances from the token contracts, by `get-balance` of SIP-010.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const tokenBalances = createTokenBalances({ node });
 */
export function createTokenBalances({ node }: { readonly node: Node }): TokenBalances {
  return { balanceOf: (token, owner) => readTokenBalance(node, token, owner) };
}
