import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  deserializeTransaction,
  PayloadType,
  PostConditionMode,
  wireToPostCondition,
  type ClarityValue,
  type ContractCallPayload,
  type PayloadWire,
  type PostCondition,
  type PostConditionModeName,
  type StacksTransactionWire,
} from '@stacks/transactions';
import type { Dress } from './accounts.js';

export type TransactionPayload =
  | {
      readonly kind: 'call';
      readonly contractId: string;
      readonly functionName: string;
      readonly args: readonly ClarityValue[];
      readonly wire: ContractCallPayload;
    }
  | { readonly kind: 'transfer'; readonly recipient: string; readonly amount: bigint }
  | { readonly kind: 'other' };

/** A decoded transaction whose signature has not been verified. */
export interface ReceivedTransaction {
  /** 64 hex characters, without 0x. */
  readonly txid: string;
  readonly rawHex: string;
  readonly sizeBytes: number;
  readonly sender: string;
  readonly nonce: bigint;
  readonly feeUstx: bigint;
  readonly payload: TransactionPayload;
  readonly postConditionMode: PostConditionModeName;
  readonly postConditions: readonly PostCondition[];
  readonly receivedAtMs: number;
  readonly wire: StacksTransactionWire;
}

const MODES: Readonly<Record<PostConditionMode, PostConditionModeName>> = {
  [PostConditionMode.Allow]: 'allow',
  [PostConditionMode.Deny]: 'deny',
  [PostConditionMode.Originator]: 'originator',
};

/** @throws when the bytes are not exactly one transaction in canonical form. */
export function decodeTransaction(raw: Uint8Array, receivedAtMs: number, dress: Dress): ReceivedTransaction {
  const rawHex = Buffer.from(raw).toString('hex');
  const wire = deserializeTransaction(raw);
  if (wire.serialize() !== rawHex) throw new Error('the bytes are not one transaction in its canonical form');
  const { spendingCondition } = wire.auth;
  const version = addressHashModeToVersion(spendingCondition.hashMode, dress);
  return {
    txid: wire.txid(),
    rawHex,
    sizeBytes: raw.length,
    sender: addressToString(addressFromVersionHash(version, spendingCondition.signer)),
    nonce: BigInt(spendingCondition.nonce),
    feeUstx: BigInt(spendingCondition.fee),
    payload: readPayload(wire.payload),
    postConditionMode: MODES[wire.postConditionMode],
    postConditions: wire.postConditions.values.map(wireToPostCondition),
    receivedAtMs,
    wire,
  };
}

function readPayload(payload: PayloadWire): TransactionPayload {
  if (payload.payloadType === PayloadType.ContractCall) {
    return {
      kind: 'call',
      contractId: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
      functionName: payload.functionName.content,
      args: payload.functionArgs,
      wire: payload,
    };
  }
  if (payload.payloadType === PayloadType.TokenTransfer) {
    return { kind: 'transfer', recipient: payload.recipient.value, amount: payload.amount };
  }
  return { kind: 'other' };
}
