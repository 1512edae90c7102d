/** Most calls in progress, from one caller and in all. */
export interface MostCalls {
  readonly perCaller: number;
  readonly inAll: number;
}

/** Counts the calls in progress, so that one caller cannot take the places of all others. */
export class CallsInProgress {
  readonly #byCaller = new Map<string, number>();
  #all = 0;

  constructor(private readonly most: MostCalls) {}

  /** Takes a place. Returns the function that frees it; undefined if there is none. */
  enter(caller: string): (() => void) | undefined {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= this.most.perCaller || this.#all >= this.most.inAll) return undefined;
    this.#byCaller.set(caller, own + 1);
    this.#all++;
    let isIn = true;
    return () => {
      if (isIn) this.#leave(caller);
      isIn = false;
    };
  }

  #leave(caller: string): void {
    const left = this.#byCaller.get(caller)! - 1;
    if (left === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, left);
    this.#all--;
  }
}
