import type { Position } from '../database/index.js';

/** The primary's positions at one time. */
export interface PrimarySample {
  /** Position behind every record that it had begun to write. */
  readonly inserted: Position;
  /** Position up to which replicas can have received its log. */
  readonly flushed: Position;
}

interface Due {
  readonly position: Position;
  /** Time (ms) from which a replica without lag has replayed the position. */
  readonly sinceMs: number;
}

/** Samples that are kept: ten minutes of one a second. Behind a replica that lags for longer, the lag no longer grows. */
const MOST = 600;

/**
 * Measures how long replicas have been behind, from samples of the primary: the clocks of other machines do not matter, and a
 * primary that writes nothing has no lag.
 */
export class Lag {
  /** Positions that replicas cannot have received yet. */
  #inserted: Position[] = [];
  #due: Due[] = [];

  /** Adds what the primary has at the time. */
  sample({ inserted, flushed }: PrimarySample, nowMs: number): void {
    // After a failover that lost commits, the history continues from an earlier place.
    if (inserted < (this.#inserted.at(-1) ?? 0n)) [this.#inserted, this.#due] = [[], []];
    // The end of the log that is flushed may be within a record, so only positions between records are waited for.
    const ready = this.#inserted.filter((position) => position <= flushed);
    const position = ready.at(-1);
    this.#inserted = [...new Set([...this.#inserted.filter((one) => one > flushed), inserted])].slice(-MOST);
    if (position === undefined || position === this.#due.at(-1)?.position) return;
    this.#due = [...this.#due, { position, sinceMs: nowMs }].slice(-MOST);
  }

  /** Milliseconds since the first sample that the replica has not replayed. */
  of(replayed: Position, nowMs: number): number {
    const first = this.#due.find(({ position }) => position > replayed);
    return first === undefined ? 0 : nowMs - first.sinceMs;
  }
}
