import { NodeHasher } from '../../src/adapters/system/hasher.js';
import type { Sha256 } from '../../src/domain/shared/address.js';

const hasher = new NodeHasher();

/** The hash function passed to the domain. */
export const sha256: Sha256 = (bytes) => hasher.sha256(bytes);
