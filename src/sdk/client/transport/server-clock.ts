/** A Date header says whole seconds and may be a cached one's; smaller differences are left alone. */
const NOTICED_MS = 60_000;

/** The server's clock, as far as its responses tell. */
export class ServerClock {
  #aheadMs = 0;
  #isSet = false;

  constructor(private readonly local: () => number) {}

  /** Unix milliseconds. */
  now(): number {
    return Math.round(this.local() + this.#aheadMs);
  }

  /** Notices a drift by the response's Date, if it may be read and no cache has kept the response. */
  notice({ headers }: Response): void {
    const date = Date.parse(headers.get('date') ?? '');
    // A proxy may have written it: what the server itself said counts more.
    if (this.#isSet || Number.isNaN(date) || headers.has('age')) return;
    if (Math.abs(date - this.now()) > NOTICED_MS) this.#aheadMs = date - this.local();
  }

  /** Sets the clock by what the server said between the two local times. */
  set(server: number, asked: number, answered: number): void {
    this.#aheadMs = server - (asked + answered) / 2;
    this.#isSet = true;
  }
}
