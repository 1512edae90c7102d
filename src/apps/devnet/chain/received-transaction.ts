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
import type { Dress } from '../vm/accounts.js';

export type TransactionPayload =
  | {
      readonly kind: 'call';
      readonly contractId: string;
      readonly functionName: string;
      readonly args: readonly ClarityValue[];
      readonly wire: ContractCallPayload;
    }
  | { readonly kind: 'transfer'; readonly recipient: string; readonly amount: bigint }
  | {
      readonly kind: 'deploy';
      readonly contractId: string;
      readonly source: string;
      /** Clarity version of the contract; undefined for that of the chain's epoch. */
      readonly clarityVersion: number | undefined;
    }
  | { readonly kind: 'other' };

/** A decoded transaction whose signature has not been verified. */
export interface ReceivedTransaction {
  /** Id of the transaction: 64 hex characters, without 0x. */
  readonly txid: string;
  readonly rawHex: string;
  readonly sizeBytes: number;
  readonly sender: string;
  readonly nonce: bigint;
  readonly feeUstx: bigint;
  readonly payload: TransactionPayload;
  /** Id of the contract that the transaction deploys, if any. */
  readonly deploys: string | undefined;
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

/** Decodes a transaction. @throws unless the bytes are exactly one transaction in canonical form. */
export function decodeTransaction(raw: Uint8Array, receivedAtMs: number, dress: Dress): ReceivedTransaction {
  const rawHex = Buffer.from(raw).toString('hex');
  const wire = deserializeTransaction(raw);
  if (wire.serialize() !== rawHex) throw new Error('the bytes are not one transaction in its canonical form');
  const { spendingCondition } = wire.auth;
  const version = addressHashModeToVersion(spendingCondition.hashMode, dress);
  const sender = addressToString(addressFromVersionHash(version, spendingCondition.signer));
  const payload = readPayload(wire.payload, sender);
  return {
    txid: wire.txid(),
    rawHex,
    sizeBytes: raw.length,
    sender,
    nonce: BigInt(spendingCondition.nonce),
    feeUstx: BigInt(spendingCondition.fee),
    payload,
    deploys: payload.kind === 'deploy' ? payload.contractId : undefined,
    postConditionMode: MODES[wire.postConditionMode],
    postConditions: wire.postConditions.values.map(wireToPostCondition),
    receivedAtMs,
    wire,
  };
}

function readPayload(payload: PayloadWire, sender: string): TransactionPayload {
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
  if (
    payload.payloadType === PayloadType.SmartContract ||
    payload.payloadType === PayloadType.VersionedSmartContract
  ) {
    return {
      kind: 'deploy',
      contractId: `${sender}.${payload.contractName.content}`,
      source: payload.codeBody.content,
      clarityVersion: 'clarityVersion' in payload ? payload.clarityVersion : undefined,
    };
  }
  return { kind: 'other' };
}
