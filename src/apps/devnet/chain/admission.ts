import { AuthType, validateContractCall } from '@stacks/transactions';
import { NETWORK_FACTS } from '../../../domain/shared/network.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Dress } from '../vm/accounts.js';
import type { Beginning } from '../genesis/genesis.js';
import type { Mempool } from './mempool.js';
import { decodeTransaction, type ReceivedTransaction } from './received-transaction.js';
import type { Vm } from '../vm/vm.js';

/** Reason why a node rejects a transaction, with the node's code. */
export interface Rejection {
  readonly reason:
    | 'Deserialization'
    | 'SignatureValidation'
    | 'BadTransactionVersion'
    | 'FeeTooLow'
    | 'BadNonce'
    | 'TooMuchChaining'
    | 'ConflictingNonceInMempool'
    | 'NotEnoughFunds'
    | 'NoSuchContract'
    | 'ContractAlreadyExists'
    | 'NoSuchPublicFunction'
    | 'BadFunctionArgument'
    | 'ServerFailureOther';
  readonly data?: Readonly<Record<string, string | number | boolean>>;
}

/** Reason why a submission fails. Undecodable bytes have no txid. */
export type SubmitError = Rejection & { readonly txid: string | undefined };

/** The chain state that the checks read. */
export interface ChainFacts {
  readonly genesis: Pick<Beginning, 'dress'>;
  nextNonce(account: string): bigint;
  stxBalance(account: string): bigint;
  interfaceOf: Vm['interfaceOf'];
  readonly mempool: Pick<Mempool, 'pendingAt'>;
}

/** Version byte of transactions (SIP-005). */
const TRANSACTION_VERSION = { mainnet: 0x00, devnet: 0x80 } as const;
/** Fees below this many micro-STX per byte are rejected. */
export const MIN_FEE_PER_BYTE = 1n;
/** Number of nonces by which a transaction may be ahead of its account. */
const MAX_CHAINED = 25n;

/** Decodes a submitted transaction. Refuses bytes that are not exactly one transaction in canonical form. */
export function decodeSubmitted(
  raw: Uint8Array,
  nowMs: number,
  dress: Dress,
): Result<ReceivedTransaction, SubmitError> {
  try {
    return ok(decodeTransaction(raw, nowMs, dress));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'not a transaction';
    return err({ reason: 'Deserialization', data: { message }, txid: undefined });
  }
}

/** Applies the node's checks in the node's order. Returns the first rejection; undefined if the transaction is admitted. */
export function rejectionOf(transaction: ReceivedTransaction, chain: ChainFacts): Rejection | undefined {
  return (
    checkEnvelope(transaction, chain) ??
    checkSignature(transaction, chain) ??
    checkFee(transaction, chain) ??
    checkNonce(transaction, chain) ??
    checkConflict(transaction, chain) ??
    checkFunds(transaction, chain) ??
    checkPayload(transaction, chain)
  );
}

type Check = (transaction: ReceivedTransaction, chain: ChainFacts) => Rejection | undefined;

const checkEnvelope: Check = ({ wire }, { genesis: { dress } }) => {
  if (Number(wire.transactionVersion) !== TRANSACTION_VERSION[dress])
    return { reason: 'BadTransactionVersion' };
  if (Number(wire.chainId) !== NETWORK_FACTS[dress].chainId)
    return { reason: 'SignatureValidation', data: { message: 'the transaction is for another chain id' } };
  if (wire.auth.authType !== AuthType.Sponsored) return undefined;
  const message = 'the devnet does not support sponsored transactions';
  return { reason: 'ServerFailureOther', data: { message } };
};

const checkSignature: Check = ({ wire }) => {
  try {
    wire.verifyOrigin();
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'the signature does not verify';
    return { reason: 'SignatureValidation', data: { message } };
  }
};

const checkFee: Check = ({ feeUstx, sizeBytes }) => {
  const expected = BigInt(sizeBytes) * MIN_FEE_PER_BYTE;
  if (feeUstx >= expected) return undefined;
  return { reason: 'FeeTooLow', data: { expected: Number(expected), actual: Number(feeUstx) } };
};

const checkNonce: Check = ({ sender, nonce }, chain) => {
  const expected = chain.nextNonce(sender);
  const data = { expected: Number(expected), actual: Number(nonce), is_origin: true, principal: sender };
  if (nonce < expected) return { reason: 'BadNonce', data };
  if (nonce > expected + MAX_CHAINED) return { reason: 'TooMuchChaining', data };
  return undefined;
};

/** Checks replace-by-fee: a pending transaction is replaced only by one with a higher fee. */
const checkConflict: Check = ({ sender, nonce, feeUstx }, chain) => {
  const pending = chain.mempool.pendingAt(sender, nonce);
  if (pending === undefined || feeUstx > pending.feeUstx) return undefined;
  return { reason: 'ConflictingNonceInMempool' };
};

const checkFunds: Check = ({ sender, feeUstx, payload }, chain) => {
  const expected = feeUstx + (payload.kind === 'transfer' ? payload.amount : 0n);
  const actual = chain.stxBalance(sender);
  if (actual >= expected) return undefined;
  return { reason: 'NotEnoughFunds', data: { expected: amountHex(expected), actual: amountHex(actual) } };
};

const checkPayload: Check = ({ payload }, chain) => {
  if (payload.kind === 'transfer') return undefined;
  if (payload.kind === 'deploy') {
    if (chain.interfaceOf(payload.contractId) === undefined) return undefined;
    return { reason: 'ContractAlreadyExists', data: { contract_identifier: payload.contractId } };
  }
  if (payload.kind === 'other') {
    const message = 'the devnet supports deployments, contract calls and STX transfers only';
    return { reason: 'ServerFailureOther', data: { message } };
  }
  const abi = chain.interfaceOf(payload.contractId);
  if (abi === undefined) return { reason: 'NoSuchContract' };
  const called = abi.functions.find((candidate) => candidate.name === payload.functionName);
  if (called === undefined || called.access !== 'public') return { reason: 'NoSuchPublicFunction' };
  try {
    validateContractCall(payload.wire, abi);
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'the arguments do not fit';
    return { reason: 'BadFunctionArgument', data: { message } };
  }
};

/** The node's format for amounts: 16 bytes in hex. */
const amountHex = (amount: bigint): string => `0x${amount.toString(16).padStart(32, '0')}`;
