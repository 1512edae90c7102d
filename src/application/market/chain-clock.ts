import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainRead, ChainUnreachable, Ports } from '../../ports/index.js';
import { singleFlight } from '../shared/single-flight.js';
import { makeReadNewestBlock } from './newest-block.js';

/** Error of a clock that differs by more than allowed from the time of the chain's newest block: one of the two is wrong. */
export interface ClockDoubtful {
  readonly kind: 'clock-doubtful';
  /** Milliseconds by which the clock is ahead of the newest block; negative if it is behind. */
  readonly aheadMs: number;
}

/**
 * Checks the clock before irreversible steps: ending orders because of their age, sending them in their time windows, recording
 * prices. A clock that is wrong even briefly would end orders for good and record prices that hide later ones. The error is
 * `chain-unreachable` if no block's time can be read. Without a limit, the result is always ok.
 */
export type CheckClock = () => Promise<Result<void, ClockDoubtful | ChainUnreachable>>;

/** Time (ms) for which the newest block's time is used before the newest block is read again. */
const BLOCK_AGE_MS = 300_000;

export const makeCheckClock = (
  { chain, clock }: Pick<Ports, 'chain' | 'clock'>,
  { maxClockDriftMs }: { readonly maxClockDriftMs: number | undefined },
): CheckClock => {
  let known: { readonly at: number; readonly blockMs: number } | undefined;
  const readNewest = makeReadNewestBlock({ chain });

  const readBlock = singleFlight(async (): ChainRead<number> => {
    const block = await readNewest();
    if (!block.ok) return block;
    known = { at: clock.now().getTime(), blockMs: block.value.blockTime * 1_000 };
    return ok(known.blockMs);
  });

  return async () => {
    if (maxClockDriftMs === undefined) return ok();
    const isRecent = known !== undefined && Math.abs(clock.now().getTime() - known.at) < BLOCK_AGE_MS;
    const newest = isRecent ? ok(known!.blockMs) : await readBlock();
    if (!newest.ok) return newest;
    // A chain that has just begun has no time yet.
    if (newest.value === 0) return ok();
    const aheadMs = clock.now().getTime() - newest.value;
    return Math.abs(aheadMs) > maxClockDriftMs ? err({ kind: 'clock-doubtful', aheadMs }) : ok();
  };
};
