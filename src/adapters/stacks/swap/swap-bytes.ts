import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  ClarityType,
  deserializeTransaction,
  PayloadType,
} from '@stacks/transactions';
import type { OrderSignature, OrderUuid, RawTransaction, Txid } from '../../../domain/order/ids.js';
import type { Registry } from '../../../domain/market/registry.js';
import type { Address } from '../../../domain/shared/address.js';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { toUnits } from '../../../domain/shared/units.js';
import type { SentSwap } from '../../../ports/index.js';
import { principalOf } from '../node/clarity.js';
import { readSwapArguments } from './swap-arguments.js';

/** Reads the swap in signed bytes, regardless of who signed them; undefined if they call no router's function. */
export function readSwap(
  raw: RawTransaction,
  { network, wstx }: Pick<Registry, 'network' | 'wstx'>,
): SentSwap | undefined {
  const transaction = deserializeTransaction(raw);
  const { payload, auth } = transaction;
  if (payload.payloadType !== PayloadType.ContractCall) return undefined;
  const swap = readSwapArguments(payload.functionArgs);
  if (swap === undefined) return undefined;
  const { paid, uuid, vaults, outputToken, recipient } = swap;
  const [amount, signature] = [paid['amount'], paid['signature']];
  if (amount?.type !== ClarityType.UInt || signature?.type !== ClarityType.Buffer) return undefined;
  const { hashMode, signer, nonce, fee } = auth.spendingCondition;
  return {
    txid: transaction.txid() as Txid,
    raw,
    sender: addressToString(
      addressFromVersionHash(addressHashModeToVersion(hashMode, network), signer),
    ) as Address,
    nonce,
    feeUstx: toUnits(fee),
    router: `${addressToString(payload.contractAddress)}.${payload.contractName.content}` as ContractId,
    uuid: uuid as OrderUuid,
    inputToken: principalOf(paid['token']) as ContractId,
    amountIn: toUnits(BigInt(amount.value)),
    signature: signature.value.replace(/^0x/, '') as OrderSignature,
    vaults,
    outputToken: outputToken === wstx ? STX : outputToken,
    recipient,
  };
}
