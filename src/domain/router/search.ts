import { leastInto, mostThrough, ROUNDING, type Edge, type Graph, type TokenIndex } from './graph.js';
import { HopBounds } from './hop-bounds.js';
import { isAlone, smallestRoute, type Winner } from './tie-break.js';

const LOW = 1 - ROUNDING;
const HIGH = 1 + ROUNDING;
const EXACT = 2n ** 53n;
const NONE = -1;

/**
 * The best route of up to four hops, exactly as exhaustive search finds it, in time linear in the edges it touches.
 *
 * More input never gives less output, so a route s-a-b-c-t only needs the best way to each of its tokens. The one
 * repetition to rule out is c = a (s and t are never labelled, neighbours always differ): then the best way to b by
 * another token than c is found on demand. A label is the best amount over *at most* that many hops: a longer way that
 * brings no more can neither win nor win a tie. Two hops are pushed from s, the third is pulled into the neighbours
 * of t only. A vault cannot appear twice unless a token does.
 *
 * Amounts are intervals of doubles that hold the exact whole number, most often just that number. One division
 * rejects most candidates; where intervals overlap, the whole numbers themselves are compared.
 */
export class RouteSearch {
  /** By token: the best amount after one hop, and the edge it came by. An unset label is low 1, high 0. */
  private readonly low1: Float64Array;
  private readonly high1: Float64Array;
  private readonly edge1: Int32Array;
  /** The same after at most two hops. */
  private readonly low2: Float64Array;
  private readonly high2: Float64Array;
  private readonly edge2: Int32Array;
  /** The labelled tokens one hop from the source. */
  private readonly near: Int32Array;
  private nearCount = 0;
  private readonly bounds: HopBounds;

  private source: TokenIndex = 0;
  private target: TokenIndex = 0;
  private amountIn = 0n;
  private amountLow = 0;
  private amountHigh = 0;

  /** The amount of the third hop under way. */
  private low3 = 1;
  private high3 = 0;

  private best: readonly Edge[] = [];
  private bestLow = 1;
  private bestHigh = 0;
  /** The most that any other last hop could give. */
  private runnerUp = 0;

  constructor(private readonly graph: Graph) {
    const tokens = graph.innerTokens;
    this.low1 = new Float64Array(tokens);
    this.high1 = new Float64Array(tokens);
    this.edge1 = new Int32Array(tokens);
    this.low2 = new Float64Array(tokens);
    this.high2 = new Float64Array(tokens);
    this.edge2 = new Int32Array(tokens);
    this.near = new Int32Array(tokens);
    this.bounds = new HopBounds(graph);
  }

  /** The edges of the best route between two different tokens; none when nothing would come out. */
  find(source: TokenIndex, target: TokenIndex, amountIn: bigint): readonly Edge[] {
    this.start(source, target, amountIn);
    this.pushFirstHops();
    this.pushSecondHops();
    this.closeDirect();
    this.closeAfterTwo();
    this.closeAfterThree();
    if (this.best.length === 0 || (this.bestLow < 1 && this.carry(this.best) === 0n)) return [];
    const winner = this.winner();
    if (this.runnerUp < this.bestLow && isAlone(winner)) return this.best;
    return smallestRoute(winner, this.carry(this.best));
  }

  private start(source: TokenIndex, target: TokenIndex, amountIn: bigint): void {
    this.source = source;
    this.target = target;
    this.amountIn = amountIn;
    const amount = Number(amountIn);
    const exact = amountIn < EXACT;
    this.amountLow = exact ? amount : amount * LOW;
    this.amountHigh = exact ? amount : amount * HIGH;
    this.nearCount = 0;
    this.best = [];
    this.bestLow = 1;
    this.bestHigh = 0;
    this.runnerUp = 0;
    this.low1.fill(1);
    this.high1.fill(0);
    // A label that nothing beats and that gives nothing keeps the ends of the route out of its middle.
    if (source < this.low1.length) this.low1[source] = Infinity;
    if (target < this.low1.length) this.low1[target] = Infinity;
  }

