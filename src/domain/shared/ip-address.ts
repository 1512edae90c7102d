import { err, ok } from './result.js';
import type { Parse } from './fields.js';

/** An IP address as a number of 32 bits (version 4) or 128 bits (version 6). */
interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

const OCTET = /^(0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
/** First 96 bits of an IPv4 address that is written as one of IPv6: RFC 4291, section 2.5.5.2. */
const MAPPED = 0xffffn;

function parseV4(text: string): bigint | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255))
    return undefined;
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

/** Groups of an IPv6 address, of which the last may be an IPv4 address. */
function groupsOf(text: string): readonly bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const v4 = parts.at(-1)!.includes('.') ? parseV4(parts.pop()!) : undefined;
  if (text.includes('.') && v4 === undefined) return undefined;
  if (!parts.every((part) => GROUP.test(part))) return undefined;
  const groups = parts.map((part) => BigInt(`0x${part}`));
  return v4 === undefined ? groups : [...groups, v4 >> 16n, v4 & 0xffffn];
}

function parseV6(text: string): bigint | undefined {
  const [head = '', tail, ...more] = text.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  if (left === undefined || right === undefined || more.length > 0) return undefined;
  // `::` replaces at least one group.
  const zeros = 8 - left.length - right.length;
  if (tail === undefined ? zeros !== 0 : zeros < 1) return undefined;
  const groups = [...left, ...Array.from({ length: zeros }, () => 0n), ...right];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Reads an address of either version. One of version 4 that is written as version 6 is of version 4. */
function parseIp(text: string): IpAddress | undefined {
  const v4 = parseV4(text);
  if (v4 !== undefined) return { bits: 32, value: v4 };
  const value = parseV6(text);
  if (value === undefined) return undefined;
  return value >> 32n === MAPPED ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value };
}

function parseBlock(text: string): (IpAddress & { readonly prefix: number }) | undefined {
  const [written = '', length, ...more] = text.split('/');
  const address = parseIp(written);
  if (address === undefined || more.length > 0) return undefined;
  if (length === undefined) return { ...address, prefix: address.bits };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
  return prefix <= address.bits ? { ...address, prefix } : undefined;
}

/** Parses an IP address or a block of them, such as `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`. */
export const parseIpBlock: Parse<string> = (raw) =>
  typeof raw === 'string' && parseBlock(raw) !== undefined
    ? ok(raw)
    : err({ reason: 'must be an IP address or a block of them, such as 203.0.113.0/24' });

/** Whether the block, which `parseIpBlock` accepts, contains the address. No block contains a text that is not an address. */
export function isInIpBlock(block: string, address: string): boolean {
  const [within, ip] = [parseBlock(block), parseIp(address)];
  if (within === undefined || ip === undefined || within.bits !== ip.bits) return false;
  const rest = BigInt(within.bits - within.prefix);
  return within.value >> rest === ip.value >> rest;
}
