import { LRUCache } from 'lru-cache';
import { addressParts } from '../../../domain/shared/address.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../../domain/shared/network.js';
import type { SignedOrder } from '../../../ports/index.js';
import { sha256 } from './hashing.js';

/**
 * The 32 bytes that an order's signature covers (SIP-018). The consensus bytes (SIP-005) are laid out by hand because the general
 * encoders cost more than the signature check that follows. Throws for `.stx`, which no order may name.
 */
export function orderDigest(order: SignedOrder): Uint8Array {
  return sha256(Buffer.concat([domainPrefix(order.network, order.blaze), sha256(messageBytes(order))]));
}

/** Type tags of the consensus encoding. */
const TAG = { uint: 0x01, contractPrincipal: 0x06, none: 0x09, some: 0x0a, tuple: 0x0c, ascii: 0x0d };

// Tuple fields are sorted by name: amount, contract, intent, opcode, target, uuid.
const UP_TO_AMOUNT = Buffer.concat([counted(TAG.tuple, 6), shortText('amount'), Buffer.of(TAG.some)]);
const UP_TO_CONTRACT = shortText('contract');
const UP_TO_TARGET = Buffer.concat([
  shortText('intent'),
  ascii('TRANSFER_TOKENS'),
  shortText('opcode'),
  Buffer.of(TAG.none),
  shortText('target'),
  Buffer.of(TAG.some),
]);
const UP_TO_UUID = shortText('uuid');

function messageBytes({ amountIn, inputToken, router, uuid }: SignedOrder): Uint8Array {
  return Buffer.concat([
    UP_TO_AMOUNT,
    uint(amountIn),
    UP_TO_CONTRACT,
    principals.memo(inputToken),
    UP_TO_TARGET,
    principals.memo(router),
    UP_TO_UUID,
    ascii(uuid),
  ]);
}

const domainPrefixes = new Map<string, Uint8Array>();

/** Returns "SIP018" and the domain's hash. Cached without eviction: three networks and two versions make at most six entries. */
function domainPrefix(network: Network, blaze: SignedOrder['blaze']): Uint8Array {
  const key = `${network} ${blaze}`;
  const known = domainPrefixes.get(key);
  if (known !== undefined) return known;
  const domain = Buffer.concat([
    counted(TAG.tuple, 3),
    shortText('chain-id'),
    uint(BigInt(NETWORK_FACTS[network].chainId)),
    shortText('name'),
    ascii('BLAZE_PROTOCOL'),
    shortText('version'),
    ascii(`${blaze}.0`),
  ]);
  const made = Buffer.concat([Buffer.from('SIP018'), sha256(domain)]);
  domainPrefixes.set(key, made);
  return made;
}

/** Encoded contract principals. Bounded, because callers choose the names; honest orders name few tokens and routers. */
const principals = new LRUCache<ContractId, Uint8Array>({ max: 2_000, memoMethod: contractPrincipal });

function contractPrincipal(id: ContractId): Uint8Array {
  const { address, name } = contractParts(id);
  const { version, hash160 } = addressParts(address);
  return Buffer.concat([Buffer.of(TAG.contractPrincipal, version), hash160, shortText(name)]);
}

/** A tag and the number of fields or characters that follow. */
function counted(tag: number, count: number): Uint8Array {
  const bytes = Buffer.of(tag, 0, 0, 0, 0);
  bytes.writeUInt32BE(count, 1);
  return bytes;
}

function shortText(text: string): Uint8Array {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}

function ascii(text: string): Uint8Array {
  return Buffer.concat([counted(TAG.ascii, text.length), Buffer.from(text, 'latin1')]);
}

function uint(value: bigint): Uint8Array {
  const bytes = Buffer.allocUnsafe(17);
  bytes[0] = TAG.uint;
  bytes.writeBigUInt64BE(value >> 64n, 1);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), 9);
  return bytes;
}