  private pushFirstHops(): void {
    const { graph, low1, high1, edge1, bounds, amountLow, amountHigh } = this;
    const { neighbour, leaving } = graph;
    const end = graph.innerEnd[this.source]!;
    for (let slot = graph.firstSlot[this.source]!; slot < end; slot++) {
      const a = neighbour[slot]!;
      const most = mostThrough(leaving, slot, amountHigh);
      if (most < low1[a]!) continue;
      const edge = graph.edge[slot]!;
      bounds.through(edge, amountLow, amountHigh);
      if (bounds.high < 1) continue;
      const order = this.compare(low1[a]!, high1[a]!);
      if (order < 0 || (order === 0 && this.carry([edge]) <= this.carry([edge1[a]!]))) continue;
      if (high1[a] === 0) this.near[this.nearCount++] = a;
      low1[a] = bounds.low;
      high1[a] = bounds.high;
      edge1[a] = edge;
    }
  }

  private pushSecondHops(): void {
    const { graph, low1, high1, low2, near } = this;
    const { neighbour, leaving } = graph;
    low2.set(low1);
    this.high2.set(high1);
    this.edge2.set(this.edge1);
    for (let i = 0; i < this.nearCount; i++) {
      const a = near[i]!;
      const amount = high1[a]!;
      const end = graph.innerEnd[a]!;
      for (let slot = graph.firstSlot[a]!; slot < end; slot++) {
        const b = neighbour[slot]!;
        const most = mostThrough(leaving, slot, amount);
        if (most >= low2[b]!) this.labelSecond(a, b, graph.edge[slot]!);
      }
    }
  }

  private labelSecond(a: TokenIndex, b: TokenIndex, edge: Edge): void {
    const { bounds, low2, high2 } = this;
    bounds.through(edge, this.low1[a]!, this.high1[a]!);
    if (bounds.high < 1) return;
    const order = this.compare(low2[b]!, high2[b]!);
    if (order < 0 || (order === 0 && this.carry([this.edge1[a]!, edge]) <= this.carry(this.wayTo(b)))) return;
    low2[b] = bounds.low;
    high2[b] = bounds.high;
    this.edge2[b] = edge;
  }

  private closeDirect(): void {
    const { graph, source, target, amountLow, amountHigh } = this;
    const end = graph.firstSlot[source + 1]!;
    for (let slot = graph.slotOf(source, target); slot < end && graph.neighbour[slot] === target; slot++) {
      const edge = graph.edge[slot]!;
      this.bounds.through(edge, amountLow, amountHigh);
      this.offer(this.bounds.high, [edge]);
    }
  }

  private closeAfterTwo(): void {
    const { graph, target, high2 } = this;
    const { neighbour, entering } = graph;
    const end = graph.innerEnd[target]!;
    for (let slot = graph.firstSlot[target]!; slot < end; slot++) {
      const c = neighbour[slot]!;
      const amount = high2[c]!;
      if (amount === 0) continue;
      const most = mostThrough(entering, slot, amount);
      if (most < this.bestLow) {
        if (most > this.runnerUp) this.runnerUp = most;
        continue;
      }
      const last = graph.edge[slot]! ^ 1;
      this.bounds.through(last, this.low2[c]!, amount);
      this.offer(most, [...this.wayTo(c), last]);
    }
  }

  /** Pulls the third hop into each neighbour of the target where it could still lead to more than the best so far. */
  private closeAfterThree(): void {
    const { graph, target } = this;
    const end = graph.innerEnd[target]!;
    let next = graph.firstSlot[target]!;
    while (next < end) {
      const slot = next;
      const c = graph.neighbour[slot]!;
      let needed = Infinity;
      for (; next < end && graph.neighbour[next] === c; next++) {
        needed = Math.min(needed, leastInto(graph.entering, next, this.bestLow));
      }
      if (c === this.source || needed === Infinity) continue;
      const way = this.pullThird(c, needed);
      if (way === undefined) continue;
      for (let last = slot; last < next; last++) {
        const edge = graph.edge[last]! ^ 1;
        this.bounds.through(edge, this.low3, this.high3);
        this.offer(this.bounds.high, [...way, edge]);
      }
    }
  }

  /** The best way of three hops to `c` that beats its shorter ones and can reach `needed`; sets low3 and high3. */
  private pullThird(c: TokenIndex, needed: number): readonly Edge[] | undefined {
    const { graph, high2 } = this;
    const { neighbour, entering } = graph;
    let way: readonly Edge[] | undefined;
    this.low3 = this.low2[c]!;
    this.high3 = this.high2[c]!;
    let floor = Math.max(needed, this.low3);
    const end = graph.innerEnd[c]!;
    for (let slot = graph.firstSlot[c]!; slot < end; slot++) {
      const amount = high2[neighbour[slot]!]!;
      const most = mostThrough(entering, slot, amount);
      if (most < floor) continue;
      const better = this.tryThird(c, neighbour[slot]!, graph.edge[slot]! ^ 1, way);
      if (better === undefined) continue;
      way = better;
      floor = Math.max(needed, this.low3);
    }
    return way;
  }

