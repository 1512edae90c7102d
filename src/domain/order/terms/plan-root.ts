import type { Sha256 } from '../../shared/address.js';
import { fromHex, toHex } from '../../shared/hex.js';

/**
 * Maximum length of a path, which allows plans of 1,024 orders. Batches hold far fewer, so no honest path comes near it.
 */
export const MAX_PATH = 10;

/** Hash of a leaf of the tree, or of a node, in lower-case hex. */
type Hash = string;

/** Merkle tree over the hashes of the terms of a plan's orders. */
export interface PlanTree {
  /** Hash that depends on the terms of every order. */
  readonly root: Hash;
  /** For each order, the hashes that lead from its own terms to the root. */
  readonly paths: readonly (readonly Hash[])[];
}

/**
 * Builds the tree over the hashes of terms, 32 bytes each in hex, of two or more orders.
 *
 * A leaf is SHA-256(00 ‖ hash) and a node SHA-256(01 ‖ lower ‖ higher): the prefixes of RFC 6962 (section 2.1) keep a node from
 * being taken for a leaf, and sorted pairs make a path a plain list. A node without a neighbour moves up unchanged.
 *
 * @example
 * const { root, paths } = planTree(hashes, sha256);
 * rootFrom(hashes[0], paths[0], sha256) === root; // true
 */
export function planTree(hashes: readonly Hash[], sha256: Sha256): PlanTree {
  const paths: Hash[][] = hashes.map(() => []);
  let level = hashes.map((hash, n) => ({ hash: leafOf(hash, sha256), orders: [n] }));
  while (level.length > 1) {
    const above: typeof level = [];
    for (let n = 0; n < level.length; n += 2) {
      const [left, right] = [level[n]!, level[n + 1]];
      if (right !== undefined) {
        for (const order of left.orders) paths[order]!.push(right.hash);
        for (const order of right.orders) paths[order]!.push(left.hash);
      }
      above.push(
        right === undefined
          ? left
          : { hash: nodeOf(left.hash, right.hash, sha256), orders: [...left.orders, ...right.orders] },
      );
    }
    level = above;
  }
  return { root: level[0]!.hash, paths };
}

/** Root of the tree in which the path leads from the hash of an order's terms to the root. */
export const rootFrom = (hash: Hash, path: readonly Hash[], sha256: Sha256): Hash =>
  path.reduce((below, beside) => nodeOf(below, beside, sha256), leafOf(hash, sha256));

const leafOf = (hash: Hash, sha256: Sha256): Hash => toHex(sha256(fromHex(`00${hash}`)));

const nodeOf = (a: Hash, b: Hash, sha256: Sha256): Hash =>
  toHex(sha256(fromHex(a < b ? `01${a}${b}` : `01${b}${a}`)));
