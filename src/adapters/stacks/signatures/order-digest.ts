import { NETWORK_FACTS, type Network } from '../../../domain/shared/network.js';
import type { SignedOrder } from '../../../ports/index.js';
import { ascii, NONE, principal, shortText, SOME, tupleOf, uint } from '../node/consensus-bytes.js';
import { sha256 } from './hashing.js';

/**
 * The 32 bytes that an order's signature covers (SIP-018). The consensus bytes are laid out by hand because the general
 * encoders cost more than the signature check that follows. Throws for `.stx`, which no order may name.
 */
export function orderDigest(order: SignedOrder): Uint8Array {
  return sha256(Buffer.concat([domainPrefix(order.network, order.blaze), sha256(messageBytes(order))]));
}

// Tuple fields are sorted by name: amount, contract, intent, opcode, target, uuid.
const UP_TO_AMOUNT = Buffer.concat([tupleOf(6), shortText('amount'), SOME]);
const UP_TO_CONTRACT = shortText('contract');
const UP_TO_TARGET = Buffer.concat([
  shortText('intent'),
  ascii('TRANSFER_TOKENS'),
  shortText('opcode'),
  NONE,
  shortText('target'),
  SOME,
]);
const UP_TO_UUID = shortText('uuid');

function messageBytes({ amountIn, inputToken, router, uuid }: SignedOrder): Uint8Array {
  return Buffer.concat([
    UP_TO_AMOUNT,
    uint(amountIn),
    UP_TO_CONTRACT,
    principal(inputToken),
    UP_TO_TARGET,
    principal(router),
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
    tupleOf(3),
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
