import { mostThrough, NO_EDGE, type Edge, type Graph, type TokenIndex } from './graph.js';
import { HopBounds } from './hop-bounds.js';
import { ROUNDING } from '../../vault/rules.js';

/** By inner token: the best amount that reaches it, as an interval, and the edge that brings it. */
class Labels {
  /** The graph's `least` if unset, so that an amount below one unit is no improvement. */
  readonly low: Float64Array;
  /** The graph's `none` if unset. */
  readonly high: Float64Array;
  readonly edge: Int32Array;

  constructor(private readonly graph: Graph) {
    const tokens = graph.innerTokens;
    this.low = new Float64Array(tokens);
    this.high = new Float64Array(tokens);
    this.edge = new Int32Array(tokens);
  }

  clear(): void {
    this.low.fill(this.graph.least);
    this.high.fill(this.graph.none);
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

/**
 * The first two hops from a source: the best path to every inner token. A label is the best amount over *at most* that many hops,
 * because a longer path without a greater output can win neither the search nor a tie. The source and the target are never
 * labelled. Arrays and objects are allocated once and serve every search.
 */
export class ForwardSearch {
  /** After one hop. */
  readonly one: Labels;
  /** After at most two hops. */
  readonly two: Labels;
  /** Arguments of the last call of `label`; every other method refers to them. */
  source: TokenIndex = 0;
  target: TokenIndex = 0;
  amountIn = 0n;
  /** The input as an interval of doubles. */
  amountLow = 0;
  amountHigh = 0;

  /** The result of `findDetour`: the last edge of the path and its amount (`none` without a path). */
  detour: Edge = NO_EDGE;
  detourLow: number;
  detourHigh: number;

  /** The labelled tokens one hop from the source. */
  private readonly near: Int32Array;
  private nearCount = 0;
  private readonly bounds: HopBounds;

  constructor(private readonly graph: Graph) {
    this.one = new Labels(graph);
    this.two = new Labels(graph);
    this.near = new Int32Array(graph.innerTokens);
    this.bounds = new HopBounds(graph);
    this.detourLow = graph.least;
    this.detourHigh = graph.none;
  }

  /** Labels the tokens that the source reaches. */
  label(source: TokenIndex, target: TokenIndex, amountIn: bigint): void {
    this.source = source;
    this.target = target;
    this.amountIn = amountIn;
    const amount = Number(amountIn);
    const doubt = Number.isSafeInteger(amount) ? 0 : Math.abs(amount) * ROUNDING;
    this.amountLow = amount - doubt;
    this.amountHigh = amount + doubt;
    this.nearCount = 0;
    this.one.clear();
    this.one.close(source);
    this.one.close(target);
    this.pushFirstHops();
    this.pushSecondHops();
  }

  /** Finds the best path of two hops to `b` that avoids a token. Returns whether there is one. */
  findDetour(b: TokenIndex, avoided: TokenIndex): boolean {
    const { graph, near, nearCount } = this;
    this.detour = NO_EDGE;
    this.detourLow = graph.least;
    this.detourHigh = graph.none;
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
        if (a !== avoided && this.one.high[a]! > graph.none) this.tryDetour(a, slot);
      }
    }
    return this.detour !== NO_EDGE;
  }

  /** An upper bound of the amount that at most two hops bring to the token without passing `avoided`. */
  mostAvoiding(token: TokenIndex, avoided: TokenIndex): number {
    const { one, two } = this;
    if (this.graph.from[two.edge[token]!] !== avoided) return two.high[token]!;
    this.findDetour(token, avoided);
    return Math.max(one.high[token]!, this.detourHigh);
  }

  /** The path of one or two hops that ends with this edge, as a new array. */
  pathBy(edge: Edge): Edge[] {
    const before = this.graph.from[edge]!;
    return before === this.source ? [edge] : [this.one.edge[before]!, edge];
  }

  /** The exact amount at the end of a path from the source. */
  carry(path: readonly Edge[]): bigint {
    let amount = this.amountIn;
    for (const edge of path) amount = this.graph.ceiling(edge, amount);
    return amount;
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
      if (bounds.high < graph.least) continue;
      const order = bounds.compare(one.low[a]!, one.high[a]!);
      if (order < 0 || (order === 0 && this.carry([edge]) <= this.carry([one.edge[a]!]))) continue;
      if (one.high[a] === graph.none) this.near[this.nearCount++] = a;
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
    const { bounds, graph, one, two } = this;
    bounds.through(edge, one.low[a]!, one.high[a]!);
    if (bounds.high < graph.least) return;
    const order = bounds.compare(two.low[b]!, two.high[b]!);
    if (order < 0) return;
    if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(two.edge[b]!))) return;
    two.set(b, bounds, edge);
  }

  private tryDetour(a: TokenIndex, slot: number): void {
    const { graph, bounds, one } = this;
    if (mostThrough(graph.entering, slot, one.high[a]!) < this.detourLow) return;
    const edge = graph.edge[slot]! ^ 1;
    bounds.through(edge, one.low[a]!, one.high[a]!);
    if (bounds.high < graph.least) return;
    const order = bounds.compare(this.detourLow, this.detourHigh);
    if (order < 0) return;
    if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return;
    this.detour = edge;
    this.detourLow = bounds.low;
    this.detourHigh = bounds.high;
  }
}
