import { networkOf } from './caller.js';
import type { SharedTopic } from './shared-counts.js';

/** Number of open connections or responses of each caller, as `networkOf` tells callers apart. */
export class OpenCounts {
  private readonly counts = new Map<string, number>();
  /** Counts of other processes, by process. */
  private readonly elsewhere = new Map<number, Map<string, number>>();

  /** @param shared counts of other processes; none when absent. */
  constructor(private readonly shared?: SharedTopic) {
    shared?.counts.hear(shared.topic, (network, amount, from) => {
      const theirs = this.elsewhere.get(from) ?? new Map<string, number>();
      this.elsewhere.set(from, theirs);
      addTo(theirs, network, amount);
    });
    shared?.counts.onEnded((from) => this.elsewhere.delete(from));
  }

  /** Number of open ones of the caller, in all processes. */
  of(address: string | undefined): number {
    const network = networkOf(address);
    let open = this.counts.get(network) ?? 0;
    for (const theirs of this.elsewhere.values()) open += theirs.get(network) ?? 0;
    return open;
  }

  /** Counts one more. Returns the function that ends it, to be called once. */
  add(address: string | undefined): () => void {
    const network = networkOf(address);
    this.change(network, 1);
    return () => this.change(network, -1);
  }

  private change(network: string, amount: number): void {
    addTo(this.counts, network, amount);
    this.shared?.counts.tell(this.shared.topic, network, amount);
  }
}

function addTo(counts: Map<string, number>, network: string, amount: number): void {
  const open = (counts.get(network) ?? 0) + amount;
  if (open <= 0) counts.delete(network);
  else counts.set(network, open);
}
