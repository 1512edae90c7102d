const POSITION = 'x-sluice-position';

/** Time (ms) after which every replica that serves reads has what was seen, or serves none any more. */
const KEPT_MS = 60_000;

/**
 * The newest position of the server's database that a response has named. Sent back with reads, it keeps replicas from showing an
 * older state, such as one without the caller's own order.
 */
export class SeenPosition {
  #position = 0n;
  #noticedMs = -Infinity;

  constructor(private readonly now: () => number) {}

  notice({ headers }: Response): void {
    this.noticeText(headers.get(POSITION));
  }

  /** Notices a position that the server has sent in another place than a header; anything else is no position. */
  noticeText(named: unknown): void {
    if (typeof named !== 'string' || !/^\d{1,20}$/.test(named)) return;
    const position = BigInt(named);
    if (this.#isRecent() && position < this.#position) return;
    [this.#position, this.#noticedMs] = [position, this.now()];
  }

  /** Headers for a read; empty when there is nothing to be kept from. Without need, a header would cost other sites' pages a preflight. */
  headers(): Readonly<Record<string, string>> {
    return this.#isRecent() ? { [POSITION]: String(this.#position) } : {};
  }

  #isRecent(): boolean {
    return Math.abs(this.now() - this.#noticedMs) < KEPT_MS;
  }
}
