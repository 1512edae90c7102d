import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  ClarityType,
  deserializeTransaction,
  PayloadType,
  type ClarityValue,
} from '@stacks/transactions';
import type { OrderSignature, OrderUuid, RawTransaction, Txid } from '../../domain/order/ids.js';
import type { Registry } from '../../domain/market/registry.js';
import type { Address } from '../../domain/shared/address.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { toUnits } from '../../domain/shared/units.js';
import type { SentSwap } from '../../ports/index.js';
import { textOf } from './clarity.js';

/** The swap that signed bytes make, regardless of the signer; undefined for bytes that call no router's function. */
export function readSwap(
  raw: RawTransaction,
  { network, wstx }: Pick<Registry, 'network' | 'wstx'>,
): SentSwap | undefined {
  const transaction = deserializeTransaction(raw);
  const { payload, auth } = transaction;
  if (payload.payloadType !== PayloadType.ContractCall) return undefined;
  const [paid, ...rest] = payload.functionArgs.map(fieldsOfTuple);
  const [uuid, received] = [textOf(paid?.['uuid']), rest.at(-1)];
  if (paid === undefined || uuid === undefined || received === undefined) return undefined;
  const [amount, signature] = [paid['amount'], paid['signature']];
  if (amount?.type !== ClarityType.UInt || signature?.type !== ClarityType.Buffer) return undefined;
  const { hashMode, signer, nonce, fee } = auth.spendingCondition;
  const outputToken = principalOf(received['token']) as ContractId;
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
    vaults: rest.slice(0, -1).map((hop) => principalOf(hop['vault']) as ContractId),
    outputToken: outputToken === wstx ? STX : outputToken,
    recipient: principalOf(received['to']) as Address,
  };
}

const fieldsOfTuple = (value: ClarityValue): Readonly<Record<string, ClarityValue>> =>
  value.type === ClarityType.Tuple ? value.value : {};

function principalOf(value: ClarityValue | undefined): string {
  const isPrincipal =
    value?.type === ClarityType.PrincipalContract || value?.type === ClarityType.PrincipalStandard;
  return isPrincipal ? value.value : '';
}
