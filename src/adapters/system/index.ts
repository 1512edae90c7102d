import type { Ports } from '../../ports/index.js';
import { SystemClock } from './clock.js';
import { NodeHasher } from './hasher.js';

/** The ports that the machine itself serves. */
export function systemPorts(): Pick<Ports, 'clock' | 'hasher'> {
  return { clock: new SystemClock(), hasher: new NodeHasher() };
}

export { SystemClock } from './clock.js';
export { NodeHasher } from './hasher.js';
