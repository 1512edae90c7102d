import type { Edge, TokenIndex } from './graph.js';
import type { HopBounds } from './hop-bounds.js';

/** By inner token: the best amount that reaches it, as an interval, and the edge that brings it. */
export class Labels {
  /** 1 when unset, so that less than a unit is no improvement. */
  readonly low: Float64Array;
  /** 0 when unset. */
  readonly high: Float64Array;
  readonly edge: Int32Array;

  constructor(tokens: number) {
    this.low = new Float64Array(tokens);
    this.high = new Float64Array(tokens);
    this.edge = new Int32Array(tokens);
  }

  clear(): void {
    this.low.fill(1);
    this.high.fill(0);
  }

  /** Makes the token unreachable. */
  close(token: TokenIndex): void {
    if (token < this.low.length) this.low[token] = Infinity;
  }

  copy(other: Labels): void {
    this.low.set(other.low);
    this.high.set(other.high);
    this.edge.set(other.edge);
  }

  set(token: TokenIndex, { low, high }: Pick<HopBounds, 'low' | 'high'>, edge: Edge): void {
    this.low[token] = low;
    this.high[token] = high;
    this.edge[token] = edge;
  }
}
