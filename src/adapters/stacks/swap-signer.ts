import {
  deserializeTransaction,
  getAddressFromPrivateKey,
  makeUnsignedSTXTokenTransfer,
  privateKeyToPublic,
  serializePayload,
  TransactionSigner,
  type StacksTransactionWire,
} from '@stacks/transactions';
import type { RawTransaction, Txid } from '../../domain/order/ids.js';
import type { Address } from '../../domain/shared/address.js';
import type { Network } from '../../domain/shared/network.js';
import { ok } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { SignedSwap, SwapPlan, SwapSigner } from '../../ports/index.js';
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

/** Nobody holds its key. A transfer needs a recipient other than its sender, and the least it can move is 1 microSTX. */
const NOBODY: Readonly<Record<Network, string>> = {
  mainnet: 'SP000000000000000000002Q6VF78',
  testnet: 'ST000000000000000000002AMW42H',
  devnet: 'ST000000000000000000002AMW42H',
};
const NO_OP_USTX = 1n;

export function createSwapSigner({ operatorKey, network, node, maxFeeUstx }: SwapSignerOptions): SwapSigner {
  const publicKey = String(privateKeyToPublic(operatorKey));

  const build = async (plan: SwapPlan, account: { nonce: bigint; feeUstx: bigint }) => {
    const conditions = swapConditions({ ...plan, router: plan.terms.router });
    if (!conditions.ok) return conditions;
    return ok(await unsignedSwap(plan, conditions.value, { publicKey, network, ...account }));
  };

  const feeOf = async (transaction: StacksTransactionWire) => {
    const bytes = transaction.serializeBytes().length;
    const estimate = await node.estimateFee(serializePayload(transaction.payload), bytes);
    if (!estimate.ok) return estimate;
    const least = BigInt(bytes) * MIN_FEE_PER_BYTE;
    const { value: estimated = least } = estimate;
    const fee = estimated > least ? estimated : least;
    return ok(fee < maxFeeUstx ? toUnits(fee) : maxFeeUstx);
  };

  const signed = (transaction: StacksTransactionWire): SignedSwap => {
    new TransactionSigner(transaction).signOrigin(operatorKey);
    return { txid: transaction.txid() as Txid, raw: transaction.serialize() as RawTransaction };
  };

  return {
    address: getAddressFromPrivateKey(operatorKey, network) as Address,
    maxFeeUstx,

    async estimateFee(plan) {
      // A signature takes its place in the bytes from the start, and fee and nonce have a fixed size.
      const built = await build(plan, { nonce: 0n, feeUstx: 0n });
      return built.ok ? feeOf(built.value) : built;
    },

    async sign(plan, account) {
      const built = await build(plan, account);
      return built.ok ? ok(signed(built.value)) : built;
    },

    estimateFeeOf: (raw) => feeOf(deserializeTransaction(raw)),

    async signAgain(raw, feeUstx) {
      const transaction = deserializeTransaction(raw);
      transaction.setFee(feeUstx);
      return signed(transaction);
    },

    async signNoOp({ nonce, feeUstx }) {
      const recipient = NOBODY[network];
      const account = { publicKey, network, nonce, fee: feeUstx };
      return signed(await makeUnsignedSTXTokenTransfer({ recipient, amount: NO_OP_USTX, ...account }));
    },
  };
}
