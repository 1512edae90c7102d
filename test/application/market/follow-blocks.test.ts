import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeBlockFollower, type FollowedBlocks } from '../../../src/application/market/follow-blocks.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import type { BlockReader, ChainUnreachable } from '../../../src/ports/index.js';
import { A_REGISTRY, POOL, reserves, SBTC_POOL, SIDE_POOL } from '../../support/core-harness.js';
import { fixedClock } from '../../support/fixed-clock.js';

const POOLS = [POOL, SIDE_POOL, SBTC_POOL] as const;
const WITHHELD: ChainUnreachable = { kind: 'chain-unreachable', reason: 'withheld', retryAfterMs: 9_000 };

/** A chain whose vaults' reserves are the height at which a block last touched them. */
class ScriptedBlocks implements FollowedBlocks {
  height = 1;
  /** Distinguishes chains that replace each other. */
  fork = '';
  /** How many blocks the index is behind. */
  lag = 0;
  /** Vaults whose reads fail. */
  readonly failing = new Map<ContractId, ChainUnreachable>();
  readonly read: ContractId[] = [];
  private readonly touches: (readonly ContractId[])[] = [[], [...POOLS]];

  mine(...touched: ContractId[]): void {
    this.touches[++this.height] = touched;
  }

  truth(vault: ContractId, at: number): bigint {
    return BigInt(this.touches.findLastIndex((touched, height) => height <= at && touched.includes(vault)));
  }

  newest = async () => ok({ height: this.height, id: `${this.height}${this.fork}` });

  touched: BlockReader['touched'] = async (after, until) => {
    const last = Math.min(until.height, this.height - this.lag);
    return ok({
      contracts: new Set(this.touches.slice(after + 1, last + 1).flat()),
      until: Math.max(last, after),
    });
  };

  reservesAt: BlockReader['reservesAt'] = async ({ contractId }, at) => {
    this.read.push(contractId);
    const failure = this.failing.get(contractId);
    return failure === undefined ? ok(reserves(this.truth(contractId, at.height), 1n)) : err(failure);
  };
}

function following() {
  const blocks = new ScriptedBlocks();
  const clock = fixedClock();
  const follower = makeBlockFollower({ blocks, clock }, A_REGISTRY.vaults);
  const look = async () => {
    blocks.read.length = 0;
    return unwrap(await follower.look());
  };
  return { blocks, clock, follower, look };
}

