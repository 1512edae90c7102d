import { isIP } from 'node:net';
import type { Resolve } from './resolve-host.js';

/** Finds the addresses of a host name; an address is its own result. Finds none if the name does not exist or is not resolved in time. */
export function findAddresses(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = isIP(host) === 0 ? resolve(host, signal) : Promise.resolve([host]);
  // A look-up may outlast the signal, since it has its own time limits.
  return Promise.race([found, noneAfter(signal)]);
}

const noneAfter = (signal: AbortSignal): Promise<readonly string[]> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve([]);
    else signal.addEventListener('abort', () => resolve([]), { once: true });
  });
