import type { Clock } from '../../src/ports/system.js';

export interface FixedClock extends Clock {
  /** Advances the clock. */
  advance(ms: number): void;
  set(now: Date): void;
}

/** A clock that stands still until it is advanced. */
export function fixedClock(start = new Date('2026-11-20T12:00:00.000Z')): FixedClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (ms) => void (now += ms),
    set: (time) => void (now = time.getTime()),
  };
}
