import { NO_EDGE, type Edge, type Graph, type TokenIndex } from '../search/graph.js';

/**
 * Prices of tokens in the target: the output of one more unit over the best route of at most four hops, by the graph's current prices.
 * One object serves every search.
 */
export class MarginalPrices {
  private source: TokenIndex = 0;
  private target: TokenIndex = 0;
  /** Price of the source, and the first edge of its best route. */
  private best = 0;
  private first: Edge = NO_EDGE;
  /** By token: the price over one hop. */
  private readonly one: Float64Array;
  private readonly oneEdge: Int32Array;
  /**
   * By token: the price over at most two hops, its first edge, and the token that this leads to; and the best price of those that
   * lead to another token.
   */
  private readonly two: Float64Array;
  private readonly twoEdge: Int32Array;
  private readonly twoVia: Int32Array;
  private readonly other: Float64Array;
  private readonly otherEdge: Int32Array;
  /** By neighbour of the source: the price over at most three hops, and the first edge of three; NO_EDGE if there are fewer. */
  private readonly three: Float64Array;
  private readonly threeEdge: Int32Array;

  constructor(private readonly graph: Graph) {
    const tokens = graph.tokens.length;
    this.one = new Float64Array(tokens);
    this.oneEdge = new Int32Array(tokens);
    this.two = new Float64Array(tokens);
    this.twoEdge = new Int32Array(tokens);
    this.twoVia = new Int32Array(tokens);
    this.other = new Float64Array(tokens);
    this.otherEdge = new Int32Array(tokens);
    this.three = new Float64Array(tokens);
    this.threeEdge = new Int32Array(tokens);
  }

  /** Finds the prices for routes between two different tokens, and returns that of the source; 0 if there is no route. */
  find(source: TokenIndex, target: TokenIndex): number {
    const { one, oneEdge, two, twoEdge, twoVia, other } = this;
    this.source = source;
    this.target = target;
    one.fill(0);
    this.pullOne();
    two.set(one);
    twoEdge.set(oneEdge);
    twoVia.fill(target);
    other.fill(0);
    this.pushTwo();
    this.pullRest();
    return this.best;
  }

  /** The most that one more unit that leaves the edge gives, on any route between the tokens of the last search. */
  after(edge: Edge): number {
    const token = this.graph.to[edge]!;
    if (token === this.target) return 1;
    return this.graph.from[edge] === this.source ? this.three[token]! : this.two[token]!;
  }

  /** The route with the best price, which is above 0. */
  route(): Edge[] {
    const { graph, target, first, oneEdge, twoEdge, twoVia, otherEdge, threeEdge } = this;
    const a = graph.to[first]!;
    if (a === target) return [first];
    const second = threeEdge[a]!;
    if (second === NO_EDGE)
      return twoVia[a] === target ? [first, oneEdge[a]!] : [first, twoEdge[a]!, oneEdge[twoVia[a]!]!];
    const b = graph.to[second]!;
    const third = twoVia[b] === a ? otherEdge[b]! : twoEdge[b]!;
    const c = graph.to[third]!;
    return c === target ? [first, second, third] : [first, second, third, oneEdge[c]!];
  }

  private pullOne(): void {
    const { graph, one, oneEdge, source, target } = this;
    const { neighbour, edge, price, firstSlot, innerTokens } = graph;
    const end = firstSlot[target + 1]!;
    for (let slot = firstSlot[target]!; slot < end; slot++) {
      const token = neighbour[slot]!;
      if (token >= innerTokens && token !== source) continue;
      const entering = edge[slot]! ^ 1;
      const given = price[entering]!;
      if (given <= one[token]!) continue;
      one[token] = given;
      oneEdge[token] = entering;
    }
  }

  private pushTwo(): void {
    const { graph, one, two, twoEdge, twoVia, other, otherEdge, source, target } = this;
    const { neighbour, edge, price, firstSlot, innerEnd } = graph;
    let before = -1;
    for (let slot = firstSlot[target]!; slot < innerEnd[target]!; slot++) {
      const via = neighbour[slot]!;
      const after = one[via]!;
      if (via === before || via === source || after === 0) continue;
      before = via;
      const end = innerEnd[via]!;
      for (let next = firstSlot[via]!; next < end; next++) {
        const token = neighbour[next]!;
        const entering = edge[next]! ^ 1;
        const given = price[entering]! * after;
        if (given <= other[token]! || token === target) continue;
        if (given > two[token]!) {
          if (twoVia[token] !== via) {
            other[token] = two[token]!;
            otherEdge[token] = twoEdge[token]!;
          }
          two[token] = given;
          twoEdge[token] = entering;
          twoVia[token] = via;
        } else if (twoVia[token] !== via) {
          other[token] = given;
          otherEdge[token] = entering;
        }
      }
    }
  }

  private pullRest(): void {
    const { graph, one, oneEdge, three, source, target } = this;
    const { neighbour, edge, price, firstSlot, innerEnd } = graph;
    this.best = one[source]!;
    this.first = oneEdge[source]!;
    let before = -1;
    for (let slot = firstSlot[source]!; slot < innerEnd[source]!; slot++) {
      const token = neighbour[slot]!;
      if (token === target) continue;
      if (token !== before) this.pullThree(token);
      before = token;
      const given = price[edge[slot]!]! * three[token]!;
      if (given <= this.best) continue;
      this.best = given;
      this.first = edge[slot]!;
    }
  }

  private pullThree(token: TokenIndex): void {
    const { graph, two, twoVia, other, source, target } = this;
    const { neighbour, edge, price, firstSlot, innerEnd } = graph;
    let most = two[token]!;
    let second: Edge = NO_EDGE;
    const end = innerEnd[token]!;
    for (let slot = firstSlot[token]!; slot < end; slot++) {
      const next = neighbour[slot]!;
      if (next === source || next === target) continue;
      const after = twoVia[next] === token ? other[next]! : two[next]!;
      const given = price[edge[slot]!]! * after;
      if (given <= most) continue;
      most = given;
      second = edge[slot]!;
    }
    this.three[token] = most;
    this.threeEdge[token] = second;
  }
}
