import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  AuthType,
  deserializeTransaction,
  getAddressFromPublicKey,
  makeUnsignedSTXTokenTransfer,
  serializePayload,
  TransactionSigner,
  type StacksTransactionWire,
} from '@stacks/transactions';
import type { RawTransaction, Txid } from '../../../domain/order/ids.js';
import type { Address } from '../../../domain/shared/address.js';
import type { Network } from '../../../domain/shared/network.js';
import { ok } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import type { SignedSwap, SwapPlan, SwapSigner } from '../../../ports/index.js';
import { CURVE } from '../signatures/curve.js';
import type { StacksNode } from '../node/node-client.js';
import type { OperatorKey } from './operator-key.js';
import { swapConditions } from './post-conditions.js';
import { unsignedSwap } from './swap-call.js';

/** The account that signs swaps, and the node that estimates their fees. */
export interface SwapSignerOptions {
  readonly operatorKey: OperatorKey;
  readonly network: Network;
  readonly node: Pick<StacksNode, 'estimateFee'>;
  /** The highest fee of one transaction, in microSTX. */
  readonly maxFeeUstx: Units;
}

/** The lowest fee per byte, in microSTX, for which a node relays a transaction. */
const MIN_FEE_PER_BYTE = 1n;

/** Recipient of no-op transfers: an address without a key, since a transfer needs a recipient other than its sender. */
const KEYLESS: Readonly<Record<Network, string>> = {
  mainnet: 'SP000000000000000000002Q6VF78',
  testnet: 'ST000000000000000000002AMW42H',
  devnet: 'ST000000000000000000002AMW42H',
};
const PRIVATE_KEY_BYTES = 32;

/** The smallest amount that a transfer can move. */
const NO_OP_USTX = 1n;

/**
 * Address of an operator key's account on the network.
 *
 * @example
 * const address = operatorAddress(unwrap(parseOperatorKey('1'.repeat(64))), 'mainnet');
 */
export const operatorAddress = (key: OperatorKey, network: Network): Address =>
  getAddressFromPublicKey(publicKeyOf(key), network) as Address;

/**
 * Builds and signs swap transactions of one operator account, each protected by post-conditions.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const operatorKey = unwrap(parseOperatorKey('1'.repeat(64)));
 * const signer = createSwapSigner({ operatorKey, network: 'mainnet', node, maxFeeUstx: toUnits(100_000n) });
 */
export function createSwapSigner({ operatorKey, network, node, maxFeeUstx }: SwapSignerOptions): SwapSigner {
  const publicKey = publicKeyOf(operatorKey);
  const address = getAddressFromPublicKey(publicKey, network) as Address;

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
    address,
    maxFeeUstx,

    async estimateFee(plan) {
      // Signature, fee and nonce have a fixed size in the bytes, so an unsigned transaction is as long as a signed one.
      const built = await build(plan, { nonce: 0n, feeUstx: 0n });
      return built.ok ? feeOf(built.value) : built;
    },

    async sign(plan, account) {
      const built = await build(plan, account);
      return built.ok ? ok(signed(built.value)) : built;
    },

    hasSigned({ raw, nonce, feeUstx }) {
      const condition = signedBy(raw, address, network);
      return condition?.nonce === nonce && condition.fee === feeUstx;
    },

    estimateFeeOf: (raw) => feeOf(deserializeTransaction(raw)),

    async signAgain(raw, feeUstx) {
      if (signedBy(raw, address, network) === undefined)
        throw new Error(`${address} has not signed these bytes`);
      const transaction = deserializeTransaction(raw);
      transaction.setFee(feeUstx);
      return signed(transaction);
    },

    async signNoOp({ nonce, feeUstx }) {
      const recipient = KEYLESS[network];
      const account = { publicKey, network, nonce, fee: feeUstx };
      return signed(await makeUnsignedSTXTokenTransfer({ recipient, amount: NO_OP_USTX, ...account }));
    },
  };
}

/** Returns the compressed public key in hex. */
function publicKeyOf(operatorKey: OperatorKey): string {
  const privateKey = Buffer.from(operatorKey, 'hex').subarray(0, PRIVATE_KEY_BYTES);
  return Buffer.from(CURVE.publicKeyOf(privateKey)).toString('hex');
}

/** Returns nonce and fee as the account has signed them; undefined unless the bytes are a transaction that only this account signed. */
function signedBy(
  raw: RawTransaction,
  account: Address,
  network: Network,
): { readonly nonce: bigint; readonly fee: bigint } | undefined {
  try {
    const transaction = deserializeTransaction(raw);
    const { authType, spendingCondition } = transaction.auth;
    const { hashMode, signer, nonce, fee } = spendingCondition;
    const version = addressHashModeToVersion(hashMode, network);
    const claimed = addressToString(addressFromVersionHash(version, signer));
    if (authType !== AuthType.Standard || claimed !== account) return undefined;
    transaction.verifyOrigin();
    return { nonce, fee };
  } catch {
    // Neither the decoder nor the signature check reports bad bytes in any other way.
    return undefined;
  }
}
