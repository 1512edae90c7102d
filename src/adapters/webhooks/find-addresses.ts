import { isIP } from 'node:net';
import type { Resolve } from './resolve-host.js';

/** The addresses of a host that is named or is an address itself; none when there is no such name, or in time. */
export function findAddresses(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = isIP(host) === 0 ? resolve(host, signal) : Promise.resolve([host]);
  // A look-up may outlast the signal: its own time limits are not ours.
  return Promise.race([found, noneAfter(signal)]);
}

const noneAfter = (signal: AbortSignal): Promise<readonly string[]> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve([]);
    else signal.addEventListener('abort', () => resolve([]), { once: true });
  });
