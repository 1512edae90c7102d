import type { Edge, Graph, TokenIndex } from '../search/graph.js';
import { balance } from './balance.js';
import { Flow, priceOf } from './flow.js';
import { MarginalPrices } from './marginal-prices.js';
import { OutputBound, roundingEdges } from './output-bound.js';

/** An amount of a split, and the edges of its route. */
export interface PartPath {
  readonly edges: readonly Edge[];
  readonly amountIn: bigint;
}

/** Amounts for routes, the largest first, and the most that any split gives. */
export interface FoundSplit {
  readonly parts: readonly PartPath[];
  readonly bound: bigint;
}

/** A swap between two different tokens, and the number of parts that it may have. */
export interface Divisible {
  readonly source: TokenIndex;
  readonly target: TokenIndex;
  readonly amountIn: bigint;
  readonly most: number;
}

/** Maximum number of searches for a route with a better price. */
const MAX_ROUNDS = 16;
/** Part of the output that is too little to add a route for it, or to lower the bound by it. */
const LITTLE = 1e-5;

/**
 * Divides an amount between routes so that the last unit of each gives the same, and proves how much more any other split could give.
 *
 * Each round looks for a route on which one more unit gives more than on those that have an amount. If the route can take enough for
 * that to matter, it gets an amount. Otherwise a vault of the route is small, and the bound counts all that it could give.
 */
export class SplitSearch {
  private readonly prices: MarginalPrices;
  private readonly rounding: readonly Edge[];

  constructor(private readonly graph: Graph) {
    this.prices = new MarginalPrices(graph);
    this.rounding = roundingEdges(graph);
  }

  /** `single` is the best route for the whole amount. */
  find(single: readonly Edge[], { source, target, amountIn, most }: Divisible): FoundSplit {
    const { graph, prices } = this;
    const flow = new Flow(graph, single, Number(amountIn));
    const outputBound = new OutputBound(graph, prices, this.rounding);
    let least = Infinity;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      outputBound.setPrices(flow);
      const best = prices.find(source, target);
      const bound = outputBound.of(flow.amountIn, best);
      if (bound < least) least = bound;
      const usual = usualPrice(flow);
      if (least <= flow.amountOut * (1 + LITTLE) || best <= usual * (1 + LITTLE / 4)) break;
      const route = prices.route();
      const amount = flow.shares.length < most ? amountFor(route, flow, usual) : 0;
      if (amount === 0) outputBound.lower(route, usual / best);
      else {
        flow.add(route, amount);
        balance(flow);
      }
    }
    outputBound.restore();
    return { parts: partsOf(flow, amountIn), bound: BigInt(Math.floor(least)) };
  }
}

/** Output of one more unit on the routes that have amounts. */
function usualPrice({ shares }: Flow): number {
  let most = 0;
  for (const share of shares) most = Math.max(most, priceOf(share));
  return most;
}

/** The amount with which the route's price falls to the usual one; 0 if that gives little, or the flow excludes the route. */
function amountFor(route: readonly Edge[], flow: Flow, usual: number): number {
  if (flow.excludes(route)) return 0;
  const { price, bend } = flow.curveOf(route);
  const lead = Math.sqrt(price) - Math.sqrt(usual);
  if (lead <= 0 || lead ** 2 <= LITTLE * flow.amountOut * bend) return 0;
  return Math.min(lead / (Math.sqrt(usual) * bend), flow.amountIn / 2);
}

/** The amounts in whole units, the largest first, which also gets what is left. */
function partsOf({ shares }: Flow, amountIn: bigint): PartPath[] {
  const used = shares.filter(({ amount }) => amount >= 1).sort((a, b) => b.amount - a.amount);
  const parts = used.map(({ edges, amount }) => ({ edges, amountIn: BigInt(Math.floor(amount)) }));
  const rest = amountIn - parts.reduce((sum, part) => sum + part.amountIn, 0n);
  return parts.map((part, n) => (n === 0 ? { ...part, amountIn: part.amountIn + rest } : part));
}
