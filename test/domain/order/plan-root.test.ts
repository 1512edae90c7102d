import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_PATH, planTree, rootFrom } from '../../../src/domain/order/terms/plan-root.js';
import { toHex } from '../../../src/domain/shared/hex.js';
import { runs } from '../../support/properties.js';
import { sha256 } from '../../support/sha256.js';

const hashOf = (text: string) => toHex(sha256(new TextEncoder().encode(text)));
const someHashes = fc
  .uniqueArray(fc.string(), { minLength: 2, maxLength: 130 })
  .map((texts) => texts.map(hashOf));

describe('planTree', () => {
  it('hashes leaves and nodes with the prefixes of RFC 6962, in sorted pairs, as computed by another program', () => {
    // h() { printf %s "$1" | xxd -r -p | sha256sum | cut -d' ' -f1; }; h 00<hash>; h 01<lower><higher>
    const { root, paths } = planTree(['11'.repeat(32), '22'.repeat(32), '33'.repeat(32)], sha256);
    expect({ root, paths }).toEqual({
      root: '433efdc8b4e634f28fe627cb26a220fb6f8129bf3b86c1ba3a5db2e2962a4773',
      paths: [
        [
          'bc6f27de60abf5319d16ff4c98fe3c42022c84f6a7a2b207c8df19b0ec3d8d58',
          '5e5caeafc27155c368b6f201107d6f8b270747ce636ac5174a56c6e12ef89ad1',
        ],
        [
          '4635e1fa62a599a7880a8d14a56f720a1d40f6e5448ab5a5e39bedc8bd87fa8e',
          '5e5caeafc27155c368b6f201107d6f8b270747ce636ac5174a56c6e12ef89ad1',
        ],
        ['cc15b132263fd4fd2748c0e7cb9e1c4ad0afe70fcf9382ee644c4da8af0286a5'],
      ],
    });
  });

  it('leads each order to the root by at most one hash for each doubling of the plan', () => {
    fc.assert(
      fc.property(someHashes, (hashes) => {
        const { root, paths } = planTree(hashes, sha256);
        for (const [n, hash] of hashes.entries()) {
          expect(rootFrom(hash, paths[n]!, sha256)).toBe(root);
          expect(paths[n]!.length).toBeLessThanOrEqual(Math.ceil(Math.log2(hashes.length)));
        }
      }),
      { numRuns: runs(200) },
    );
    expect(2 ** MAX_PATH).toBeGreaterThanOrEqual(1_000);
  });

  it('leads nothing but an order of the plan to the root: neither other terms nor a node', () => {
    fc.assert(
      fc.property(someHashes, fc.nat(), fc.string(), (hashes, at, other) => {
        const { root, paths } = planTree(hashes, sha256);
        const path = paths[at % hashes.length]!;
        const own = hashes[at % hashes.length]!;
        fc.pre(hashOf(other) !== own);
        expect(rootFrom(hashOf(other), path, sha256)).not.toBe(root);
        for (const length of path.keys()) {
          const node = rootFrom(own, path.slice(0, length), sha256);
          expect(rootFrom(node, path.slice(length), sha256)).not.toBe(root);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
