import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  AuthType,
  deserializeTransaction,
  getAddressFromPublicKey,
  makeUnsignedSTXTokenTransfer,
  serializePayload,
} from '@stacks/transactions';
import type { RawTransaction } from '../../../domain/order/ids.js';
import { addressParts, type Address } from '../../../domain/shared/address.js';
import type { Network } from '../../../domain/shared/network.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import type { ChainRead, SwapPlan, SwapSigner, Unprotectable } from '../../../ports/index.js';
import { CURVE } from '../signatures/fastest-curve.js';
import type { StacksNode } from '../node/node-client.js';
import type { OperatorKey } from './operator-key.js';
import { swapConditions } from './post-conditions.js';
import { signBytes } from './sign-bytes.js';
import { swapCall, type SwapCall } from './swap-call.js';

/** The account that signs swaps, and the node that estimates their fees. */
export interface SwapSignerOptions {
  readonly operatorKey: OperatorKey;
  readonly network: Network;
  readonly node: Pick<StacksNode, 'estimateFee'>;
  /** The highest fee of one transaction, in microSTX. */
  readonly maxFeeUstx: Units;
  /** A clock in milliseconds that never goes backwards. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
}

/** A plan's transaction. */
interface BuiltSwap extends SwapCall {
  /** Contract and function, by which nodes know what the call costs. */
  readonly called: string;
}

/** The lowest fee per byte, in microSTX, for which a node relays a transaction. */
const MIN_FEE_PER_BYTE = 1n;

/** Time (ms) for which an estimate is used: nodes learn fees from blocks. */
const ESTIMATE_MS = 5_000;
/** Maximum number of estimates to keep. Lengths differ with the route. */
const MOST_ESTIMATES = 100;

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
export function createSwapSigner(options: SwapSignerOptions): SwapSigner {
  const { operatorKey, network, node, maxFeeUstx, monotonicMs = () => performance.now() } = options;
  const privateKey = privateKeyOf(operatorKey);
  const publicKey = publicKeyOf(operatorKey);
  const address = getAddressFromPublicKey(publicKey, network) as Address;

  const { hash160 } = addressParts(address);

  const build = (plan: SwapPlan): Result<BuiltSwap, Unprotectable> => {
    const { router } = plan.terms;
    const conditions = swapConditions({ ...plan, router });
    if (!conditions.ok) return conditions;
    const called = `${router} ${plan.route.hops.length}`;
    return ok({ called, ...swapCall(plan, conditions.value, { hash160, network }) });
  };
  const builtOf = new WeakMap<SwapPlan, ReturnType<typeof build>>();
  /** Builds the plan's transaction once, since that takes longer than a signature. */
  const builtFrom = (plan: SwapPlan): ReturnType<typeof build> => {
    const built = builtOf.get(plan) ?? build(plan);
    builtOf.set(plan, built);
    return built;
  };

  const feeOf = async (payload: string, bytes: number): ChainRead<Units> => {
    const estimate = await node.estimateFee(payload, bytes);
    if (!estimate.ok) return estimate;
    const least = BigInt(bytes) * MIN_FEE_PER_BYTE;
    const { value: estimated = least } = estimate;
    const fee = estimated > least ? estimated : least;
    return ok(fee < maxFeeUstx ? toUnits(fee) : maxFeeUstx);
  };
  const estimates = new Map<string, { readonly until: number; readonly fee: ReturnType<typeof feeOf> }>();
  /** Fee of a swap, estimated once for all of the same contract, function and length while the estimate is recent. */
  const recentFeeOf = async ({ payload, called, bytes }: BuiltSwap): ChainRead<Units> => {
    const key = `${called} ${bytes.length}`;
    const known = estimates.get(key);
    if (known !== undefined && monotonicMs() < known.until) return known.fee;
    const fee = feeOf(Buffer.from(payload).toString('hex'), bytes.length);
    estimates.delete(key);
    estimates.set(key, { until: monotonicMs() + ESTIMATE_MS, fee });
    if (estimates.size > MOST_ESTIMATES) estimates.delete(estimates.keys().next().value!);
    const estimated = await fee;
    if (!estimated.ok && estimates.get(key)?.fee === fee) estimates.delete(key);
    return estimated;
  };

  return {
    address,
    maxFeeUstx,

    async estimateFee(plan) {
      const built = builtFrom(plan);
      return built.ok ? recentFeeOf(built.value) : built;
    },

    async sign(plan, account) {
      const built = builtFrom(plan);
      return built.ok ? ok(signBytes(built.value.bytes, privateKey, account)) : built;
    },

    hasSigned({ raw, nonce, feeUstx }) {
      const condition = signedBy(raw, address, network);
      return condition?.nonce === nonce && condition.fee === feeUstx;
    },

    estimateFeeOf: (raw) => feeOf(serializePayload(deserializeTransaction(raw).payload), raw.length / 2),

    async signAgain(raw, feeUstx) {
      const condition = signedBy(raw, address, network);
      if (condition === undefined) throw new Error(`${address} has not signed these bytes`);
      return signBytes(Buffer.from(raw, 'hex'), privateKey, { nonce: condition.nonce, feeUstx });
    },

    async signNoOp(account) {
      const recipient = KEYLESS[network];
      const unsigned = { publicKey, network, nonce: account.nonce, fee: account.feeUstx };
      const transfer = await makeUnsignedSTXTokenTransfer({ recipient, amount: NO_OP_USTX, ...unsigned });
      return signBytes(transfer.serializeBytes(), privateKey, account);
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
