import type { IncomingMessage } from 'node:http';

// Both follow what Express makes of its `trust proxy` setting when that is a number of hops: what stands in front of
// Express must not see another host or another caller than Express does.

/**
 * The host that was asked for, lower case and without port; undefined without one. Behind a trusted proxy it is what
 * that was asked for.
 *
 * @param proxies how many proxies stand in front of this process.
 */
export function hostOf({ headers }: IncomingMessage, proxies: number): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  const outer = typeof forwarded === 'string' && proxies > 0 ? forwarded.split(',', 1)[0] : undefined;
  return (outer || headers.host)?.trim().replace(/:\d+$/, '').toLowerCase();
}

/** The address from which the outermost of so many proxies was called; the peer's own without proxies. */
export function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  if (proxies === 0) return peer;
  const forwarded = headers['x-forwarded-for'];
  const before = typeof forwarded === 'string' ? forwarded.split(',') : [];
  const chain = [...before.map((address) => address.trim()).filter((address) => address !== ''), peer];
  return chain.at(-1 - proxies) ?? chain[0] ?? '';
}
