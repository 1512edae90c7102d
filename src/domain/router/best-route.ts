import type { ContractId } from '../shared/contract-id.js';
import { toUnits, U128_MAX, type Units } from '../shared/units.js';
import type { Route, RouteHop } from './route.js';
import { exactInput } from './search/exact-input.js';
import { exactRoute, outputOf, type Swap } from './search/exact-route.js';
import { FanOut } from './search/fan-out.js';
import { Graph, type Edge, type TokenIndex } from './search/graph.js';
import { HopBounds } from './search/hop-bounds.js';
import { RouteSearch } from './search/route-search.js';
import { MAX_PARTS, reservesAfter, splitOf, type Split } from './split/split.js';
import { SplitSearch, type PartPath } from './split/split-search.js';
import { isRoutable, mathsOf, sidesOf } from '../vault/kinds.js';
import type { Reserves, Vault } from '../vault/vault.js';

export type { Route, RouteHop } from './route.js';

export const MAX_HOPS = 4;

/**
 * Whether a step of the route overflows the contracts' 128-bit unsigned numbers, so the swap would abort. The search itself uses
 * unbounded maths: if an overflow counted as 0, more input could give less output, and the best prefix of a route would no longer
 * be part of the best route.
 */
export function exceedsChain(route: Route): boolean {
  return route.hops.some(({ vault, reserves, opcode, amountIn, dx }) =>
    mathsOf(vault).overflows(vault, sidesOf(vault, reserves, opcode), amountIn, dx),
  );
}

/**
 * The vaults of one registry with their latest reserves, and the search for the best route through them. Rebuild it when the
 * registry changes; reserves are updated in place. Vaults of unrouted kinds are ignored.
 */
export class Router {
  private readonly graph: Graph;
  private readonly search: RouteSearch;
  private readonly bounds: HopBounds;
  /** The search from the output, made when it is first needed. */
  private back: RouteSearch | undefined;
  private splits: SplitSearch | undefined;

  constructor(vaults: readonly Vault[]) {
    this.graph = new Graph(vaults.filter(isRoutable));
    this.search = new RouteSearch(this.graph);
    this.bounds = new HopBounds(this.graph);
  }

  /** Whether a routable vault holds the token. */
  knows(token: ContractId): boolean {
    return this.graph.indexOf(token) !== undefined;
  }

  /** Replaces a vault's reserves. Ignores a vault that is not routed. */
  update(contractId: ContractId, reserves: Reserves): void {
    this.graph.update(contractId, reserves);
  }

  /** Whether a path of at most four hops connects the tokens, regardless of reserves. */
  connects(tokenIn: ContractId, tokenOut: ContractId): boolean {
    const source = this.graph.indexOf(tokenIn);
    const target = this.graph.indexOf(tokenOut);
    return source !== undefined && target !== undefined && this.graph.joins(source, target, MAX_HOPS);
  }

  /** Whether a path of at most four hops between the tokens leads through the vault, regardless of reserves. */
  connectsThrough(vault: ContractId, tokenIn: ContractId, tokenOut: ContractId): boolean {
    const { graph } = this;
    const [source, target] = [graph.indexOf(tokenIn), graph.indexOf(tokenOut)];
    if (source === undefined || target === undefined) return false;
    const joins = (edge: Edge, before: number): boolean =>
      graph.joins(source, graph.from[edge]!, before) &&
      graph.joins(graph.to[edge]!, target, MAX_HOPS - 1 - before);
    return graph.edgesOf(vault).some((edge) => [0, 1, 2, 3].some((before) => joins(edge, before)));
  }

  /**
   * The route with the largest output; ties go to fewer hops, then to the smaller vault ids in order. Undefined if no route gives
   * at least 1 unit. `amountIn` is 0 to 2^128 - 1, otherwise a RangeError is thrown. For vaults of quoted kinds, ceilings are
   * compared. `instead` has reserves that replace the read ones for this search only; a vault with undefined is treated as unread.
   */
  bestRoute(
    tokenIn: ContractId,
    tokenOut: ContractId,
    amountIn: bigint,
    instead?: ReadonlyMap<ContractId, Reserves | undefined>,
  ): Route | undefined {
    const search = () => this.routeBetween(tokenIn, tokenOut, amountIn, 'find');
    return instead === undefined ? search() : this.withReserves(instead, search);
  }