  private tryThird(
    c: TokenIndex,
    b: TokenIndex,
    edge: Edge,
    current: readonly Edge[] | undefined,
  ): readonly Edge[] | undefined {
    const { graph, bounds } = this;
    let second = this.edge2[b]!;
    let low = this.low2[b]!;
    let high = this.high2[b]!;
    let a = graph.from[second]!;
    if (high === 0 || a === this.source) return undefined;
    if (a === c) {
      second = this.secondAvoiding(b, c);
      if (second === NONE) return undefined;
      a = graph.from[second]!;
      bounds.through(second, this.low1[a]!, this.high1[a]!);
      low = bounds.low;
      high = bounds.high;
    }
    bounds.through(edge, low, high);
    if (bounds.high < 1) return undefined;
    const order = this.compare(this.low3, this.high3);
    if (order < 0) return undefined;
    const way = [this.edge1[a]!, second, edge];
    if (order === 0 && this.carry(way) <= this.carry(current ?? this.wayTo(c))) return undefined;
    this.low3 = bounds.low;
    this.high3 = bounds.high;
    return way;
  }

  /** The last edge of the best way of two hops to `b` that does not pass `avoided`, or NONE. */
  private secondAvoiding(b: TokenIndex, avoided: TokenIndex): Edge {
    const { graph, bounds, high1 } = this;
    const { neighbour, entering } = graph;
    let best: Edge = NONE;
    let bestLow = 1;
    let bestHigh = 0;
    const end = graph.innerEnd[b]!;
    for (let slot = graph.firstSlot[b]!; slot < end; slot++) {
      const a = neighbour[slot]!;
      const amount = high1[a]!;
      const most = mostThrough(entering, slot, amount);
      if (a === avoided || amount === 0 || most < bestLow) continue;
      const edge = graph.edge[slot]! ^ 1;
      bounds.through(edge, this.low1[a]!, amount);
      if (bounds.high < 1) continue;
      const order = this.compare(bestLow, bestHigh);
      if (order < 0) continue;
      const way = [this.edge1[a]!, edge];
      if (order === 0 && this.carry(way) <= this.carry([this.edge1[graph.from[best]!]!, best])) continue;
      best = edge;
      bestLow = bounds.low;
      bestHigh = bounds.high;
    }
    return best;
  }

  /** Takes the route whose output is in `bounds` if it is the best so far; `most` bounds that output from above. */
  private offer(most: number, path: readonly Edge[]): void {
    const { bounds } = this;
    const order = bounds.high < 1 ? -1 : this.compare(this.bestLow, this.bestHigh);
    if (order < 0 || (order === 0 && this.carry(path) <= this.carry(this.best))) {
      this.runnerUp = Math.max(this.runnerUp, most);
      return;
    }
    this.runnerUp = Math.max(this.runnerUp, this.bestHigh);
    this.best = path;
    this.bestLow = bounds.low;
    this.bestHigh = bounds.high;
  }

  /** How `bounds` stands to another amount (high 0: none): 1 more, -1 not more, 0 only whole numbers can tell. */
  private compare(low: number, high: number): -1 | 0 | 1 {
    if (high === 0 || this.bounds.low > high) return 1;
    return this.bounds.high <= low ? -1 : 0;
  }

  private winner(): Winner {
    const { graph, source, target, amountIn, amountHigh, high1: afterOne, high2: afterTwo } = this;
    const { best: route, bestLow: leastOut } = this;
    return { graph, source, target, amountIn, amountHigh, afterOne, afterTwo, route, leastOut };
  }

  private wayTo(token: TokenIndex): readonly Edge[] {
    const last = this.edge2[token]!;
    const before = this.graph.from[last]!;
    return before === this.source ? [last] : [this.edge1[before]!, last];
  }

  /** The exact amount at the end of a way from the source. */
  private carry(way: readonly Edge[]): bigint {
    let amount = this.amountIn;
    for (const edge of way) amount = this.graph.quote(edge, amount).dy;
    return amount;
  }
}
