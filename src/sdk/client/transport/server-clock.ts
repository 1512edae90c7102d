/** A Date header is in whole seconds and may come from a cache; smaller differences are ignored. */
const NOTICED_MS = 60_000;

/** The server's clock, as learned from its responses. */
export class ServerClock {
  #aheadMs = 0;
  #isSet = false;

  constructor(private readonly local: () => number) {}

  /** Unix milliseconds. */
  now(): number {
    return Math.round(this.local() + this.#aheadMs);
  }

  /** Corrects a drift by the response's Date, if it is readable and no cache has kept the response. */
  notice({ headers }: Response): void {
    const date = Date.parse(headers.get('date') ?? '');
    // A proxy may have written it: what the server itself said takes precedence.
    if (this.#isSet || Number.isNaN(date) || headers.has('age')) return;
    if (Math.abs(date - this.now()) > NOTICED_MS) this.#aheadMs = date - this.local();
  }

  /** Sets the clock to the time that the server gave between the two local times. */
  set(server: number, asked: number, answered: number): void {
    this.#aheadMs = server - (asked + answered) / 2;
    this.#isSet = true;
  }
}
