import { hash } from 'node:crypto';
import type { Hasher } from '../../ports/index.js';

/** SHA-256 by Node's own crypto. */
export class NodeHasher implements Hasher {
  sha256(bytes: Uint8Array): Uint8Array {
    return hash('sha256', bytes, 'buffer');
  }
}
