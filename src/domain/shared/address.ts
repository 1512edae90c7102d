import type { Brand } from './brand.js';
import { NETWORK_FACTS, type Network } from './network.js';
import { err, ok, type Invalid, type Result } from './result.js';

/** A c32check address of one network, 28 to 41 characters, its checksum verified. */
export type Address = Brand<string, 'Address'>;

/** Returns the SHA-256 of the input, 32 bytes. It is passed in, because the domain imports no cryptography. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export interface AddressParts {
  readonly version: number;
  /** 20 bytes. */
  readonly hash160: Uint8Array;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHAPE = /^S[0-9A-HJKMNP-TV-Z]{27,40}$/;
const HASH_BYTES = 20;

/** Versions of valid addresses seen of late, by text: callers name the same few tokens and wallets again and again. */
const seen = new Map<string, number>();
const MOST_SEEN = 10_000;
const CHECKSUM_BYTES = 4;

/**
 * Reads a Stacks address (SIP-005, c32check) of the network and verifies its checksum. Refuses lower case and the look-alike
 * characters that c32 tolerates, so every address has a single spelling.
 *
 * @example
 * const owner = unwrap(parseAddress(raw, 'mainnet', systemPorts().hasher.sha256));
 */
export function parseAddress(
  raw: unknown,
  network: Network,
  sha256: Sha256,
): Result<Address, Invalid<'invalid-address'>> {
  const invalid = (reason: string) => err({ kind: 'invalid-address' as const, reason });
  if (typeof raw !== 'string') return invalid('must be a string');
  const version = seen.get(raw) ?? versionOf(raw, sha256);
  if (typeof version === 'string') return invalid(version);
  const { singleSigVersion, multiSigVersion } = NETWORK_FACTS[network];
  if (version !== singleSigVersion && version !== multiSigVersion) {
    return invalid(`must be a ${network} address`);
  }
  return ok(raw as Address);
}

/** The version of a valid address, or what is wrong with it. */
function versionOf(raw: string, sha256: Sha256): number | string {
  const decoded = SHAPE.test(raw) ? decode(raw) : undefined;
  if (decoded === undefined) return 'must be a Stacks address';
  const expected = checksum(decoded.version, decoded.hash160, sha256);
  if (!expected.every((byte, i) => byte === decoded.checksum[i])) {
    return 'must be a Stacks address with a valid checksum';
  }
  if (seen.size === MOST_SEEN) seen.clear();
  seen.set(raw, decoded.version);
  return decoded.version;
}

/** The version byte and key hash of an address. */
export function addressParts(address: Address): AddressParts {
  const decoded = decode(address);
  if (decoded === undefined) throw new Error('this Address is not c32');
  return { version: decoded.version, hash160: decoded.hash160 };
}

export function encodeAddress({ version, hash160 }: AddressParts, sha256: Sha256): Address {
  if (hash160.length !== HASH_BYTES) throw new Error(`a key hash has ${HASH_BYTES} bytes`);
  const data = new Uint8Array(HASH_BYTES + CHECKSUM_BYTES);
  data.set(hash160);
  data.set(checksum(version, hash160, sha256), HASH_BYTES);
  return `S${ALPHABET[version & 31]!}${encodeC32(data)}` as Address;
}

function checksum(version: number, hash160: Uint8Array, sha256: Sha256): Uint8Array {
  const versioned = new Uint8Array(1 + HASH_BYTES);
  versioned[0] = version;
  versioned.set(hash160, 1);
  return sha256(sha256(versioned)).subarray(0, CHECKSUM_BYTES);
}

function decode(text: string): (AddressParts & { checksum: Uint8Array }) | undefined {
  const data = decodeC32(text.slice(2), HASH_BYTES + CHECKSUM_BYTES);
  if (data === undefined || encodeC32(data) !== text.slice(2)) return undefined;
  return {
    version: ALPHABET.indexOf(text.charAt(1)),
    hash160: data.subarray(0, HASH_BYTES),
    checksum: data.subarray(HASH_BYTES),
  };
}

/** Decodes five bits per character into `length` bytes, right-aligned; undefined if the number does not fit. */
function decodeC32(text: string, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  let carry = 0;
  let bits = 0;
  let at = length - 1;
  for (let i = text.length - 1; i >= 0; i--) {
    carry |= ALPHABET.indexOf(text.charAt(i)) << bits;
    bits += 5;
    if (bits < 8) continue;
    if (at < 0) return undefined;
    bytes[at--] = carry & 255;
    carry >>= 8;
    bits -= 8;
  }
  if (at >= 0) bytes[at] = carry;
  else if (carry !== 0) return undefined;
  return bytes;
}

/** Encodes bytes as c32check does: each leading zero byte becomes one '0', and all other leading zero digits are dropped. */
function encodeC32(bytes: Uint8Array): string {
  let digits = '';
  let carry = 0;
  let bits = 0;
  for (let i = bytes.length - 1; i >= 0; i--) {
    carry |= bytes[i]! << bits;
    bits += 8;
    while (bits >= 5) {
      digits = ALPHABET[carry & 31]! + digits;
      carry >>= 5;
      bits -= 5;
    }
  }
  digits = ALPHABET[carry & 31]! + digits;
  const zeroBytes = bytes.findIndex((byte) => byte !== 0);
  return '0'.repeat(zeroBytes === -1 ? bytes.length : zeroBytes) + digits.replace(/^0+/, '');
}
