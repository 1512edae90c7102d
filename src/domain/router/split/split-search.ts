import type { ContractId } from '../../shared/contract-id.js';
import { toUnits, type Units } from '../../shared/units.js';
import type { Reserves } from '../../vault/vault.js';
import type { Edge, Graph, TokenIndex } from '../search/graph.js';
import type { RouteSearch } from '../search/route-search.js';
import { balance } from './balance.js';
import { boundBy } from './bound.js';
import { Flow } from './flow.js';
import { MarginalPrices } from './marginal-prices.js';

/** A part of a split, by its edges. */
export interface PartPath {
  readonly edges: readonly Edge[];
  readonly amountIn: bigint;
}

export interface FoundSplit {
  readonly parts: readonly PartPath[];
  readonly bound: bigint;
}

export class SplitSearch {
  private readonly prices: MarginalPrices;
  constructor(
    private readonly graph: Graph,
    private readonly search: RouteSearch,
  ) {
    this.prices = new MarginalPrices(graph);
  }

  find(source: TokenIndex, target: TokenIndex, amountIn: bigint, most: number): FoundSplit | undefined {
    const routes = this.candidates(source, target, amountIn, most);
    if (routes.length === 0) return undefined;
    const flow = new Flow(this.graph, routes, Number(amountIn));
    balance(flow);
    const bound = boundBy(flow, this.prices, this.graph, source, target, amountIn);
    return { parts: partsOf(flow, routes, amountIn), bound };
  }

  private candidates(source: TokenIndex, target: TokenIndex, amountIn: bigint, most: number): Edge[][] {
    const { graph } = this;
    const routes: Edge[][] = [];
    const before = new Map<ContractId, Reserves | undefined>();
    try {
      for (let n = 0; n < most; n++) {
        const chunk = amountIn / BigInt(most);
        const edges = [...this.search.findAny(source, target, chunk)];
        if (edges.length === 0) break;
        if (!routes.some((known) => known.join() === edges.join())) routes.push(edges);
        let amount = chunk;
        for (const edge of edges) amount = swapThrough(graph, edge, amount, before);
      }
    } finally {
      for (const [vault, reserves] of before) graph.update(vault, reserves);
    }
    return routes;
  }
}

/** Runs a swap in the graph: returns its output and changes the vault's reserves. `before` keeps the first ones. */
export function swapThrough(
  graph: Graph,
  edge: Edge,
  amountIn: bigint,
  before: Map<ContractId, Reserves | undefined>,
): bigint {
  const { contractId, tokenA } = graph.vaults[edge >> 1]!;
  const held = graph.reserves[edge >> 1];
  const { dy } = graph.quote(edge, amountIn);
  if (held === undefined) return dy;
  const kept = graph.retained(edge, amountIn);
  const isForward = graph.tokens[graph.from[edge]!] === tokenA;
  const [a, b] = isForward ? [kept, -dy] : [-dy, kept];
  const reserves = { ...held, reserveA: toUnits(held.reserveA + a), reserveB: toUnits(held.reserveB + b) };
  const replaced = graph.update(contractId, reserves);
  if (!before.has(contractId)) before.set(contractId, replaced);
  return dy;
}

/** The amounts of the flow in whole units, the largest first, which also gets what is left. */
function partsOf(flow: Flow, routes: readonly (readonly Edge[])[], amountIn: bigint): PartPath[] {
  const order = routes.map((_, n) => n).sort((a, b) => flow.amounts[b]! - flow.amounts[a]!);
  const parts = order.flatMap((n) => {
    const amount = BigInt(Math.floor(flow.amounts[n]!));
    return amount > 0n ? [{ edges: routes[n]!, amountIn: amount as Units }] : [];
  });
  const rest = amountIn - parts.reduce((sum, part) => sum + part.amountIn, 0n);
  return parts.map((part, n) => (n === 0 ? { ...part, amountIn: (part.amountIn + rest) as Units } : part));
}
