import type { Edge, Graph, TokenIndex } from '../search/graph.js';

/**
 * What one more unit is worth in the target, over the best continuation that the rest of a route allows, by the graph's current
 * prices. One object serves every search.
 */
export class MarginalPrices {
  /** What one more unit of the source gives over the best route of at most four hops. */
  ofSource = 0;
  /** By token: the best price over one hop. */
  private readonly one: Float64Array;
  /** By token: the best price over at most two hops, the token that it goes to first, and the best that goes to another first. */
  private readonly two: Float64Array;
  private readonly twoVia: Int32Array;
  private readonly twoElse: Float64Array;
  /** By neighbour of the source: the best price over at most three hops. */
  private readonly three: Float64Array;

  constructor(private readonly graph: Graph) {
    const tokens = graph.tokens.length;
    this.one = new Float64Array(tokens);
    this.two = new Float64Array(tokens);
    this.twoVia = new Int32Array(tokens);
    this.twoElse = new Float64Array(tokens);
    this.three = new Float64Array(tokens);
  }

  /** Finds the prices for routes between two different tokens. */
  find(source: TokenIndex, target: TokenIndex): void {
    const { one, two, twoVia, twoElse } = this;
    one.fill(0);
    this.pullOne(source, target);
    two.set(one);
    twoVia.fill(target);
    twoElse.fill(0);
    this.pushTwo(source, target);
    this.ofSource = this.pullRest(source, target);
  }

  /** The most that one more unit that leaves the edge is worth, on any route between the tokens of the last search. */
  after(edge: Edge, source: TokenIndex, target: TokenIndex): number {
    const token = this.graph.to[edge]!;
    if (token === target) return 1;
    return this.graph.from[edge] === source ? this.three[token]! : this.two[token]!;
  }

  private pullOne(source: TokenIndex, target: TokenIndex): void {
    const { graph, one } = this;
    const { neighbour, edge, price, firstSlot, innerTokens } = graph;
    const end = firstSlot[target + 1]!;
    for (let slot = firstSlot[target]!; slot < end; slot++) {
      const token = neighbour[slot]!;
      if (token >= innerTokens && token !== source) continue;
      const given = price[edge[slot]! ^ 1]!;
      if (given > one[token]!) one[token] = given;
    }
  }

  private pushTwo(source: TokenIndex, target: TokenIndex): void {
    const { graph, one, two, twoVia, twoElse } = this;
    const { neighbour, edge, price, firstSlot, innerEnd } = graph;
    let before = -1;
    for (let slot = firstSlot[target]!; slot < innerEnd[target]!; slot++) {
      const via = neighbour[slot]!;
      if (via === before || via === source) continue;
      before = via;
      const after = one[via]!;
      if (after === 0) continue;
      const end = innerEnd[via]!;
      for (let next = firstSlot[via]!; next < end; next++) {
        const token = neighbour[next]!;
        const given = price[edge[next]! ^ 1]! * after;
        if (given <= twoElse[token]! || token === target) continue;
        if (given <= two[token]!) {
          if (twoVia[token] !== via) twoElse[token] = given;
          continue;
        }
        if (twoVia[token] !== via) twoElse[token] = two[token]!;
        two[token] = given;
        twoVia[token] = via;
      }
    }
  }

  private pullRest(source: TokenIndex, target: TokenIndex): number {
    const { graph, one, three } = this;
    const { neighbour, edge, price, firstSlot, innerEnd } = graph;
    let most = one[source]!;
    let before = -1;
    for (let slot = firstSlot[source]!; slot < innerEnd[source]!; slot++) {
      const token = neighbour[slot]!;
      if (token === target) continue;
      if (token !== before) three[token] = this.overThree(token, source, target);
      before = token;
      const given = price[edge[slot]!]! * three[token]!;
      if (given > most) most = given;
    }
    return most;
  }

  private overThree(token: TokenIndex, source: TokenIndex, target: TokenIndex): number {
    const { graph, two, twoVia, twoElse } = this;
    const { neighbour, edge, price, firstSlot, innerEnd } = graph;
    let most = two[token]!;
    const end = innerEnd[token]!;
    for (let slot = firstSlot[token]!; slot < end; slot++) {
      const next = neighbour[slot]!;
      if (next === source || next === target) continue;
      const after = twoVia[next] === token ? twoElse[next]! : two[next]!;
      const given = price[edge[slot]!]! * after;
      if (given > most) most = given;
    }
    return most;
  }
}
