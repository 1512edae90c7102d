import { boundHop, type KindCode } from '../../vault/kinds.js';
import type { HopInterval } from '../../vault/rules.js';
import type { Edge, Graph } from './graph.js';

/** Carries amounts through one hop at a time as intervals of doubles. One object serves every hop of a search. */
export class HopBounds implements HopInterval {
  dxLow = 0;
  dxHigh = 0;
  low = 0;
  high = 0;

  constructor(private readonly graph: Graph) {}

  /** Sets this interval to what the edge's vault gives for an input from `low` to `high`. */
  through(edge: Edge, low: number, high: number): void {
    const { graph } = this;
    const vault = edge >> 1;
    const code = graph.kindCodes[vault] as KindCode;
    boundHop(this, code, graph.held[edge]!, graph.held[edge ^ 1]!, graph.kept[vault]!, low, high);
  }

  /**
   * Compares the output with another interval (`high` 0 when there is none): 1 when it is more, -1 when it is not,
   * 0 when the intervals overlap and only whole numbers can decide.
   */
  compare(low: number, high: number): -1 | 0 | 1 {
    if (high === 0 || this.low > high) return 1;
    return this.high <= low ? -1 : 0;
  }
}