  /**
   * A route with the least input of which some route gives at least `amountOut`, which is 1 to 2^128 - 1, otherwise a RangeError is
   * thrown; `bestRoute` for this input gives the best of them. Undefined if no input gives the output. For vaults of quoted kinds,
   * ceilings are compared, so more input may be needed. `instead` is that of `bestRoute`.
   */
  leastRoute(
    tokenIn: ContractId,
    tokenOut: ContractId,
    amountOut: bigint,
    instead?: ReadonlyMap<ContractId, Reserves | undefined>,
  ): Route | undefined {
    if (amountOut < 1n) throw new RangeError('an output to search for is 1 or more');
    const search = () => this.routeTo(tokenIn, tokenOut, toUnits(amountOut));
    return instead === undefined ? search() : this.withReserves(instead, search);
  }

  /**
   * Divides an amount between up to `most` routes, 2 to 4, so that they give the most together. Vaults that only their contracts can
   * quote take no part. `amountIn` and `instead` are those of `bestRoute`. Undefined if no route gives at least 1 unit for
   * the whole amount.
   */
  bestSplit(
    tokenIn: ContractId,
    tokenOut: ContractId,
    amountIn: bigint,
    most = MAX_PARTS,
    instead?: ReadonlyMap<ContractId, Reserves | undefined>,
  ): Split | undefined {
    const { graph } = this;
    const amount = toUnits(amountIn);
    const [source, target] = [graph.indexOf(tokenIn), graph.indexOf(tokenOut)];
    if (source === undefined || target === undefined || source === target) return undefined;
    this.splits ??= new SplitSearch(graph);
    const { splits } = this;
    return this.withReserves(new Map([...(instead ?? []), ...graph.unquoted]), () => {
      const single = this.exactEdges(this.search.findAny(source, target, amount), source, target, amount);
      if (single.length === 0) return undefined;
      const { parts, bound } = splits.find(single, { source, target, amountIn: amount, most });
      return splitOf(this.route(single, amount), this.inTurn(parts), bound);
    });
  }

  /** Number of vaults between the tokens that take no part in splits, since only their contracts can quote them. */
  leftOutOfSplits(tokenIn: ContractId, tokenOut: ContractId): number {
    return [...this.graph.unquoted.keys()].filter((vault) => this.connectsThrough(vault, tokenIn, tokenOut))
      .length;
  }

  /** The routes of swaps that are made one after the other. */
  private inTurn(parts: readonly PartPath[]): Route[] {
    const { graph } = this;
    const before = new Map<ContractId, Reserves | undefined>();
    try {
      return parts.map(({ edges, amountIn }) => {
        const route = this.route(edges, amountIn as Units);
        for (const hop of route.hops) {
          const replaced = graph.update(hop.vault.contractId, reservesAfter(hop));
          if (!before.has(hop.vault.contractId)) before.set(hop.vault.contractId, replaced);
        }
        return route;
      });
    } finally {
      for (const [vault, reserves] of before) graph.update(vault, reserves);
    }
  }

  /** Runs `search` with these reserves in place of the read ones, and returns its result. */
  withReserves<T>(instead: ReadonlyMap<ContractId, Reserves | undefined>, search: () => T): T {
    const { graph } = this;
    const read = [...instead].map(([vault, reserves]) => [vault, graph.update(vault, reserves)] as const);
    try {
      return search();
    } finally {
      for (const [vault, reserves] of read) graph.update(vault, reserves);
    }
  }

  /** One of the routes with the largest output, for callers that need no tie-break: amounts of a few units tie often. */
  anyBestRoute(tokenIn: ContractId, tokenOut: ContractId, amountIn: bigint): Route | undefined {
    return this.routeBetween(tokenIn, tokenOut, amountIn, 'findAny');
  }

  /**
   * The best route from one token to each of the others, found in one search. Output and number of hops equal those of
   * `bestRoute`; in a tie the vaults may differ. A token without a route is absent.
   */
  bestRoutes(
    tokenIn: ContractId,
    tokensOut: Iterable<ContractId>,
    amountIn: bigint,
  ): ReadonlyMap<ContractId, Route> {
    const amount = toUnits(amountIn);
    const source = this.graph.indexOf(tokenIn);
    const routes = new Map<ContractId, Route>();
    if (source === undefined) return routes;
    const fanOut = new FanOut(this.graph, source, amount);
    for (const tokenOut of tokensOut) {
      const target = this.graph.indexOf(tokenOut);
      const path = target === undefined ? [] : fanOut.routeTo(target);
      const route = target === undefined ? undefined : this.exactly(path, source, target, amount);
      if (route !== undefined) routes.set(tokenOut, route);
    }
    return routes;
  }

