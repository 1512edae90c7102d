/** Largest difference that is ignored, ms: a Date header is in whole seconds and may come from a cache. */
const NOTICED_MS = 60_000;

/** The server's clock, as learned from its responses. */
export class ServerClock {
  #aheadMs = 0;
  #isSet = false;

  constructor(private readonly local: () => number) {}

  /** Server time in Unix milliseconds. */
  now(): number {
    return Math.round(this.local() + this.#aheadMs);
  }

  /** Corrects the clock by the response's Date, if that is readable and the response does not come from a cache. */
  notice({ headers }: Response): void {
    const date = Date.parse(headers.get('date') ?? '');
    // A proxy may have written the Date, so a time set by the server itself takes precedence.
    if (this.#isSet || Number.isNaN(date) || headers.has('age')) return;
    if (Math.abs(date - this.now()) > NOTICED_MS) this.#aheadMs = date - this.local();
  }

  /** Sets the clock to a time that the server gave. `asked` and `answered` are the local times of the request and the response. */
  set(server: number, asked: number, answered: number): void {
    this.#aheadMs = server - (asked + answered) / 2;
    this.#isSet = true;
  }
}
