import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Looks up the IP addresses of a host name; none if the name does not exist. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Looks up a host at the name servers. The operating system's look-up would occupy one of this process's few threads for as long
 * as a receiver's name server keeps it waiting.
 */
export const resolveByName: Resolve = async (host, signal) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Looks up a host as the operating system does, including its hosts file. Meant for hosts that the operator allows. */
export const resolveBySystem: Resolve = async (host) => {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === 'getaddrinfo') return [];
    throw error;
  });
  return found.map(({ address }) => address);
};
