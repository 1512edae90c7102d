/** Total time that a caller waits for the database, ms, so that the caller gets a response within five seconds. */
const LIMIT_MS = 4_500;
/** Duration below which a statement shows that the database works, ms. */
const PROMPT_MS = 1_000;

/**
 * Time that one caller still waits. Statements that wait one after another, or concurrently, share one limit. A prompt success
 * restores the time, as does time without waiting, so a request with any number of statements is cut off only if the database does
 * not work.
 */
export class Patience {
  private leftMs: number;
  private waiting = 0;
  /** Start of the first wait in progress, or end of the last one. */
  private since: number;

  /** @param isUrgent whether the work must not wait for other callers. */
  constructor(
    private readonly limitMs = LIMIT_MS,
    private readonly now = () => performance.now(),
    readonly isUrgent = false,
  ) {
    this.leftMs = limitMs;
    this.since = now();
  }

  /** Begins a wait. Call `succeed` on success, and `end` in any case. */
  begin(): { readonly leftMs: number; readonly succeed: () => void; readonly end: () => void } {
    const began = this.now();
    if (this.waiting++ === 0) {
      this.leftMs = Math.min(this.limitMs, this.leftMs + (began - this.since));
      this.since = began;
    }
    return {
      leftMs: Math.max(0, this.leftMs - (began - this.since)),
      succeed: () => {
        if (this.now() - began < PROMPT_MS) this.restore();
      },
      end: () => {
        const now = this.now();
        if (--this.waiting > 0) return;
        this.leftMs = Math.max(0, this.leftMs - (now - this.since));
        this.since = now;
      },
    };
  }

  private restore(): void {
    this.leftMs = this.limitMs;
    this.since = this.now();
  }
}
