import { U128_MAX } from '../../shared/units.js';
import type { Edge, Graph, TokenIndex } from './graph.js';

/** A search for the least input that gives an output, between two different tokens. */
export interface Wish {
  readonly graph: Graph;
  readonly source: TokenIndex;
  readonly target: TokenIndex;
  /** 1 or more. */
  readonly amountOut: bigint;
  readonly maxHops: number;
}

/** A path with the least input for which it gives the output. */
export interface FoundInput {
  readonly edges: readonly Edge[];
  readonly amountIn: bigint;
}

/** Amounts from `from` to `to`, or without an end. */
interface Interval {
  readonly from: bigint;
  readonly to: bigint | undefined;
}

/** Amounts that are enough: ascending intervals that do not meet. More than enough may be too little, since fees are rounded. */
type Enough = readonly Interval[];

/** Maximum number of hops that one search may compute, as in the search for an output. */
const MAX_HOPS_TRIED = 20_000;

/**
 * The least input by exact outputs if the winner by ceilings gives less than the output, so that another path may need less. Equals
 * that of exhaustive search unless `MAX_HOPS_TRIED` ends the search; undefined if no path gives the output.
 *
 * Every path that could need less than the best so far is followed back from the output, with all amounts that are enough at each
 * of its tokens. An amount at a token counts only if the ceilings can bring it there.
 */
export function exactInput(wish: Wish, winner: readonly Edge[]): FoundInput | undefined {
  const { graph, source, target, amountOut, maxHops } = wish;
  const wanted: Enough = [{ from: amountOut, to: undefined }];
  let best: FoundInput | undefined;
  const offer = (edges: readonly Edge[], enough: Enough) => {
    const amountIn = enough[0]?.from;
    if (amountIn !== undefined && amountIn <= (best?.amountIn ?? U128_MAX + 1n) - 1n)
      best = { edges, amountIn };
  };
  offer(
    winner,
    winner.reduceRight((enough, edge) => enoughBefore(graph, edge, enough), wanted),
  );

  const reach = makeReach(wish, (best?.amountIn ?? U128_MAX + 1n) - 1n);
  let budget = MAX_HOPS_TRIED;
  const visit = (
    token: TokenIndex,
    enough: Enough,
    edges: readonly Edge[],
    visited: readonly TokenIndex[],
  ) => {
    for (const back of edgesOf(graph, token)) {
      const [edge, before] = [back ^ 1, graph.to[back]!];
      if (visited.includes(before) || --budget < 0) continue;
      const needed = enoughBefore(graph, edge, enough);
      const hopsBefore = maxHops - edges.length - 1;
      if (needed.length === 0 || needed[0]!.from > (reach(before, hopsBefore) ?? 0n)) continue;
      const path = [edge, ...edges];
      if (before === source) offer(path, needed);
      else if (hopsBefore > 0) visit(before, needed, path, [...visited, before]);
    }
  };
  visit(target, wanted, [], [target]);
  return best;
}

/** The inputs of the edge's vault for which its output is enough. */
function enoughBefore(graph: Graph, edge: Edge, enough: Enough): Enough {
  return enough.flatMap(({ from, to }) => {
    const inputs = inputsFor(graph, edge, from);
    return to === undefined ? inputs : without(inputs, inputsFor(graph, edge, to + 1n));
  });
}

/**
 * The inputs for which the vault gives at least `amountOut`: all from the least one on, except the next one if both fees of a pool rise
 * at it (see `BITFLOW_XYK`).
 */
function inputsFor(graph: Graph, edge: Edge, amountOut: bigint): Enough {
  const from = graph.leastInput(edge, amountOut);
  if (from === undefined) return [];
  const dips = !graph.isExact(edge) && graph.quote(edge, from + 1n).dy < amountOut;
  return dips
    ? [
        { from, to: from },
        { from: from + 2n, to: undefined },
      ]
    : [{ from, to: undefined }];
}

/** The amounts of `all` that are not among `others`. */
function without(all: Enough, others: Enough): Enough {
  return others.reduce<Enough>(
    (left, other) =>
      left.flatMap(({ from, to }) => {
        const before = { from, to: least(to, other.from - 1n) };
        const after = other.to === undefined ? undefined : { from: most(from, other.to + 1n), to };
        return [before, ...(after === undefined ? [] : [after])].filter(
          (interval) => interval.to === undefined || interval.from <= interval.to,
        );
      }),
    all,
  );
}

const least = (a: bigint | undefined, b: bigint): bigint => (a === undefined || b < a ? b : a);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The most that at most `hops` hops bring from the source to a token, by ceilings; undefined if none does. */
type Reach = (token: TokenIndex, hops: number) => bigint | undefined;

function makeReach({ graph, source, target }: Wish, amountIn: bigint): Reach {
  const known = new Map<string, bigint | undefined>();
  const reach: Reach = (token, hops) => {
    if (token === source) return amountIn;
    if (hops === 0 || token === target) return undefined;
    const key = `${token} ${hops}`;
    if (known.has(key)) return known.get(key);
    let best: bigint | undefined;
    for (const back of edgesOf(graph, token)) {
      const before = reach(graph.to[back]!, hops - 1);
      const amount = before === undefined ? undefined : graph.ceiling(back ^ 1, before);
      if (amount !== undefined && (best === undefined || amount > best)) best = amount;
    }
    known.set(key, best);
    return best;
  };
  return reach;
}

/** The edges that leave the token. */
const edgesOf = (graph: Graph, token: TokenIndex): Int32Array =>
  graph.edge.subarray(graph.firstSlot[token], graph.firstSlot[token + 1]);
