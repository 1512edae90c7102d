import { mostThrough, type Edge, type Graph, type TokenIndex } from './graph.js';
import { ROUNDING } from '../../vault/rules.js';

/** A path from the source to the end of its last edge. */
interface Path {
  readonly edge: Edge;
  readonly before: Path | undefined;
  readonly amount: bigint;
  /** An upper bound of `amount`. */
  readonly most: number;
  /** A lower bound of `amount` + 1, the least that a better path brings. */
  readonly toBeat: number;
}

const TWO_HOP_PATHS = 3;

/**
 * The best route of up to four hops from one source to every token, in one search.
 *
 * More input never gives less output, so a route s-a-b-c-t only needs the best path to each of its tokens that avoids the later
 * ones. A path of two hops to b must avoid at most c and t, so the three best with different a serve every route. A path of three
 * hops to c only needs to avoid t, so the best one serves every t except the two tokens inside it. For those two, another path is
 * searched; it rarely wins, because the route returns to a token and pays fees for it.
 *
 * One division of doubles rejects most candidates; the amounts themselves are whole numbers.
 */
export class FanOut {
  private readonly one: (Path | undefined)[];
  private readonly two: readonly (readonly Path[])[];
  private readonly three: readonly (Path | undefined)[];

  constructor(
    private readonly graph: Graph,
    private readonly source: TokenIndex,
    amountIn: bigint,
  ) {
    const tokens = graph.tokens.map((_, token) => token);
    this.one = tokens.map(() => undefined);
    this.leaveSource(amountIn);
    this.two = tokens.map((token) => this.twoHopPaths(token));
    this.three = tokens.map((token) => this.best(token, (before) => this.twoAvoiding(before, token)));
  }

  /** The edges of the best route to another token, with the fewest hops in a tie. Empty if the output is 0. */
  routeTo(target: TokenIndex): readonly Edge[] {
    let best = this.one[target];
    for (const path of [this.two[target]![0], this.three[target]]) {
      if (path !== undefined && (best === undefined || path.amount > best.amount)) best = path;
    }
    best = this.best(target, (before) => this.threeAvoiding(before, target), this.three, best);
    const route: Edge[] = [];
    for (let path = best; path !== undefined; path = path.before) route.unshift(path.edge);
    return route;
  }

  private leaveSource(amountIn: bigint): void {
    const { graph, source, one } = this;
    for (let slot = graph.firstSlot[source]!; slot < graph.firstSlot[source + 1]!; slot++) {
      const token = graph.neighbour[slot]!;
      const edge = graph.edge[slot]!;
      one[token] = better(one[token], edge, graph.ceiling(edge, amountIn), undefined);
    }
  }

  /** The best paths of two hops to the token through different tokens, best first. */
  private twoHopPaths(token: TokenIndex): readonly Path[] {
    const { graph, source, one } = this;
    const paths: Path[] = [];
    if (token === source) return paths;
    for (let slot = graph.firstSlot[token]!; slot < graph.innerEnd[token]!; slot++) {
      const before = graph.neighbour[slot]!;
      const first = one[before];
      if (first === undefined) continue;
      const toBeat = paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1;
      if (mostThrough(graph.entering, slot, first.most) < toBeat) continue;
      const edge = graph.edge[slot]! ^ 1;
      const sameToken = paths.findIndex((path) => path.before === first);
      const known = paths[sameToken];
      const path = better(known, edge, graph.ceiling(edge, first.amount), first);
      if (path === undefined || path === known) continue;
      if (sameToken !== -1) paths.splice(sameToken, 1);
      const place = paths.findIndex(({ amount }) => amount < path.amount);
      paths.splice(place === -1 ? paths.length : place, 0, path);
      paths.length = Math.min(paths.length, TWO_HOP_PATHS);
    }
    return paths;
  }

  /**
   * Returns the best path to the token among those that reach the previous token by `pathTo`; `least` if none brings more.
   * `bounds` has, by token, a path that brings at least as much as the one from `pathTo`.
   */
  private best(
    token: TokenIndex,
    pathTo: (before: TokenIndex) => Path | undefined,
    bounds?: readonly (Path | undefined)[],
    least?: Path,
  ): Path | undefined {
    const { graph } = this;
    let best = least;
    if (token === this.source) return undefined;
    for (let slot = graph.firstSlot[token]!; slot < graph.innerEnd[token]!; slot++) {
      const before = graph.neighbour[slot]!;
      const bound = bounds === undefined ? this.two[before]![0] : bounds[before];
      const toBeat = best?.toBeat ?? 1;
      if (bound === undefined || mostThrough(graph.entering, slot, bound.most) < toBeat) continue;
      const path = pathTo(before);
      if (path === undefined || mostThrough(graph.entering, slot, path.most) < toBeat) continue;
      const edge = graph.edge[slot]! ^ 1;
      best = better(best, edge, graph.ceiling(edge, path.amount), path);
    }
    return best;
  }

  private twoAvoiding(token: TokenIndex, ...avoided: readonly TokenIndex[]): Path | undefined {
    return this.two[token]!.find(({ before }) => !avoided.includes(this.graph.to[before!.edge]!));
  }

  private threeAvoiding(token: TokenIndex, avoided: TokenIndex): Path | undefined {
    const best = this.three[token];
    if (best === undefined || !this.passes(best, avoided)) return best;
    return this.best(token, (before) =>
      before === avoided ? undefined : this.twoAvoiding(before, token, avoided),
    );
  }

  private passes(path: Path, token: TokenIndex): boolean {
    for (let at: Path | undefined = path; at !== undefined; at = at.before) {
      if (this.graph.from[at.edge] === token) return true;
    }
    return false;
  }
}

/** The path that ends with this edge if it brings more than the known one, otherwise the known one. */
function better(
  known: Path | undefined,
  edge: Edge,
  amount: bigint,
  before: Path | undefined,
): Path | undefined {
  if (amount <= (known?.amount ?? 0n)) return known;
  const double = Number(amount);
  return { edge, before, amount, most: double * (1 + ROUNDING), toBeat: (double + 1) * (1 - ROUNDING) };
}
