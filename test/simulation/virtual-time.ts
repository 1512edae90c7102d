interface Timer {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

/** Time that advances only from timer to timer, with all timers of the simulated world. */
export class VirtualTime {
  private readonly timers: Timer[] = [];
  private count = 0;

  constructor(private ms: number) {}

  get now(): number {
    return this.ms;
  }

  /** Sets a timer. Timers for the same time run in the order in which they were set. */
  set(run: () => void, delayMs: number): number {
    const timer = { id: ++this.count, at: this.ms + Math.max(0, delayMs), run };
    const place = this.timers.findLastIndex(({ at }) => at <= timer.at) + 1;
    this.timers.splice(place, 0, timer);
    return timer.id;
  }

  clear(id: unknown): void {
    const place = this.timers.findIndex((timer) => timer.id === id);
    if (place !== -1) this.timers.splice(place, 1);
  }

  /**
   * Advances the time to the next timer, and runs all that are due then: what they begin runs concurrently. Returns false if there
   * is no timer.
   */
  advance(): boolean {
    const [first] = this.timers;
    if (first === undefined) return false;
    this.ms = Math.max(this.ms, first.at);
    const newest = this.count;
    for (let next = first as Timer | undefined; next !== undefined; next = this.timers[0]) {
      if (next.at > this.ms || next.id > newest) break;
      this.timers.shift();
      next.run();
    }
    return true;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.set(resolve, ms));
  }

  /** Replaces the timers of this Node process. Returns a function that restores them. */
  install(): () => void {
    const { setTimeout, clearTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, delayMs = 0) => this.set(run, delayMs),
      clearTimeout: (id: unknown) => this.clear(id),
    });
    return () => void Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}