describe('makeBlockFollower', () => {
  it('reads every vault that has reserves first, and then only those that a block touched', async () => {
    const { blocks, look } = following();
    await look();
    expect(blocks.read).toEqual([...POOLS]);
    await look();
    expect(blocks.read).toEqual([]);
    blocks.mine(SIDE_POOL);
    expect((await look()).reserves.get(SIDE_POOL)?.reserveA).toBe(2n);
    expect(blocks.read).toEqual([SIDE_POOL]);
  });

  it('never calls a vault usable whose reserves were true more than one block ago', async () => {
    const step = fc.record({
      touched: fc.subarray([...POOLS]),
      failing: fc.subarray([...POOLS]),
      lag: fc.integer({ min: 0, max: 4 }),
      looks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { blocks, follower, look } = following();
        await look();
        for (const { touched, failing, lag, looks } of steps) {
          blocks.mine(...touched);
          blocks.lag = lag;
          blocks.failing.clear();
          failing.forEach((vault) => blocks.failing.set(vault, WITHHELD));
          const followed = looks ? await follower.look() : undefined;
          if (!followed?.ok) continue;
          for (const vault of POOLS) {
            if (followed.value.unusable.has(vault)) continue;
            const held = followed.value.reserves.get(vault)!.reserveA;
            const true2 = [blocks.truth(vault, blocks.height), blocks.truth(vault, blocks.height - 1)];
            expect(true2).toContain(held);
          }
        }
      }),
    );
  });

  it('knows for each of the last blocks only reserves that were true at it', async () => {
    const step = fc.record({
      touched: fc.subarray([...POOLS]),
      failing: fc.subarray([...POOLS], { maxLength: 1 }),
      lag: fc.constantFrom(0, 0, 0, 1, 3),
      looks: fc.boolean(),
      learned: fc.boolean(),
    });
    let known = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { blocks, clock, follower, look } = following();
        await look();
        for (const { touched, failing, lag, looks, learned } of steps) {
          blocks.mine(...touched);
          blocks.lag = lag;
          blocks.failing.clear();
          failing.forEach((vault) => blocks.failing.set(vault, WITHHELD));
          clock.advance(1);
          // A swap may read a vault at a block that has not been followed yet.
          if (learned) follower.learn(POOL, { ...reserves(999n, 1n), readAt: clock.now() });
          if (looks) await follower.look();
          for (let height = 1; height <= blocks.height; height++)
            for (const [vault, at] of follower.reservesAt(height)) {
              expect(at?.reserveA).toBe(blocks.truth(vault, height));
              known += 1;
            }
        }
      }),
    );
    expect(known).toBeGreaterThan(1_000);
  });

  it('knows the reserves of a block between two looks of the vaults that neither block touched', async () => {
    const { blocks, follower, look } = following();
    await look();
    blocks.mine(POOL);
    blocks.mine(SIDE_POOL);
    await look();
    expect([...follower.reservesAt(2).keys()]).toEqual([SBTC_POOL]);
    expect([...follower.reservesAt(3).keys()]).toEqual([...POOLS]);
    expect(follower.reservesAt(4).size).toBe(0);
  });

  it('forgets the reserves of blocks that another chain has replaced', async () => {
    const { blocks, follower, look } = following();
    await look();
    blocks.mine();
    await look();
    expect(follower.reservesAt(1).size).toBe(3);
    blocks.fork = 'b';
    await look();
    expect(follower.reservesAt(1).size).toBe(0);
    expect(follower.reservesAt(2).size).toBe(3);
  });

  it('keeps the reserves of the block before while their read is withheld, and no longer', async () => {
    const { blocks, look } = following();
    await look();
    blocks.failing.set(POOL, WITHHELD);
    blocks.mine(POOL);
    expect(await look()).toMatchObject({ isComplete: false, unusable: new Set() });
    blocks.mine();
    expect((await look()).unusable).toEqual(new Set([POOL]));
    blocks.failing.clear();
    expect(await look()).toMatchObject({ isComplete: true, unusable: new Set() });
  });

  it('fails while the allowance has not let every vault be read once, and keeps what was read', async () => {
    const { blocks, follower } = following();
    blocks.failing.set(SBTC_POOL, WITHHELD);
    expect(await follower.look()).toEqual(err(WITHHELD));
    blocks.failing.clear();
    blocks.read.length = 0;
    expect((await follower.look()).ok).toBe(true);
    expect(blocks.read).toEqual([SBTC_POOL]);
  });

  it('works without a vault that cannot be read for another reason', async () => {
    const { blocks, look } = following();
    blocks.failing.set(SBTC_POOL, { kind: 'chain-unreachable', reason: 'status 500' });
    expect((await look()).unusable).toEqual(new Set([SBTC_POOL]));
  });

  it('reads every vault again when another block takes the place of the newest one', async () => {
    const { blocks, look } = following();
    await look();
    blocks.fork = 'b';
    await look();
    expect(blocks.read).toEqual([...POOLS]);
  });

  it('ignores a host that is behind', async () => {
    const { blocks, look } = following();
    blocks.mine(POOL);
    await look();
    blocks.height = 1;
    expect((await look()).tip.height).toBe(2);
    expect(blocks.read).toEqual([]);
  });

  it('reads the longest unread vault every half minute', async () => {
    const { blocks, clock, look } = following();
    await look();
    blocks.mine(POOL);
    await look();
    clock.advance(30_000);
    await look();
    expect(blocks.read).toEqual([SIDE_POOL]);
    await look();
    expect(blocks.read).toEqual([]);
  });

  it('reads a vault again that gave nothing to a swap', async () => {
    const { blocks, follower, look } = following();
    await look();
    follower.learn(POOL, undefined);
    await look();
    expect(blocks.read).toEqual([POOL]);
  });
});
