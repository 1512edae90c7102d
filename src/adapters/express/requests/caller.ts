import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

// Address and host are read as Express reads them with a number as its `trust proxy` setting: responses that bypass Express must
// depend on the same host and caller.

/**
 * The requested host in lower case without port; undefined if absent. Behind trusted proxies it is the host that the caller
 * requested from the outermost one.
 *
 * @param proxies the number of trusted proxies in front of this process.
 */
export function hostOf({ headers }: IncomingMessage, proxies: number): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  const outer = typeof forwarded === 'string' && proxies > 0 ? forwarded.split(',', 1)[0] : undefined;
  return (outer || headers.host)?.trim().replace(/:\d+$/, '').toLowerCase();
}

/**
 * Whether the request names several hosts. Node takes the first, but a proxy in front of it may take the last, so that the two
 * would disagree on the area.
 */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** The address that called the outermost trusted proxy; the peer's if there is no proxy. */
export function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  if (proxies === 0) return peer;
  const forwarded = headers['x-forwarded-for'];
  const before = typeof forwarded === 'string' ? forwarded.split(',') : [];
  const chain = [...before.map((address) => address.trim()).filter((address) => address !== ''), peer];
  return chain.at(-1 - proxies) ?? chain[0] ?? '';
}

/** Maximum length of an address that is kept. Behind a proxy, an address may be any text. */
const MAX_ADDRESS = 45;

/** The address at most as long as an IPv6 address, an IPv4 address without the prefix of its IPv6 notation. */
export const plainAddress = (address: string): string =>
  address.startsWith(MAPPED) && address.includes('.')
    ? address.slice(MAPPED.length)
    : address.slice(0, MAX_ADDRESS);

/**
 * Network that counts as one caller: an IPv4 address, in either notation, or the /64 network of an IPv6 address, which belongs to
 * one customer of a provider.
 *
 * @example networkOf('2001:db8::1') // '2001:db8:0:0'
 */
export function networkOf(address = ''): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.toLowerCase().split('::', 2);
  const head = groupsOf(before);
  const missing = after === undefined ? 0 : 8 - head.length - groupsOf(after).length;
  return [...head, ...Array<string>(missing).fill('0'), ...groupsOf(after ?? '')].slice(0, 4).join(':');
}

const MAPPED = '::ffff:';

/** The 16-bit groups of a part of an IPv6 address, without leading zeros. A trailing IPv4 address is two groups. */
const groupsOf = (part: string): readonly string[] =>
  part === ''
    ? []
    : part
        .split(':')
        .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]));
