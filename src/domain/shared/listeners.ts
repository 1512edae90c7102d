/** A set of functions, each of which `tell` calls with a `T`. */
export class Listeners<T = void> {
  readonly #all = new Set<(told: T) => void>();

  /** Calls the listener from now on. Returns a function that unsubscribes it. */
  readonly add = (listener: (told: T) => void): (() => void) => {
    // Wrapped, so that the same function may listen twice.
    const own = (told: T) => listener(told);
    this.#all.add(own);
    return () => void this.#all.delete(own);
  };

  readonly tell = (told: T): void => this.#all.forEach((listener) => listener(told));
}
