/** Notifies listeners of commits that appended order events. */
export class Appended {
  private readonly listeners = new Set<() => void>();

  /** @param listening called with each new listener. */
  constructor(private readonly listening: () => void = () => {}) {}

  /** Returns a function that unsubscribes the listener. */
  listen(listener: () => void): () => void {
    // Wrapped, so that the same function may listen twice.
    const own = () => listener();
    this.listeners.add(own);
    this.listening();
    return () => void this.listeners.delete(own);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }
}
