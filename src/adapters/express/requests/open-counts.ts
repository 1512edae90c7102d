import { networkOf } from './caller.js';

/** Number of open connections or responses of each caller, as `networkOf` tells callers apart. */
export class OpenCounts {
  private readonly counts = new Map<string, number>();

  of(address: string | undefined): number {
    return this.counts.get(networkOf(address)) ?? 0;
  }

  /** Counts one more. Returns the function that ends it, to be called once. */
  add(address: string | undefined): () => void {
    const network = networkOf(address);
    this.counts.set(network, this.of(address) + 1);
    return () => {
      const left = this.of(address) - 1;
      if (left === 0) this.counts.delete(network);
      else this.counts.set(network, left);
    };
  }
}
