import type { ForwardSearch } from './forward-search.js';
import { mostThrough, NO_EDGE, type Edge, type Graph, type TokenIndex } from './graph.js';
import { HopBounds } from './hop-bounds.js';

/** The third hop of a path s-a-b-c, pulled into c from all its neighbours b, after the best path to b that avoids c. */
export class ThirdHop {
  /** The result of `pull`: the second and the third edge of the path, and its amount as an interval. */
  second: Edge = NO_EDGE;
  third: Edge = NO_EDGE;
  low: number;
  high: number;

  private readonly bounds: HopBounds;

  constructor(
    private readonly graph: Graph,
    private readonly forward: ForwardSearch,
  ) {
    this.bounds = new HopBounds(graph);
    this.low = graph.least;
    this.high = graph.none;
  }

  /** Finds the best path of three hops to `c` that beats the shorter ones and can bring `needed`. Returns whether there is one. */
  pull(source: TokenIndex, c: TokenIndex, needed: number): boolean {
    const { graph } = this;
    const { two } = this.forward;
    const { neighbour, entering } = graph;
    this.third = NO_EDGE;
    this.low = two.low[c]!;
    this.high = two.high[c]!;
    let floor = Math.max(needed, this.low);
    const end = graph.innerEnd[c]!;
    for (let slot = graph.firstSlot[c]!; slot < end; slot++) {
      const b = neighbour[slot]!;
      if (mostThrough(entering, slot, two.high[b]!) < floor) continue;
      this.tryEdge(source, c, b, graph.edge[slot]! ^ 1);
      floor = Math.max(needed, this.low);
    }
    return this.third !== NO_EDGE;
  }

  private tryEdge(source: TokenIndex, c: TokenIndex, b: TokenIndex, edge: Edge): void {
    const { graph, forward, bounds } = this;
    const { two } = forward;
    let second = two.edge[b]!;
    let low = two.low[b]!;
    let high = two.high[b]!;
    // The path s-b-c has two hops and is already c's label.
    if (high === graph.none || graph.from[second] === source) return;
    if (graph.from[second] === c) {
      if (!forward.findDetour(b, c)) return;
      second = forward.detour;
      low = forward.detourLow;
      high = forward.detourHigh;
    }
    bounds.through(edge, low, high);
    if (bounds.high < graph.least) return;
    const order = bounds.compare(this.low, this.high);
    if (order < 0) return;
    if (order === 0 && forward.carry([...forward.pathBy(second), edge]) <= forward.carry(this.pathTo(c)))
      return;
    this.low = bounds.low;
    this.high = bounds.high;
    this.third = edge;
    this.second = second;
  }

  /** The best path to `c` so far, of at most three hops. */
  private pathTo(c: TokenIndex): readonly Edge[] {
    const { forward, second, third } = this;
    return third === NO_EDGE ? forward.pathBy(forward.two.edge[c]!) : [...forward.pathBy(second), third];
  }
}
