import { StorageFailure } from '../../src/ports/index.js';

/** A transaction that may hold locks. */
export interface Holder {
  readonly held: Set<string>;
  waitsFor?: Holder | undefined;
}

/** Locks by name, held until their transactions end. Deadlocks are detected as in a database. */
export class Locks {
  private readonly holders = new Map<string, Holder>();
  private waiters: (() => void)[] = [];

  /** The transaction that prevents another from taking one of these locks. */
  holderOf(names: readonly string[], holder: Holder): Holder | undefined {
    return names
      .map((name) => this.holders.get(name))
      .find((other) => other !== undefined && other !== holder);
  }

  take(names: readonly string[], holder: Holder): void {
    for (const name of names) {
      this.holders.set(name, holder);
      holder.held.add(name);
    }
  }

  /** Resolves when some transaction has ended. Throws if waiting would complete a cycle of waiting transactions. */
  async waitFor(other: Holder, holder: Holder): Promise<void> {
    for (let next: Holder | undefined = other; next !== undefined; next = next.waitsFor)
      if (next === holder) throw new StorageFailure('deadlock detected', '40P01', false);
    holder.waitsFor = other;
    await new Promise<void>((freed) => this.waiters.push(freed));
    holder.waitsFor = undefined;
  }

  free(holder: Holder): void {
    for (const name of holder.held) this.holders.delete(name);
    holder.held.clear();
    for (const freed of this.waiters.splice(0)) freed();
  }
}
