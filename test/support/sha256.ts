import { NodeHasher } from '../../src/adapters/system/index.js';
import type { Sha256 } from '../../src/domain/shared/address.js';

const hasher = new NodeHasher();

/** The hash function that is passed to the domain. */
export const sha256: Sha256 = hasher.sha256;
