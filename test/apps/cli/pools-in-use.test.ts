import { describe, expect, it } from '@jest/globals';
import { PoolsInUse } from '../../../src/apps/cli/market/pools-in-use.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';

const [A, B, C] = ['S.a', 'S.b', 'S.c'] as ContractId[] as [ContractId, ContractId, ContractId];

describe('PoolsInUse', () => {
  it('gives each pool to one swap at a time, and takes none when one is in use', () => {
    const pools = new PoolsInUse();
    expect(pools.take([A, B], 10)).toBe(true);
    expect(pools.take([B, C], 10)).toBe(false);
    expect(pools.take([C], 10)).toBe(true);
  });

  it('refuses quotes from before the block in which a pool was moved', () => {
    const pools = new PoolsInUse();
    pools.take([A], 10);
    pools.release([A], 12);
    expect(pools.take([A], 11)).toBe(false);
    expect(pools.take([A], 12)).toBe(true);
  });

  it('accepts the same quote again after a swap that was not mined', () => {
    const pools = new PoolsInUse();
    pools.take([A], 10);
    pools.release([A], undefined);
    expect(pools.take([A], 10)).toBe(true);
  });
});
