import type { Ports } from '../../ports/index.js';
import { SystemClock } from './clock.js';
import { NodeHasher } from './hasher.js';
import { NodeSecretSource } from './secret-source.js';

/** The ports that the machine itself serves. */
export function systemPorts(): Pick<Ports, 'clock' | 'hasher' | 'secrets'> {
  return { clock: new SystemClock(), hasher: new NodeHasher(), secrets: new NodeSecretSource() };
}

export { SystemClock } from './clock.js';
export { NodeHasher } from './hasher.js';
export { NodeSecretSource } from './secret-source.js';
