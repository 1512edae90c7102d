import type { Edge, Graph, TokenIndex } from './graph.js';

/** A search between two different tokens. */
export interface Swap {
  readonly graph: Graph;
  readonly source: TokenIndex;
  readonly target: TokenIndex;
  readonly amountIn: bigint;
  readonly maxHops: number;
}

/** Maximum number of quotes that one search may compute. Only a market of nearly equal routes comes close to it. */
const MAX_QUOTES = 20_000;

/**
 * Returns the best route if the winner by ceilings gives less than its ceiling, so that another route may give more. The result
 * equals that of exhaustive search, including ties, unless `MAX_QUOTES` ends the search; it never gives less than the winner.
 * Empty if no route gives a unit.
 *
 * Every route whose ceiling exceeds the best output so far is tried; then, of the routes with the best output, the one with the
 * fewest hops and the smallest vault ids is taken. Ceilings differ from outputs by a unit of a vault's input, so few routes are
 * tried.
 */
export function exactRoute(swap: Swap, winner: readonly Edge[], ceiling: bigint): readonly Edge[] {
  const budget = { quotes: MAX_QUOTES };
  let best: Found = { edges: winner, amountOut: outputOf(swap, winner) };
  while (best.amountOut < ceiling) {
    const better = firstRoute(swap, swap.maxHops, best.amountOut + 1n, budget);
    if (better === undefined) break;
    best = better;
  }
  if (best.amountOut === 0n) return [];
  for (let hops = 1; hops <= best.edges.length; hops++) {
    const smallest = firstRoute(swap, hops, best.amountOut, budget);
    if (smallest !== undefined) return smallest.edges;
  }
  return best.edges;
}

interface Found {
  readonly edges: readonly Edge[];
  readonly amountOut: bigint;
}

/** Returns the exact output along the edges, as the vaults themselves quote it. */
export function outputOf({ graph, amountIn }: Swap, edges: readonly Edge[]): bigint {
  return edges.reduce((amount, edge) => graph.quote(edge, amount).dy, amountIn);
}

/** The first route of at most `hops` hops, by vault ids in order, that gives at least `least`. */
function firstRoute(
  { graph, source, target, amountIn }: Swap,
  hops: number,
  least: bigint,
  budget: { quotes: number },
): Found | undefined {
  const needs = makeNeeds(graph, target, least);
  const edges: Edge[] = [];
  const visited = [source];

  const visit = (token: TokenIndex, amount: bigint): bigint | undefined => {
    const hopsLeft = hops - edges.length - 1;
    for (const edge of edgesById(graph, token)) {
      const next = graph.to[edge]!;
      if (visited.includes(next) || budget.quotes <= 0) continue;
      if (graph.ceiling(edge, amount) < (needs(next, hopsLeft) ?? Infinity)) continue;
      budget.quotes -= 1;
      const out = graph.quote(edge, amount).dy;
      edges.push(edge);
      visited.push(next);
      const found = next === target ? reached(out, least) : visit(next, out);
      if (found !== undefined) return found;
      visited.pop();
      edges.pop();
    }
    return undefined;
  };
  const amountOut = visit(source, amountIn);
  return amountOut === undefined ? undefined : { edges, amountOut };
}

const reached = (amount: bigint, least: bigint): bigint | undefined => (amount < least ? undefined : amount);

/**
 * The least amount at a token with which at most `hopsLeft` hops could bring `least` to the target, by ceilings; undefined if
 * none could.
 */
type Needs = (token: TokenIndex, hopsLeft: number) => bigint | undefined;

function makeNeeds(graph: Graph, target: TokenIndex, least: bigint): Needs {
  const known = new Map<string, bigint | undefined>();
  const needs: Needs = (token, hopsLeft) => {
    if (token === target) return least;
    if (hopsLeft === 0) return undefined;
    const key = `${token} ${hopsLeft}`;
    if (known.has(key)) return known.get(key);
    let need: bigint | undefined;
    for (const edge of edgesById(graph, token)) {
      const after = needs(graph.to[edge]!, hopsLeft - 1);
      const before = after === undefined ? undefined : graph.leastInput(edge, after);
      if (before !== undefined && (need === undefined || before < need)) need = before;
    }
    known.set(key, need);
    return need;
  };
  return needs;
}

/** The edges that leave the token, the smallest vault first. */
function edgesById(graph: Graph, token: TokenIndex): Int32Array {
  return graph.edge.slice(graph.firstSlot[token], graph.firstSlot[token + 1]).sort();
}
