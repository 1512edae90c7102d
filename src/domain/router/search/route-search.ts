import { ForwardSearch } from './forward-search.js';
import { leastInto, mostThrough, NO_EDGE, type Edge, type Graph, type TokenIndex } from './graph.js';
import { HopBounds } from './hop-bounds.js';
import { ThirdHop } from './third-hop.js';
import { isAlone, smallestRoute } from './tie-break.js';

/**
 * The best route of up to four hops, exactly the one that exhaustive search finds, in time linear in the edges it visits.
 * docs/explanation/router.md explains why this works.
 *
 * Two hops are pushed from the source; the third is pulled only into neighbours of the target that could still win; the last
 * closes the route. Amounts are intervals of doubles that contain the exact whole number, and mostly no other. One division
 * rejects most candidates; where intervals overlap, whole numbers decide.
 */
export class RouteSearch {
  private readonly forward: ForwardSearch;
  private readonly thirdHop: ThirdHop;
  private readonly bounds: HopBounds;

  /** The best route so far: its last edge, the one before it, and the one before that; NO_EDGE if the route is shorter. */
  private bestLast: Edge = NO_EDGE;
  private bestThird: Edge = NO_EDGE;
  private bestSecond: Edge = NO_EDGE;
  private bestLow: number;
  private bestHigh: number;
  /** The most that any other last hop could give, of those that may equal the best. */
  private runnerUp = 0;

  constructor(private readonly graph: Graph) {
    this.forward = new ForwardSearch(graph);
    this.thirdHop = new ThirdHop(graph, this.forward);
    this.bounds = new HopBounds(graph);
    this.bestLow = graph.least;
    this.bestHigh = graph.none;
  }

  /** The edges of the best route between two different tokens. Empty when the output is 0. */
  find(source: TokenIndex, target: TokenIndex, amountIn: bigint): readonly Edge[] {
    const route = this.findAny(source, target, amountIn);
    const winner = { graph: this.graph, forward: this.forward, route, leastOut: this.bestLow };
    if (route.length === 0 || (this.runnerUp < this.bestLow && isAlone(winner))) return route;
    return smallestRoute(winner, this.forward.carry(route));
  }

  /** One of the routes with the best output: breaking a tie takes longer than finding the output. */
  findAny(source: TokenIndex, target: TokenIndex, amountIn: bigint): readonly Edge[] {
    const { graph } = this;
    this.bestLast = NO_EDGE;
    this.bestLow = graph.least;
    this.bestHigh = graph.none;
    this.runnerUp = graph.none;
    this.forward.label(source, target, amountIn);
    this.closeDirect();
    this.closeAfterTwo();
    this.closeAfterThree();
    const route = this.bestLast === NO_EDGE ? [] : this.bestRoute();
    return this.bestLow < graph.least && this.forward.carry(route) === graph.nothing ? [] : route;
  }

  private closeDirect(): void {
    const { graph, bounds } = this;
    const { source, target, amountLow, amountHigh } = this.forward;
    const end = graph.firstSlot[source + 1]!;
    for (let slot = graph.slotOf(source, target); slot < end && graph.neighbour[slot] === target; slot++) {
      const edge = graph.edge[slot]!;
      bounds.through(edge, amountLow, amountHigh);
      this.offer(edge, NO_EDGE, NO_EDGE);
    }
  }

  private closeAfterTwo(): void {
    const { graph } = this;
    const { target, two } = this.forward;
    const { neighbour, entering } = graph;
    const end = graph.innerEnd[target]!;
    for (let slot = graph.firstSlot[target]!; slot < end; slot++) {
      const c = neighbour[slot]!;
      const amount = two.high[c]!;
      if (amount === graph.none) continue;
      if (mostThrough(entering, slot, amount) < this.bestLow) continue;
      const last = graph.edge[slot]! ^ 1;
      this.bounds.through(last, two.low[c]!, amount);
      this.offer(last, NO_EDGE, two.edge[c]!);
    }
  }

  /** Pulls the third hop into each neighbour of the target through which a route could still beat the best one so far. */
  private closeAfterThree(): void {
    const { graph, thirdHop, bounds } = this;
    const { source, target } = this.forward;
    const end = graph.innerEnd[target]!;
    let next = graph.firstSlot[target]!;
    while (next < end) {
      const slot = next;
      const c = graph.neighbour[slot]!;
      let needed = Infinity;
      for (; next < end && graph.neighbour[next] === c; next++) {
        needed = Math.min(needed, leastInto(graph.entering, next, this.bestLow));
      }
      if (c === source || needed === Infinity) continue;
      if (!thirdHop.pull(source, c, needed)) continue;
      for (let last = slot; last < next; last++) {
        const edge = graph.edge[last]! ^ 1;
        bounds.through(edge, thirdHop.low, thirdHop.high);
        this.offer(edge, thirdHop.third, thirdHop.second);
      }
    }
  }

  /** Keeps the route if its output, which `bounds` holds, is the best so far. */
  private offer(last: Edge, third: Edge, second: Edge): void {
    const { bounds, forward, graph } = this;
    const order = bounds.high < graph.least ? -1 : bounds.compare(this.bestLow, this.bestHigh);
    if (
      order < 0 ||
      (order === 0 && forward.carry(this.path(second, third, last)) <= forward.carry(this.bestRoute()))
    ) {
      this.runnerUp = Math.max(this.runnerUp, bounds.high);
      return;
    }
    this.runnerUp = Math.max(this.runnerUp, this.bestHigh);
    this.bestLast = last;
    this.bestThird = third;
    this.bestSecond = second;
    this.bestLow = bounds.low;
    this.bestHigh = bounds.high;
  }

  private bestRoute(): readonly Edge[] {
    return this.path(this.bestSecond, this.bestThird, this.bestLast);
  }

  /** The path that ends with these edges; the first two are NO_EDGE if the path is shorter. */
  private path(second: Edge, third: Edge, last: Edge): readonly Edge[] {
    if (second === NO_EDGE) return [last];
    const start = this.forward.pathBy(second);
    if (third !== NO_EDGE) start.push(third);
    start.push(last);
    return start;
  }
}
