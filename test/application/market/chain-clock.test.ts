import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeCheckClock } from '../../../src/application/market/chain-clock.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { ChainNode } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import { fixedClock, type FixedClock } from '../../support/fixed-clock.js';

const MINUTE = 60_000;
const unreachable = err({ kind: 'chain-unreachable' as const, reason: 'down' });

let clock: FixedClock;
let blockTime: number | undefined;
let reads: number;
let isDown: boolean;

beforeEach(() => {
  clock = fixedClock(T0);
  blockTime = T0.getTime() / 1_000;
  reads = 0;
  isDown = false;
});

const checking = (maxClockDriftMs: number | undefined = 30 * MINUTE) => {
  const chain: Pick<ChainNode, 'indexHeight' | 'blockAt'> = {
    indexHeight: async () => {
      reads++;
      return isDown ? unreachable : ok(7);
    },
    blockAt: async (height) => ok(blockTime === undefined ? undefined : { blockHeight: height, blockTime }),
  };
  return makeCheckClock({ chain: chain as ChainNode, clock }, { maxClockDriftMs });
};

describe('makeCheckClock', () => {
  it.each([
    [0, true],
    [30 * MINUTE, true],
    [30 * MINUTE + 1, false],
    [-30 * MINUTE, true],
    [-30 * MINUTE - 1, false],
  ])('decides about a clock that is %i ms ahead of the newest block: holds is %p', async (aheadMs, holds) => {
    clock.advance(aheadMs);
    expect(await checking()()).toEqual(holds ? ok() : err({ kind: 'clock-doubtful', aheadMs }));
  });

  it('notices at once that the clock has jumped, and that it is right again', async () => {
    const check = checking();
    expect(await check()).toEqual(ok());
    clock.advance(120 * MINUTE);
    expect(await check()).toMatchObject({ error: { kind: 'clock-doubtful', aheadMs: 120 * MINUTE } });
    clock.advance(-120 * MINUTE);
    expect(await check()).toEqual(ok());
  });

  it('reads the block once in five minutes, however often it is called', async () => {
    const check = checking();
    await Promise.all(Array.from({ length: 100 }, check));
    clock.advance(5 * MINUTE - 1);
    await check();
    expect(reads).toBe(1);
    clock.advance(1);
    await check();
    expect(reads).toBe(2);
  });

  it('returns chain-unreachable without a block, and reads again the next time', async () => {
    const check = checking();
    isDown = true;
    expect(await check()).toEqual(unreachable);
    isDown = false;
    blockTime = undefined;
    expect(await check()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    blockTime = T0.getTime() / 1_000;
    expect(await check()).toEqual(ok());
  });

  it('accepts any clock beside a chain that has no time yet', async () => {
    blockTime = 0;
    expect(await checking()()).toEqual(ok());
  });

  it('reads nothing without a limit', async () => {
    const check = makeCheckClock({ chain: {} as ChainNode, clock }, { maxClockDriftMs: undefined });
    expect(await check()).toEqual(ok());
  });
});
