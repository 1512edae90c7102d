import {
  Cl,
  makeUnsignedContractCall,
  type ClarityValue,
  type PostCondition,
  type StacksTransactionWire,
} from '@stacks/transactions';
import { contractParts, STX } from '../../../domain/shared/contract-id.js';
import type { Network } from '../../../domain/shared/network.js';
import type { SwapPlan } from '../../../ports/index.js';
import type { SwapCondition } from './post-conditions.js';

/** Maximum number of hops for which a router contract has a function. */
const MAX_CALL_HOPS = 5;

export interface CallAccount {
  readonly publicKey: string;
  readonly network: Network;
  readonly nonce: bigint;
  readonly feeUstx: bigint;
}

/** Builds the swap as a transaction that lacks only its signature. Makes no request: fee, nonce and network are given. */
export function unsignedSwap(
  plan: SwapPlan,
  conditions: readonly SwapCondition[],
  { publicKey, network, nonce, feeUstx }: CallAccount,
): Promise<StacksTransactionWire> {
  const { hops } = plan.route;
  if (hops.length === 0 || hops.length > MAX_CALL_HOPS)
    throw new Error(`no router function takes ${hops.length} hops`);
  const { address, name } = contractParts(plan.terms.router);
  return makeUnsignedContractCall({
    contractAddress: address,
    contractName: name,
    functionName: `x-swap-${hops.length}`,
    functionArgs: swapArguments(plan),
    postConditions: conditions.map(toPostCondition),
    postConditionMode: 'deny',
    publicKey,
    network,
    nonce,
    fee: feeUstx,
  });
}

/** Returns the arguments of the router's function: the payment, one vault per hop, and the recipient of the output. */
export function swapArguments({ terms, route, registry }: SwapPlan): ClarityValue[] {
  const paid = Cl.tuple({
    token: Cl.principal(terms.inputToken),
    amount: Cl.uint(terms.amountIn),
    signature: Cl.bufferFromHex(terms.signature),
    uuid: Cl.stringAscii(terms.uuid),
  });
  const received = Cl.tuple({
    token: Cl.principal(terms.outputToken === STX ? registry.wstx : terms.outputToken),
    to: Cl.principal(terms.recipient),
  });
  const hops = route.hops.map(({ vault, opcode }) =>
    Cl.tuple({ vault: Cl.principal(vault.contractId), opcode: Cl.buffer(Uint8Array.of(opcode)) }),
  );
  return [paid, ...hops, received];
}

function toPostCondition({ sender, asset, bound, amount }: SwapCondition): PostCondition {
  const common = { address: sender, condition: bound === 'at-most' ? 'lte' : 'gte', amount } as const;
  return asset === 'stx'
    ? { type: 'stx-postcondition', ...common }
    : { type: 'ft-postcondition', ...common, asset: asset as `${string}.${string}::${string}` };
}
