import { ROUNDING, type Edge, type Graph } from './graph.js';

const LOW = 1 - ROUNDING;
const HIGH = 1 + ROUNDING;
const PPM = 1_000_000;
const EXACT = 2 ** 53;

/**
 * The output of a hop as an interval of doubles that holds the exact whole number, for an input known as such an
 * interval. Where doubles suffice it is that number itself: below 2^53 the fee is taken exactly, and the quotient
 * is a single whole number unless it comes within the rounding of one.
 */
export class HopBounds {
  /** Input after the fee. */
  dxLow = 0;
  dxHigh = 0;
  /** Output. */
  low = 0;
  high = 0;

  constructor(private readonly graph: Graph) {}

  through(edge: Edge, low: number, high: number): void {
    const vault = edge >> 1;
    if (this.graph.isSublink[vault] === 1) {
      this.dxLow = this.low = low;
      this.dxHigh = this.high = high;
      return;
    }
    const kept = this.graph.kept[vault]!;
    const x = this.graph.held[edge]!;
    const y = this.graph.held[edge ^ 1]!;
    if (high < EXACT) {
      this.dxHigh = afterFee(high, kept);
      this.dxLow = low === high ? this.dxHigh : afterFee(low, kept);
    } else {
      this.dxLow = Math.floor(((low * kept) / PPM) * LOW);
      this.dxHigh = Math.floor(((high * kept) / PPM) * HIGH);
    }
    if (x === 0) {
      this.low = this.high = 0;
      return;
    }
    const least = (this.dxLow * y) / (x + this.dxLow);
    const most = this.dxLow === this.dxHigh ? least : (this.dxHigh * y) / (x + this.dxHigh);
    this.low = Math.floor(least * LOW);
    this.high = Math.floor(most * HIGH);
  }

  /** How the output stands to another amount (high 0: none): 1 more, -1 not more, 0 only whole numbers can tell. */
  compare(low: number, high: number): -1 | 0 | 1 {
    if (high === 0 || this.low > high) return 1;
    return this.high <= low ? -1 : 0;
  }
}

/** floor(amount · kept / 10^6) of whole numbers below 2^53; split so that no step rounds past a whole number. */
function afterFee(amount: number, kept: number): number {
  const millions = Math.floor(amount / PPM);
  return millions * kept + Math.floor(((amount - millions * PPM) * kept) / PPM);
}
