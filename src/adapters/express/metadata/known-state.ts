/** What another process saved is seen after so long at most. */
const MAX_AGE_MS = 1_000;

/**
 * What is stored, as one text that differs after each save: asked for once a second at most, so that prepared answers
 * cost no question.
 */
export class KnownState {
  private known: string | undefined;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly read: () => Promise<string>,
    /** Unix milliseconds. */
    private readonly now: () => number,
  ) {}

  /** The state, if it was asked for lately. */
  readonly current = (): string | undefined => {
    const age = this.now() - this.askedAt;
    return age >= 0 && age < MAX_AGE_MS ? this.known : undefined;
  };

  /** Asks for the state unless it is known. Callers that come meanwhile wait for the same answer. */
  async refresh(): Promise<void> {
    if (this.current() === undefined) await (this.asking ?? this.ask());
  }

  /** What is known, or being asked for, is of before now. */
  forget(): void {
    this.known = undefined;
    this.asking = undefined;
  }

  private ask(): Promise<void> {
    const startedAt = this.now();
    const asking = this.read()
      .then((state) => {
        if (this.asking === asking) [this.known, this.askedAt] = [state, startedAt];
      })
      .finally(() => {
        if (this.asking === asking) this.asking = undefined;
      });
    this.asking = asking;
    return asking;
  }
}