  /**
   * Searches `quotes` routes between varied tokens and discards them, so that the engine has compiled the search before the first
   * caller needs it: in a cold process, quotes take 10 to 20 times as long. More than 2,000 searches (a twelfth of a second) do
   * not make quotes any faster.
   */
  warmUp(quotes = 2_000): void {
    const { tokens } = this.graph;
    const token = (n: number) => tokens[n % tokens.length]!;
    if (tokens.length === 0) return;
    for (let i = 0; i < quotes; i++) this.bestRoute(token(i), token(i * 7 + 1), 10n ** BigInt(1 + (i % 12)));
  }

  private routeBetween(
    tokenIn: ContractId,
    tokenOut: ContractId,
    amountIn: bigint,
    find: 'find' | 'findAny',
  ): Route | undefined {
    const amount = toUnits(amountIn);
    const source = this.graph.indexOf(tokenIn);
    const target = this.graph.indexOf(tokenOut);
    if (source === undefined || target === undefined || source === target) return undefined;
    return this.exactly(this.search[find](source, target, amount), source, target, amount);
  }

  private routeTo(tokenIn: ContractId, tokenOut: ContractId, amountOut: Units): Route | undefined {
    const { graph } = this;
    const [source, target] = [graph.indexOf(tokenIn), graph.indexOf(tokenOut)];
    if (source === undefined || target === undefined || source === target) return undefined;
    this.back ??= new RouteSearch(graph.mirrored());
    const path = this.back.findAny(target, source, -BigInt(amountOut)).map((edge) => edge ^ 1);
    path.reverse();
    if (path.length === 0) return undefined;
    const amountIn = path.reduceRight<bigint | undefined>(
      (needed, edge) => (needed === undefined ? undefined : graph.leastInput(edge, needed)),
      amountOut,
    );
    if (amountIn === undefined || amountIn > U128_MAX) return undefined;
    const route = this.route(path, amountIn as Units);
    if (route.amountOut >= amountOut) return route;
    const exact = exactInput({ graph, source, target, amountOut, maxHops: MAX_HOPS }, path);
    return exact && this.route(exact.edges, exact.amountIn as Units);
  }

  /** Returns the best route by exact outputs, given the winner of a search by ceilings. */
  private exactly(
    path: readonly Edge[],
    source: TokenIndex,
    target: TokenIndex,
    amountIn: Units,
  ): Route | undefined {
    const exact = this.exactEdges(path, source, target, amountIn);
    return exact.length === 0 ? undefined : this.route(exact, amountIn);
  }

  private exactEdges(
    path: readonly Edge[],
    source: TokenIndex,
    target: TokenIndex,
    amountIn: Units,
  ): readonly Edge[] {
    const { graph } = this;
    if (graph.isAllExact || path.every((edge) => graph.isExact(edge))) return path;
    const swap: Swap = { graph, source, target, amountIn, maxHops: MAX_HOPS };
    const ceiling = path.reduce((amount, edge) => graph.ceiling(edge, amount), amountIn as bigint);
    return outputOf(swap, path) === ceiling ? path : exactRoute(swap, path, ceiling);
  }

  private route(path: readonly Edge[], amountIn: Units): Route {
    const hops: RouteHop[] = [];
    let amount = amountIn;
    for (const edge of path) {
      const hop = this.hop(edge, amount);
      hops.push(hop);
      amount = hop.amountOut;
    }
    return { hops, amountIn, amountOut: amount };
  }

  private hop(edge: Edge, amountIn: Units): RouteHop {
    const { graph } = this;
    const { dx, dy } = this.exact(edge, amountIn);
    const vault = graph.vaults[edge >> 1]!;
    const reserves = graph.reserves[edge >> 1];
    const opcode = graph.opcodes[edge]!;
    const tokenIn = graph.tokens[graph.from[edge]!]!;
    const tokenOut = graph.tokens[graph.to[edge]!]!;
    if (reserves === undefined) return { vault, opcode, tokenIn, tokenOut, amountIn, dx, amountOut: dy };
    return { vault, reserves, opcode, tokenIn, tokenOut, amountIn, dx, amountOut: dy };
  }

  /** Returns the result of `quoteHop`, computed with doubles if they are exact, because that is several times faster. */
  private exact(edge: Edge, amountIn: Units): { readonly dx: Units; readonly dy: Units } {
    const { bounds, graph } = this;
    if (amountIn < EXACT && (graph.isAllExact || graph.isExact(edge))) {
      const amount = Number(amountIn);
      bounds.through(edge, amount, amount);
      if (bounds.low === bounds.high)
        return { dx: BigInt(bounds.dxLow) as Units, dy: BigInt(bounds.low) as Units };
    }
    return graph.quote(edge, amountIn) as { dx: Units; dy: Units };
  }
}

const EXACT = 2n ** 53n;
