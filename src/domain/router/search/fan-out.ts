import { mostThrough, type Edge, type Graph, type TokenIndex } from './graph.js';
import { ROUNDING } from '../../vault/rules.js';

/** A way from the source to the end of its last edge. */
interface Way {
  readonly edge: Edge;
  readonly before: Way | undefined;
  readonly amount: bigint;
  /** The same, bounded from above. */
  readonly most: number;
  /** A lower bound of one unit more: what a better way has to bring. */
  readonly toBeat: number;
}

const WAYS_OF_TWO = 3;

/**
 * The best route of up to four hops from one source to every token, in one search.
 *
 * More input never gives less output, so a route s-a-b-c-t only needs the best way to each of its tokens that leaves
 * its later tokens alone. A way of two hops to b must avoid at most c and t, so the three best with different a serve
 * every route. A way of three hops to c must avoid t only: the best one serves all but the two tokens inside it, and
 * for these another is looked for, which is seldom worth it: they were passed on the way and coming back costs fees.
 *
 * One division with doubles rejects most candidates; amounts themselves are whole numbers.
 */
export class FanOut {
  private readonly one: (Way | undefined)[];
  private readonly two: readonly (readonly Way[])[];
  private readonly three: readonly (Way | undefined)[];

  constructor(
    private readonly graph: Graph,
    private readonly source: TokenIndex,
    amountIn: bigint,
  ) {
    const tokens = graph.tokens.map((_, token) => token);
    this.one = tokens.map(() => undefined);
    this.leaveSource(amountIn);
    this.two = tokens.map((token) => this.waysOfTwo(token));
    this.three = tokens.map((token) => this.best(token, (before) => this.twoAvoiding(before, token)));
  }

  /** The edges of the best route to another token, among equals one with the fewest hops; none when nothing would come out. */
  routeTo(target: TokenIndex): readonly Edge[] {
    if (target === this.source) return [];
    let best = this.one[target];
    for (const way of [this.two[target]![0], this.three[target]]) {
      if (way !== undefined && (best === undefined || way.amount > best.amount)) best = way;
    }
    best = this.best(target, (before) => this.threeAvoiding(before, target), this.three, best);
    const route: Edge[] = [];
    for (let way = best; way !== undefined; way = way.before) route.unshift(way.edge);
    return route;
  }

  private leaveSource(amountIn: bigint): void {
    const { graph, source, one } = this;
    for (let slot = graph.firstSlot[source]!; slot < graph.firstSlot[source + 1]!; slot++) {
      const token = graph.neighbour[slot]!;
      const edge = graph.edge[slot]!;
      one[token] = better(one[token], edge, graph.quote(edge, amountIn).dy, undefined);
    }
  }

  /** The best ways of two hops to the token by different tokens, best first. */
  private waysOfTwo(token: TokenIndex): readonly Way[] {
    const { graph, source, one } = this;
    const ways: Way[] = [];
    if (token === source) return ways;
    for (let slot = graph.firstSlot[token]!; slot < graph.innerEnd[token]!; slot++) {
      const before = graph.neighbour[slot]!;
      const first = one[before];
      if (first === undefined) continue;
      const toBeat = ways[WAYS_OF_TWO - 1]?.toBeat ?? 1;
      if (mostThrough(graph.entering, slot, first.most) < toBeat) continue;
      const edge = graph.edge[slot]! ^ 1;
      const sameToken = ways.findIndex((way) => way.before === first);
      const known = ways[sameToken];
      const way = better(known, edge, graph.quote(edge, first.amount).dy, first);
      if (way === undefined || way === known) continue;
      if (sameToken !== -1) ways.splice(sameToken, 1);
      const place = ways.findIndex(({ amount }) => amount < way.amount);
      ways.splice(place === -1 ? ways.length : place, 0, way);
      ways.length = Math.min(ways.length, WAYS_OF_TWO);
    }
    return ways;
  }

  /**
   * The best way into the token by one more hop after `wayTo` the token before it, if it brings more than `best`.
   * `bounds` are ways that bring as much as `wayTo` can, and more.
   */
  private best(
    token: TokenIndex,
    wayTo: (before: TokenIndex) => Way | undefined,
    bounds?: readonly (Way | undefined)[],
    least?: Way,
  ): Way | undefined {
    const { graph } = this;
    let best = least;
    if (token === this.source) return undefined;
    for (let slot = graph.firstSlot[token]!; slot < graph.innerEnd[token]!; slot++) {
      const before = graph.neighbour[slot]!;
      const bound = bounds === undefined ? this.two[before]![0] : bounds[before];
      const toBeat = best?.toBeat ?? 1;
      if (bound === undefined || mostThrough(graph.entering, slot, bound.most) < toBeat) continue;
      const way = wayTo(before);
      if (way === undefined || mostThrough(graph.entering, slot, way.most) < toBeat) continue;
      const edge = graph.edge[slot]! ^ 1;
      best = better(best, edge, graph.quote(edge, way.amount).dy, way);
    }
    return best;
  }

  private twoAvoiding(token: TokenIndex, ...avoided: readonly TokenIndex[]): Way | undefined {
    return this.two[token]!.find(({ before }) => !avoided.includes(this.graph.to[before!.edge]!));
  }

  private threeAvoiding(token: TokenIndex, avoided: TokenIndex): Way | undefined {
    const best = this.three[token];
    if (best === undefined || !this.passes(best, avoided)) return best;
    return this.best(token, (before) =>
      before === avoided ? undefined : this.twoAvoiding(before, token, avoided),
    );
  }

  private passes(way: Way, token: TokenIndex): boolean {
    for (let at: Way | undefined = way; at !== undefined; at = at.before) {
      if (this.graph.from[at.edge] === token) return true;
    }
    return false;
  }
}

/** The way that ends with this edge if it brings more than the known one, else the known one. */
function better(
  known: Way | undefined,
  edge: Edge,
  amount: bigint,
  before: Way | undefined,
): Way | undefined {
  if (amount <= (known?.amount ?? 0n)) return known;
  const double = Number(amount);
  return { edge, before, amount, most: double * (1 + ROUNDING), toBeat: (double + 1) * (1 - ROUNDING) };
}
