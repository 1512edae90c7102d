/** Spreads requests evenly, so that no minute exceeds a host's allowance. */
export class Pace {
  private next = 0;

  /** @param perMinute requests per minute; undefined for no limit. */
  constructor(private readonly perMinute: number | undefined) {}

  /** Books the next request. Returns the milliseconds until its turn. */
  book(nowMs = performance.now()): number {
    if (this.perMinute === undefined) return 0;
    const turn = Math.max(this.next, nowMs);
    this.next = turn + 60_000 / this.perMinute;
    return turn - nowMs;
  }
}
