import { randomBytes } from 'node:crypto';
import type { SecretSource } from '../../ports/index.js';

/** The operating system's generator, by Node's own crypto. */
export class NodeSecretSource implements SecretSource {
  bytes(count: number): Uint8Array {
    return randomBytes(count);
  }
}
