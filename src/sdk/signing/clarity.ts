import { addressParts, encodeAddress, type Address } from '../../domain/shared/address.js';
import { contractParts, STX, type ContractId } from '../../domain/shared/contract-id.js';
import { U128_MAX } from '../../domain/shared/units.js';
import { SigningError } from './errors.js';
import { concat, sha256, utf8 } from './hashing.js';

/** The Clarity values that orders consist of. Each is also a `ClarityValue` of Stacks.js 7. */
export type Clarity =
  | { readonly type: 'uint'; readonly value: bigint }
  | { readonly type: 'ascii'; readonly value: string }
  /** `<address>.<contract-name>`. */
  | { readonly type: 'contract'; readonly value: string }
  | { readonly type: 'none' }
  | { readonly type: 'some'; readonly value: Clarity }
  | ClarityTuple;

/** A tuple of Clarity values by name. */
export interface ClarityTuple {
  readonly type: 'tuple';
  readonly value: Readonly<Record<string, Clarity>>;
}

/** Type tags of the consensus encoding. */
const TAG = { uint: 0x01, contract: 0x06, none: 0x09, some: 0x0a, tuple: 0x0c, ascii: 0x0d } as const;

const ASCII = /^[\x20-\x7e\t\n\r]*$/;
const NAME_LENGTH = 128;

/**
 * The consensus bytes of a Clarity value (SIP-005). Throws a {@link SigningError} with code `invalid-clarity` for a value that
 * the chain cannot have.
 */
export function serializeClarity(value: Clarity): Uint8Array {
  const tag = Uint8Array.of(TAG[value.type]);
  switch (value.type) {
    case 'none':
      return tag;
    case 'some':
      return concat(tag, serializeClarity(value.value));
    case 'uint':
      return concat(tag, uint128(value.value));
    case 'ascii':
      if (!ASCII.test(value.value)) throw invalid('the text is not ASCII');
      return concat(tag, uint32(value.value.length), utf8(value.value));
    case 'contract':
      return concat(tag, contractBytes(value.value));
    case 'tuple':
      return concat(tag, tuple(value.value));
  }
}

const invalid = (message: string) => new SigningError(message, 'invalid-clarity');

/** The number of entries, then the entries sorted by name. Names are ASCII, so string order is byte order. */
function tuple(value: ClarityTuple['value']): Uint8Array {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return concat(
    uint32(entries.length),
    ...entries.flatMap(([name, inner]) => [shortText(name), serializeClarity(inner)]),
  );
}

/** The bytes of a contract's address and name. */
export function contractBytes(id: string): Uint8Array {
  try {
    if (id === STX) throw invalid('.stx is not a contract');
    const { address, name } = contractParts(id as ContractId);
    return concat(addressBytes(address), shortText(name));
  } catch (cause) {
    throw new SigningError(`${id} is not a contract id`, 'invalid-clarity', { cause });
  }
}

/** Version and hash of an address. */
export function addressBytes(address: Address): Uint8Array {
  const parts = addressParts(address);
  if (encodeAddress(parts, sha256) !== address) throw invalid('the checksum of the address is wrong');
  return concat(Uint8Array.of(parts.version), parts.hash160);
}

/** A name, preceded by its length. */
export function shortText(text: string): Uint8Array {
  const bytes = utf8(text);
  if (bytes.length === 0 || bytes.length > NAME_LENGTH || bytes.length !== text.length)
    throw invalid(`a name has 1 to ${NAME_LENGTH} ASCII characters`);
  return concat(Uint8Array.of(bytes.length), bytes);
}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function uint128(value: bigint): Uint8Array {
  if (value < 0n || value > U128_MAX) throw invalid(`${value} is not a uint`);
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, value >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, value));
  return bytes;
}
