import { LRUCache } from 'lru-cache';
import { addressParts, type Address } from '../../../domain/shared/address.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';

// Consensus bytes of Clarity values (SIP-005), for what is encoded so often that the library's encoders, which decode every principal
// again and again, would be most of the work.

const TAG = { uint: 0x01, buffer: 0x02, standard: 0x05, contract: 0x06, tuple: 0x0c, ascii: 0x0d };

export const NONE: Uint8Array = Buffer.of(0x09);
/** Precedes the value of a `(some …)`. */
export const SOME: Uint8Array = Buffer.of(0x0a);

/** Addresses and contract names without a tag. Bounded, because callers choose them; honest orders name few tokens and routers. */
const encoded = new LRUCache<string, Uint8Array>({ max: 10_000, memoMethod: encodePrincipal });

function encodePrincipal(id: string): Uint8Array {
  const isContract = id.includes('.');
  const { address, name } = isContract
    ? contractParts(id as ContractId)
    : { address: id as Address, name: undefined };
  const { version, hash160 } = addressParts(address);
  return Buffer.concat([Buffer.of(version), hash160, ...(name === undefined ? [] : [shortText(name)])]);
}

/** Version and hash of an address, followed by the name if it is a contract's. Throws for `.stx`, which names no contract. */
export const principalBytes = (id: Address | ContractId): Uint8Array => encoded.memo(id);

/** An address or a contract. Throws for `.stx`, which names no contract. */
export const principal = (id: Address | ContractId): Uint8Array =>
  Buffer.concat([Buffer.of(id.includes('.') ? TAG.contract : TAG.standard), principalBytes(id)]);

/** A text of up to 255 ASCII characters as part of a name: without a tag. */
export const shortText = (text: string): Uint8Array =>
  Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);

export const ascii = (text: string): Uint8Array =>
  Buffer.concat([counted(TAG.ascii, text.length), Buffer.from(text, 'latin1')]);

export const bytesOf = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([counted(TAG.buffer, bytes.length), bytes]);

export function uint(value: bigint): Uint8Array {
  const bytes = Buffer.allocUnsafe(17);
  bytes[0] = TAG.uint;
  bytes.writeBigUInt64BE(value >> 64n, 1);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), 9);
  return bytes;
}

/** Precedes the fields of a tuple, each a name as `shortText` and a value, sorted by name. */
export const tupleOf = (fields: number): Uint8Array => counted(TAG.tuple, fields);

/** A tuple, its fields given in the order of their names. */
export const tuple = (fields: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  Buffer.concat([
    tupleOf(Object.keys(fields).length),
    ...Object.entries(fields).flatMap(([name, value]) => [shortText(name), value]),
  ]);

/** A tag and the number of fields or characters that follow. */
function counted(tag: number, count: number): Uint8Array {
  const bytes = Buffer.of(tag, 0, 0, 0, 0);
  bytes.writeUInt32BE(count, 1);
  return bytes;
}
