import type { ForwardSearch } from './forward-search.js';
import { mostThrough, NO_EDGE, type Edge, type Graph, type TokenIndex } from './graph.js';
import { HopBounds } from './hop-bounds.js';

/**
 * The third hop of a way s-a-b-c, pulled into one token c from all its neighbours b. Where the best way to b passes c
 * itself, the best one by another token is found on demand.
 */
export class ThirdHop {
  /** What `pull` found: the second and the third edge of the way, and its amount as an interval. */
  second: Edge = NO_EDGE;
  third: Edge = NO_EDGE;
  low = 1;
  high = 0;

  private readonly bounds: HopBounds;

  constructor(
    private readonly graph: Graph,
    private readonly forward: ForwardSearch,
  ) {
    this.bounds = new HopBounds(graph);
  }

  /** Finds the best way of three hops to `c` that beats its shorter ones and can reach `needed`, if there is one. */
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
    // A way of one hop to b was already taken as c's way of two.
    if (high === 0 || graph.from[second] === source) return;
    if (graph.from[second] === c) {
      if (!forward.findDetour(b, c)) return;
      second = forward.detour;
      low = forward.detourLow;
      high = forward.detourHigh;
    }
    bounds.through(edge, low, high);
    if (bounds.high < 1) return;
    const order = bounds.compare(this.low, this.high);
    if (order < 0) return;
    if (order === 0 && forward.carry([...forward.wayBy(second), edge]) <= forward.carry(this.wayTo(c)))
      return;
    this.low = bounds.low;
    this.high = bounds.high;
    this.third = edge;
    this.second = second;
  }

  /** The best way to `c` so far, of three hops or fewer. */
  private wayTo(c: TokenIndex): readonly Edge[] {
    const { forward, second, third } = this;
    return third === NO_EDGE ? forward.wayBy(forward.two.edge[c]!) : [...forward.wayBy(second), third];
  }
}
