import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../../domain/shared/network.js';
import type { SwapPlan } from '../../../ports/index.js';
import {
  ascii,
  bytesOf,
  principal,
  principalBytes,
  shortText,
  tuple,
  uint,
} from '../node/consensus-bytes.js';
import type { SwapCondition } from './post-conditions.js';

/** Maximum number of hops for which a router contract has a function. */
const MAX_CALL_HOPS = 5;

/** Kinds of the parts of a transaction (SIP-005). */
const VERSION = { mainnet: 0x00, testnet: 0x80, devnet: 0x80 } as const;
const STANDARD_AUTH = 0x04;
const ONE_KEY = 0x00;
const ANY_ANCHOR = 0x03;
const DENY = 0x02;
const CONTRACT_CALL = 0x02;
const STX_CONDITION = 0x00;
const TOKEN_CONDITION = 0x01;
const CONTRACT_PRINCIPAL = 0x03;
const BOUND = { 'at-least': 0x03, 'at-most': 0x05 } as const;
/** Nonce, fee, kind of key and signature, all zero until the transaction is signed: zero is also the kind of a compressed key. */
const UNSIGNED = Buffer.alloc(8 + 8 + 1 + 65);

/** A swap's transaction, serialised by hand: for each swap, the library would build a tree of objects and decode a dozen addresses. */
export interface SwapCall {
  /** The whole transaction, without nonce, fee and signature. */
  readonly bytes: Uint8Array;
  /** The contract call in it. */
  readonly payload: Uint8Array;
}

/** Account that pays for a swap. */
export interface CallAccount {
  /** Hash of its public key, 20 bytes. */
  readonly hash160: Uint8Array;
  readonly network: Network;
}

/** Serialises the swap as a transaction that lacks its nonce, fee and signature. */
export function swapCall(
  plan: SwapPlan,
  conditions: readonly SwapCondition[],
  { hash160, network }: CallAccount,
): SwapCall {
  const payload = callBytes(plan);
  const bytes = Buffer.concat([
    Buffer.of(VERSION[network]),
    u32(NETWORK_FACTS[network].chainId),
    Buffer.of(STANDARD_AUTH, ONE_KEY),
    hash160,
    UNSIGNED,
    Buffer.of(ANY_ANCHOR, DENY),
    u32(conditions.length),
    ...conditions.map(conditionBytes),
    payload,
  ]);
  return { bytes, payload };
}

/** The call of the router's function: the payment, one vault per hop, and the recipient of the output. */
function callBytes({ terms, route, registry }: SwapPlan): Uint8Array {
  const { hops } = route;
  if (hops.length === 0 || hops.length > MAX_CALL_HOPS)
    throw new Error(`no router function takes ${hops.length} hops`);
  const paid = tuple({
    amount: uint(terms.amountIn),
    signature: bytesOf(Buffer.from(terms.signature, 'hex')),
    token: principal(terms.inputToken),
    uuid: ascii(terms.uuid),
  });
  const received = tuple({
    to: principal(terms.recipient),
    token: principal(terms.outputToken === STX ? registry.wstx : terms.outputToken),
  });
  return Buffer.concat([
    Buffer.of(CONTRACT_CALL),
    principalBytes(terms.router),
    shortText(`x-swap-${hops.length}`),
    u32(hops.length + 2),
    paid,
    ...hops.map(({ vault, opcode }) =>
      tuple({ opcode: bytesOf(Buffer.of(opcode)), vault: principal(vault.contractId) }),
    ),
    received,
  ]);
}

function conditionBytes({ sender, asset, bound, amount }: SwapCondition): Uint8Array {
  const most = Buffer.alloc(8);
  most.writeBigUInt64BE(amount);
  const payer = [Buffer.of(CONTRACT_PRINCIPAL), principalBytes(sender)];
  const limit = [Buffer.of(BOUND[bound]), most];
  if (asset === 'stx') return Buffer.concat([Buffer.of(STX_CONDITION), ...payer, ...limit]);
  const [contract = '', name = ''] = asset.split('::');
  const token = [principalBytes(contract as ContractId), shortText(name)];
  return Buffer.concat([Buffer.of(TOKEN_CONDITION), ...payer, ...token, ...limit]);
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
