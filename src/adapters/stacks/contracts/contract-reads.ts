import { ClarityType, type ClarityValue } from '@stacks/transactions';
import type { Address } from '../../../domain/shared/address.js';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { ok } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import type {
  BalanceTurn,
  ChainTip,
  ChainRead,
  RegistrySource,
  SpentOrders,
  TokenBalances,
} from '../../../ports/index.js';
import { ascii, principal } from '../node/consensus-bytes.js';
import { decodeClarity, okValue, unitsOf } from '../node/clarity.js';
import { unreachable } from '../node/http.js';
import type { StacksNode } from '../node/node-client.js';

type Node = Pick<StacksNode, 'callRead'>;
type HolderNode = Pick<StacksNode, 'callRead' | 'stxBalance'>;
export type Read<T> = ChainRead<T | undefined>;

/** The value of a read-only call, unwrapped from `(ok …)`; undefined if the contract gives none. */
export async function readContract(
  node: Node,
  contract: ContractId,
  functionName: string,
  args: readonly Uint8Array[],
  at?: ChainTip,
): ChainRead<ClarityValue | undefined> {
  const hexArgs = args.map((arg) => `0x${Buffer.from(arg).toString('hex')}`);
  const read = await node.callRead(contract, functionName, hexArgs, at);
  return read.ok ? ok(okValue(decodeClarity(read.value))) : read;
}

/** Balance of an account or a contract in a token, or in unlocked STX, in smallest units; undefined if the token gives none. */
export async function readHolding(
  node: HolderNode,
  token: ContractId,
  holder: Address | ContractId,
  at?: ChainTip,
): Read<Units> {
  if (token === STX) {
    const balance = await node.stxBalance(holder, at);
    return balance.ok ? ok(toUnits(balance.value)) : balance;
  }
  const balance = await readContract(node, token, 'get-balance', [principal(holder)], at);
  return balance.ok ? ok(unitsOf(balance.value)) : balance;
}

/**
 * Reads token balances from the token contracts, by `get-balance` of SIP-010, and STX balances from the accounts.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const tokenBalances = createTokenBalances({ node });
 */
export function createTokenBalances({ node, nodeAt }: TokenBalancesOptions): TokenBalances {
  return {
    balanceOf: (token, owner, at, turn = 'swap') => readHolding(nodeAt?.[turn] ?? node, token, owner, at),
  };
}

/** Options for reading balances. */
export interface TokenBalancesOptions {
  readonly node: HolderNode;
  /** The same node by turn, with the share of its allowance for reads of that turn. Default: `node`. */
  readonly nodeAt?: Partial<Readonly<Record<BalanceTurn, HolderNode>>>;
}

/**
 * Asks the verifier contracts which orders are spent: `check(uuid)` of version 1, `check(signer, uuid)` of version 2. The order's
 * subnet token determines the version.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const spentOrders = createSpentOrders({ node, registry: { current: () => registry } });
 */
export function createSpentOrders({
  node,
  registry,
}: {
  readonly node: Node;
  readonly registry: RegistrySource;
}): SpentOrders {
  return {
    async isSpent({ uuid, owner, inputToken }, at) {
      const { tokens, verifier } = registry.current();
      const version = tokens.find(({ contractId }) => contractId === inputToken)?.blaze;
      if (version === undefined)
        return unreachable(`the registry does not say which verifier ${inputToken} uses`);
      const args = [...(version === 'v2' ? [principal(owner)] : []), ascii(uuid)];
      const spent = await readContract(node, verifier[version], 'check', args, at);
      if (!spent.ok) return spent;
      if (spent.value?.type === ClarityType.BoolTrue) return ok(true);
      if (spent.value?.type === ClarityType.BoolFalse) return ok(false);
      return unreachable(`${verifier[version]} does not say whether an order is spent`);
    },
  };
}
