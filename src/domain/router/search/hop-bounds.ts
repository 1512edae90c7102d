import { boundBitflowXyk, boundBitflowXykInput } from '../../vault/bitflow-xyk.js';
import { BACK_BOUNDS, BOUNDS } from '../../vault/kinds.js';
import { boundPool, boundPoolInput } from '../../vault/pool.js';
import { boundProbed, boundProbedInput } from '../../vault/probes.js';
import type { HopInterval } from '../../vault/rules.js';
import { boundSublink } from '../../vault/sublink.js';
import type { AnyBoundsCode, Edge, Graph } from './graph.js';

const { product: PRODUCT, even: EVEN, twoFees: TWO_FEES, probes: PROBES } = BOUNDS;
const { product: PRODUCT_INPUT, twoFees: TWO_FEES_INPUT, probes: PROBES_INPUT } = BACK_BOUNDS;

/** Carries amounts through one hop at a time as intervals of doubles. One object serves every hop of a search. */
export class HopBounds implements HopInterval {
  dxLow = 0;
  dxHigh = 0;
  low = 0;
  high = 0;

  constructor(private readonly graph: Graph) {}

  /**
   * Sets this interval to the ceiling of the edge's vault for an input from `low` to `high`; on a mirrored graph, to the negated input
   * for such a negated output. The codes of most vaults are tested
   * first, and the others in a separate function, so that the engine inlines this call, the most frequent of the search.
   */
  through(edge: Edge, low: number, high: number): void {
    const { held, kept, boundsCodes } = this.graph;
    const code = boundsCodes[edge >> 1] as AnyBoundsCode;
    if (code === PRODUCT) boundPool(this, held[edge]!, held[edge ^ 1]!, kept[edge >> 1]!, low, high);
    else if (code === EVEN) boundSublink(this, low, high);
    else this.throughRarer(code, edge, low, high);
  }

  /** The compiler checks that every code is handled. */
  private throughRarer(
    code: Exclude<AnyBoundsCode, typeof PRODUCT | typeof EVEN>,
    edge: Edge,
    low: number,
    high: number,
  ): void {
    const { held, kept, points } = this.graph;
    switch (code) {
      case PRODUCT_INPUT:
        return boundPoolInput(this, held[edge ^ 1]!, held[edge]!, kept[edge >> 1]!, low, high);
      case TWO_FEES:
        return boundBitflowXyk(
          this,
          held[edge]!,
          held[edge ^ 1]!,
          points[edge & ~1]!,
          points[edge | 1]!,
          low,
          high,
        );
      case TWO_FEES_INPUT:
        return boundBitflowXykInput(
          this,
          held[edge ^ 1]!,
          held[edge]!,
          points[edge & ~1]!,
          points[edge | 1]!,
          low,
          high,
        );
      case PROBES:
        return boundProbed(this, this.graph.probesOf(edge), held[edge ^ 1]!, low, high);
      case PROBES_INPUT:
        return boundProbedInput(this, this.graph.probesOf(edge ^ 1), held[edge]!, low, high);
      default:
        return code satisfies never;
    }
  }

  /** 1 if the output exceeds the interval (`high` may be the graph's `none`), -1 if not, 0 if only whole numbers can decide. */
  compare(low: number, high: number): -1 | 0 | 1 {
    if (high === this.graph.none || this.low > high) return 1;
    return this.high <= low ? -1 : 0;
  }
}
