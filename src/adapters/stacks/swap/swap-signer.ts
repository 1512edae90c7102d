import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  AuthType,
  createMessageSignature,
  deserializeTransaction,
  getAddressFromPublicKey,
  isSingleSig,
  makeUnsignedSTXTokenTransfer,
  serializePayload,
  sigHashPreSign,
  txidFromData,
  type StacksTransactionWire,
} from '@stacks/transactions';
import type { RawTransaction, Txid } from '../../../domain/order/ids.js';
import type { Address } from '../../../domain/shared/address.js';
import type { Network } from '../../../domain/shared/network.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import type { SignedSwap, SwapPlan, SwapSigner, Unprotectable } from '../../../ports/index.js';
import { CURVE } from '../signatures/fastest-curve.js';
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

/** A plan's transaction. Each signing sets its nonce, fee and signature. */
interface BuiltSwap {
  readonly transaction: StacksTransactionWire;
  /** Length in bytes, signed or not. */
  readonly bytes: number;
  /** The hash of the transaction without nonce, fee and signature, with which every signature begins. */
  readonly begun: string;
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
  const privateKey = privateKeyOf(operatorKey);
  const publicKey = publicKeyOf(operatorKey);
  const address = getAddressFromPublicKey(publicKey, network) as Address;

  const build = async (plan: SwapPlan): Promise<Result<BuiltSwap, Unprotectable>> => {
    const conditions = swapConditions({ ...plan, router: plan.terms.router });
    if (!conditions.ok) return conditions;
    const account = { publicKey, network, nonce: 0n, feeUstx: 0n };
    const transaction = await unsignedSwap(plan, conditions.value, account);
    const bytes = transaction.serializeBytes();
    return ok({ transaction, bytes: bytes.length, begun: txidFromData(bytes) });
  };
  const builtOf = new WeakMap<SwapPlan, ReturnType<typeof build>>();
  /** Builds the plan's transaction once, since that and its serialisation take longer than a signature. */
  const builtFrom = (plan: SwapPlan): ReturnType<typeof build> => {
    const built = builtOf.get(plan) ?? build(plan);
    builtOf.set(plan, built);
    return built;
  };

  const feeOf = async ({ payload }: StacksTransactionWire, bytes: number) => {
    const estimate = await node.estimateFee(serializePayload(payload), bytes);
    if (!estimate.ok) return estimate;
    const least = BigInt(bytes) * MIN_FEE_PER_BYTE;
    const { value: estimated = least } = estimate;
    const fee = estimated > least ? estimated : least;
    return ok(fee < maxFeeUstx ? toUnits(fee) : maxFeeUstx);
  };

  const signed = (transaction: StacksTransactionWire, begun = transaction.signBegin()): SignedSwap => {
    const { spendingCondition } = transaction.auth;
    if (!isSingleSig(spendingCondition)) throw new Error('an operator account has one key');
    const { fee, nonce } = spendingCondition;
    const digest = Buffer.from(sigHashPreSign(begun, AuthType.Standard, fee, nonce), 'hex');
    const rsv = CURVE.sign(digest, privateKey);
    spendingCondition.signature = createMessageSignature(rsv.slice(-2) + rsv.slice(0, -2));
    const bytes = transaction.serializeBytes();
    return { txid: txidFromData(bytes) as Txid, raw: Buffer.from(bytes).toString('hex') as RawTransaction };
  };

  return {
    address,
    maxFeeUstx,

    async estimateFee(plan) {
      // Signature, fee and nonce have a fixed size in the bytes, so an unsigned transaction is as long as a signed one.
      const built = await builtFrom(plan);
      return built.ok ? feeOf(built.value.transaction, built.value.bytes) : built;
    },

    async sign(plan, { nonce, feeUstx }) {
      const built = await builtFrom(plan);
      if (!built.ok) return built;
      const { transaction, begun } = built.value;
      transaction.setNonce(nonce);
      transaction.setFee(feeUstx);
      return ok(signed(transaction, begun));
    },

    hasSigned({ raw, nonce, feeUstx }) {
      const condition = signedBy(raw, address, network);
      return condition?.nonce === nonce && condition.fee === feeUstx;
    },

    estimateFeeOf: (raw) => feeOf(deserializeTransaction(raw), raw.length / 2),

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
  return Buffer.from(CURVE.publicKeyOf(privateKeyOf(operatorKey))).toString('hex');
}

const privateKeyOf = (operatorKey: OperatorKey): Uint8Array =>
  Buffer.from(operatorKey, 'hex').subarray(0, PRIVATE_KEY_BYTES);

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
