/** Maximum age of the known state: saves by other processes become visible after this time at the latest. */
const MAX_AGE_MS = 1_000;

/** The state of the storage: a text that changes with each save. It is read at most once a second. */
export class KnownState {
  private known: string | undefined;
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly read: () => Promise<string>,
    /** Unix milliseconds. */
    private readonly now: () => number,
  ) {}

  /** The state, if it was read within the last second. */
  readonly current = (): string | undefined => {
    const age = this.now() - this.readAt;
    return age >= 0 && age < MAX_AGE_MS ? this.known : undefined;
  };

  /** Reads the state unless it is known. Concurrent callers share one read. */
  async refresh(): Promise<void> {
    if (this.current() === undefined) await (this.reading ?? this.start());
  }

  /** Discards the state, and the result of a read in progress. Call after a save. */
  forget(): void {
    this.known = undefined;
    this.reading = undefined;
  }

  private start(): Promise<void> {
    const startedAt = this.now();
    const reading = this.read()
      .then((state) => {
        if (this.reading === reading) [this.known, this.readAt] = [state, startedAt];
      })
      .finally(() => {
        if (this.reading === reading) this.reading = undefined;
      });
    this.reading = reading;
    return reading;
  }
}
