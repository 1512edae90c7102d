import {
  getAddressFromPrivateKey,
  privateKeyToPublic,
  serializePayload,
  TransactionSigner,
} from '@stacks/transactions';
import type { RawTransaction, Txid } from '../../domain/order/ids.js';
import type { Address } from '../../domain/shared/address.js';
import type { Network } from '../../domain/shared/network.js';
import { ok } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { SwapPlan, SwapSigner } from '../../ports/index.js';
import type { StacksNode } from './node-client.js';
import type { OperatorKey } from './operator-key.js';
import { swapConditions } from './post-conditions.js';
import { unsignedSwap } from './swap-call.js';

export interface SwapSignerOptions {
  readonly operatorKey: OperatorKey;
  readonly network: Network;
  readonly node: Pick<StacksNode, 'estimateFee'>;
  /** The most that one swap's transaction may cost. */
  readonly maxFeeUstx: Units;
}

/** What a node asks for relaying one byte, in microSTX. */
const MIN_FEE_PER_BYTE = 1n;

export function createSwapSigner({ operatorKey, network, node, maxFeeUstx }: SwapSignerOptions): SwapSigner {
  const publicKey = String(privateKeyToPublic(operatorKey));

  const build = async (plan: SwapPlan, account: { nonce: bigint; feeUstx: bigint }) => {
    const conditions = swapConditions({ ...plan, router: plan.terms.router });
    if (!conditions.ok) return conditions;
    return ok(await unsignedSwap(plan, conditions.value, { publicKey, network, ...account }));
  };

  return {
    address: getAddressFromPrivateKey(operatorKey, network) as Address,

    async estimateFee(plan) {
      // A signature takes its place in the bytes from the start, and fee and nonce have a fixed size.
      const built = await build(plan, { nonce: 0n, feeUstx: 0n });
      if (!built.ok) return built;
      const bytes = built.value.serializeBytes().length;
      const estimate = await node.estimateFee(serializePayload(built.value.payload), bytes);
      if (!estimate.ok) return estimate;
      const least = BigInt(bytes) * MIN_FEE_PER_BYTE;
      const { value: estimated = least } = estimate;
      const fee = estimated > least ? estimated : least;
      return ok(fee < maxFeeUstx ? toUnits(fee) : maxFeeUstx);
    },

    async sign(plan, account) {
      const built = await build(plan, account);
      if (!built.ok) return built;
      const transaction = built.value;
      new TransactionSigner(transaction).signOrigin(operatorKey);
      return ok({
        txid: transaction.txid() as Txid,
        raw: transaction.serialize() as RawTransaction,
      });
    },
  };
}
