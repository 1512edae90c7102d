import { leastInto, mostThrough, ROUNDING, type Edge, type Graph, type TokenIndex } from './graph.js';
import { HopBounds } from './hop-bounds.js';
import { Labels } from './labels.js';
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
  /** After one hop. */
  private readonly one: Labels;
  /** After at most two hops. */
  private readonly two: Labels;
  /** The labelled tokens one hop from the source. */
  private readonly near: Int32Array;
  private nearCount = 0;
  private readonly bounds: HopBounds;

  private source: TokenIndex = 0;
  private target: TokenIndex = 0;
  private amountIn = 0n;
  private amountLow = 0;
  private amountHigh = 0;

  /** The best way to one neighbour of the target: its third edge (or NONE) and second edge, and its amount. */
  private third: Edge = NONE;
  private second: Edge = NONE;
  private low3 = 1;
  private high3 = 0;

  /** The second-best way to a token: see `secondAvoiding`. */
  private detour: Edge = NONE;
  private detourLow = 1;
  private detourHigh = 0;

  /** The best route so far: its last edge, the one before, and the one before that, NONE where it is shorter. */
  private bestLast: Edge = NONE;
  private bestThird: Edge = NONE;
  private bestSecond: Edge = NONE;
  private bestLow = 1;
  private bestHigh = 0;
  /** The most that any other last hop could give. */
  private runnerUp = 0;

  constructor(private readonly graph: Graph) {
    const tokens = graph.innerTokens;
    this.one = new Labels(tokens);
    this.two = new Labels(tokens);
    this.near = new Int32Array(tokens);
    this.bounds = new HopBounds(graph);
  }

  /** The edges of the best route between two different tokens; none when nothing would come out. */
  find(source: TokenIndex, target: TokenIndex, amountIn: bigint): readonly Edge[] {
    const route = this.findAny(source, target, amountIn);
    const winner = this.winner(route);
    if (route.length === 0 || (this.runnerUp < this.bestLow && isAlone(winner))) return route;
    return smallestRoute(winner, this.carry(route));
  }

  /** One of the best routes: which of several of equal output it is, is left open, as telling takes longer than finding. */
  findAny(source: TokenIndex, target: TokenIndex, amountIn: bigint): readonly Edge[] {
    this.start(source, target, amountIn);
    this.pushFirstHops();
    this.pushSecondHops();
    this.closeDirect();
    this.closeAfterTwo();
    this.closeAfterThree();
    const route = this.bestLast === NONE ? [] : this.bestRoute();
    return this.bestLow < 1 && this.carry(route) === 0n ? [] : route;
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
    this.bestLast = NONE;
    this.bestLow = 1;
    this.bestHigh = 0;
    this.runnerUp = 0;
    this.one.clear();
    this.one.close(source);
    this.one.close(target);
  }

  private pushFirstHops(): void {
    const { graph, one, bounds, amountLow, amountHigh } = this;
    const { neighbour, leaving } = graph;
    const end = graph.innerEnd[this.source]!;
    for (let slot = graph.firstSlot[this.source]!; slot < end; slot++) {
      const a = neighbour[slot]!;
      if (mostThrough(leaving, slot, amountHigh) < one.low[a]!) continue;
      const edge = graph.edge[slot]!;
      bounds.through(edge, amountLow, amountHigh);
      if (bounds.high < 1) continue;
      const order = this.compare(one.low[a]!, one.high[a]!);
      if (order < 0 || (order === 0 && this.carry([edge]) <= this.carry([one.edge[a]!]))) continue;
      if (one.high[a] === 0) this.near[this.nearCount++] = a;
      one.set(a, bounds, edge);
    }
  }

  private pushSecondHops(): void {
    const { graph, one, two, near } = this;
    const { low } = two;
    const { neighbour, leaving } = graph;
    two.copy(one);
    for (let i = 0; i < this.nearCount; i++) {
      const a = near[i]!;
      const amount = one.high[a]!;
      const end = graph.innerEnd[a]!;
      for (let slot = graph.firstSlot[a]!; slot < end; slot++) {
        const b = neighbour[slot]!;
        if (mostThrough(leaving, slot, amount) >= low[b]!) this.labelSecond(a, b, graph.edge[slot]!);
      }
    }
  }

  private labelSecond(a: TokenIndex, b: TokenIndex, edge: Edge): void {
    const { bounds, one, two } = this;
    bounds.through(edge, one.low[a]!, one.high[a]!);
    if (bounds.high < 1) return;
    const order = this.compare(two.low[b]!, two.high[b]!);
    if (order < 0) return;
    if (order === 0 && this.carry(this.wayBy(edge)) <= this.carry(this.wayBy(two.edge[b]!))) return;
    two.set(b, bounds, edge);
  }

  private closeDirect(): void {
    const { graph, source, target, amountLow, amountHigh } = this;
    const end = graph.firstSlot[source + 1]!;
    for (let slot = graph.slotOf(source, target); slot < end && graph.neighbour[slot] === target; slot++) {
      const edge = graph.edge[slot]!;
      this.bounds.through(edge, amountLow, amountHigh);
      this.offer(this.bounds.high, edge, NONE, NONE);
    }
  }

  private closeAfterTwo(): void {
    const { graph, target, two } = this;
    const { neighbour, entering } = graph;
    const end = graph.innerEnd[target]!;
    for (let slot = graph.firstSlot[target]!; slot < end; slot++) {
      const c = neighbour[slot]!;
      const amount = two.high[c]!;
      if (amount === 0) continue;
      const most = mostThrough(entering, slot, amount);
      if (most < this.bestLow) {
        if (most > this.runnerUp) this.runnerUp = most;
        continue;
      }
      const last = graph.edge[slot]! ^ 1;
      this.bounds.through(last, two.low[c]!, amount);
      this.offer(most, last, NONE, two.edge[c]!);
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
      if (!this.pullThird(c, needed)) continue;
      for (let last = slot; last < next; last++) {
        const edge = graph.edge[last]! ^ 1;
        this.bounds.through(edge, this.low3, this.high3);
        this.offer(this.bounds.high, edge, this.third, this.second);
      }
    }
  }

  /** Finds the best way of three hops to `c` that beats its shorter ones and can reach `needed`, if there is one. */
  private pullThird(c: TokenIndex, needed: number): boolean {
    const { graph, two } = this;
    const { neighbour, entering } = graph;
    this.third = NONE;
    this.low3 = two.low[c]!;
    this.high3 = two.high[c]!;
    let floor = Math.max(needed, this.low3);
    const end = graph.innerEnd[c]!;
    for (let slot = graph.firstSlot[c]!; slot < end; slot++) {
      const b = neighbour[slot]!;
      if (mostThrough(entering, slot, two.high[b]!) < floor) continue;
      this.tryThird(c, b, graph.edge[slot]! ^ 1);
      floor = Math.max(needed, this.low3);
    }
    return this.third !== NONE;
  }

  private tryThird(c: TokenIndex, b: TokenIndex, edge: Edge): void {
    const { graph, bounds, two } = this;
    let second = two.edge[b]!;
    let low = two.low[b]!;
    let high = two.high[b]!;
    // A way of one hop to b was already taken as c's way of two.
    if (high === 0 || graph.from[second] === this.source) return;
    if (graph.from[second] === c) {
      second = this.secondAvoiding(b, c);
      if (second === NONE) return;
      low = this.detourLow;
      high = this.detourHigh;
    }
    bounds.through(edge, low, high);
    if (bounds.high < 1) return;
    const order = this.compare(this.low3, this.high3);
    if (order < 0) return;
    if (order === 0 && this.carry(this.way(second, NONE, edge)) <= this.carry(this.wayToward(c))) return;
    this.low3 = bounds.low;
    this.high3 = bounds.high;
    this.third = edge;
    this.second = second;
  }

  private wayToward(c: TokenIndex): readonly Edge[] {
    return this.third === NONE ? this.wayBy(this.two.edge[c]!) : this.way(this.second, NONE, this.third);
  }

  /** The last edge of the best way of two hops to `b` that does not pass `avoided`, or NONE. */
  private secondAvoiding(b: TokenIndex, avoided: TokenIndex): Edge {
    const { graph, near, nearCount } = this;
    this.detour = NONE;
    this.detourLow = 1;
    this.detourHigh = 0;
    const first = graph.firstSlot[b]!;
    const end = graph.innerEnd[b]!;
    if (nearCount < end - first) {
      for (let i = 0; i < nearCount; i++) {
        const a = near[i]!;
        if (a === avoided) continue;
        for (let slot = graph.slotOf(b, a); slot < end; slot++) {
          if (graph.neighbour[slot] !== a) break;
          this.tryDetour(a, slot);
        }
      }
    } else {
      for (let slot = first; slot < end; slot++) {
        const a = graph.neighbour[slot]!;
        if (a !== avoided && this.one.high[a]! > 0) this.tryDetour(a, slot);
      }
    }
    return this.detour;
  }

  private readonly afterTwoAvoiding = (token: TokenIndex, avoided: TokenIndex): number => {
    const { one, two } = this;
    if (this.graph.from[two.edge[token]!] !== avoided) return two.high[token]!;
    this.secondAvoiding(token, avoided);
    return Math.max(one.high[token]!, this.detourHigh);
  };

  private tryDetour(a: TokenIndex, slot: number): void {
    const { graph, bounds, one } = this;
    if (mostThrough(graph.entering, slot, one.high[a]!) < this.detourLow) return;
    const edge = graph.edge[slot]! ^ 1;
    bounds.through(edge, one.low[a]!, one.high[a]!);
    if (bounds.high < 1) return;
    const order = this.compare(this.detourLow, this.detourHigh);
    if (order < 0) return;
    if (order === 0 && this.carry(this.wayBy(edge)) <= this.carry(this.wayBy(this.detour))) return;
    this.detour = edge;
    this.detourLow = bounds.low;
    this.detourHigh = bounds.high;
  }

  /** Takes the route if its output, which is in `bounds` and at most `most`, is the best so far. */
  private offer(most: number, last: Edge, third: Edge, second: Edge): void {
    const { bounds } = this;
    const order = bounds.high < 1 ? -1 : this.compare(this.bestLow, this.bestHigh);
    if (
      order < 0 ||
      (order === 0 && this.carry(this.way(second, third, last)) <= this.carry(this.bestRoute()))
    ) {
      this.runnerUp = Math.max(this.runnerUp, most);
      return;
    }
    this.runnerUp = Math.max(this.runnerUp, this.bestHigh);
    this.bestLast = last;
    this.bestThird = third;
    this.bestSecond = second;
    this.bestLow = bounds.low;
    this.bestHigh = bounds.high;
  }

  /** How `bounds` stands to another amount (high 0: none): 1 more, -1 not more, 0 only whole numbers can tell. */
  private compare(low: number, high: number): -1 | 0 | 1 {
    if (high === 0 || this.bounds.low > high) return 1;
    return this.bounds.high <= low ? -1 : 0;
  }

  private winner(route: readonly Edge[]): Winner {
    const { graph, source, target, amountIn, amountHigh } = this;
    const { afterTwoAvoiding, bestLow: leastOut } = this;
    return {
      graph,
      source,
      target,
      amountIn,
      amountHigh,
      afterOne: this.one.high,
      afterTwo: this.two.high,
      afterTwoAvoiding,
      route,
      leastOut,
    };
  }

  private bestRoute(): readonly Edge[] {
    return this.way(this.bestSecond, this.bestThird, this.bestLast);
  }

  /** The way that ends with these edges; the first two are NONE where it is shorter. */
  private way(second: Edge, third: Edge, last: Edge): readonly Edge[] {
    if (second === NONE) return [last];
    const start = this.wayBy(second);
    if (third !== NONE) start.push(third);
    start.push(last);
    return start;
  }

  /** The way of one or two hops that ends with this edge. */
  private wayBy(edge: Edge): Edge[] {
    const before = this.graph.from[edge]!;
    return before === this.source ? [edge] : [this.one.edge[before]!, edge];
  }

  /** The exact amount at the end of a way from the source. */
  private carry(way: readonly Edge[]): bigint {
    let amount = this.amountIn;
    for (const edge of way) amount = this.graph.quote(edge, amount).dy;
    return amount;
  }
}
