import type { ForwardSearch } from './forward-search.js';
import { leastInto, mostThrough, type Edge, type Graph, type TokenIndex } from './graph.js';
import { ROUNDING } from '../../vault/rules.js';

/** A best route and the search that found it. */
export interface Winner {
  readonly graph: Graph;
  /** The search that found it, with its labels. */
  readonly forward: ForwardSearch;
  /** At most four hops. No route gives more. */
  readonly route: readonly Edge[];
  /** A lower bound of its output. */
  readonly leastOut: number;
}

/**
 * Whether no other path of as few hops could give the same output. Walks back along the route and counts, at each token, the
 * vaults that could bring what the rest of the route needs. If there is only one at each token, there is no tie.
 */
export function isAlone(winner: Winner): boolean {
  const { graph, forward, route } = winner;
  let needed = winner.leastOut;
  for (let hop = route.length - 1; hop > 0; hop--) {
    const edge = route[hop]!;
    const token = graph.from[edge]!;
    needed = Math.ceil(leastInto(graph.leaving, graph.slotOfEdge[edge]!, needed));
    if (hop > 1 && forward.one.high[token]! >= needed) return false;
    const claimants =
      hop === 1 ? directClaimants(winner, token, needed) : innerClaimants(winner, token, hop, needed);
    if (claimants !== 1) return false;
  }
  return true;
}

/** Counts the vaults that could bring `needed` from the source straight into the token. */
function directClaimants({ graph, forward }: Winner, token: TokenIndex, needed: number): number {
  const { source, amountHigh } = forward;
  let count = 0;
  for (let slot = graph.slotOf(token, source); graph.neighbour[slot] === source; slot++) {
    if (slot === graph.firstSlot[token + 1]) break;
    if (mostThrough(graph.entering, slot, amountHigh) >= needed) count++;
  }
  return count;
}

/** Counts the vaults that could bring `needed` into the token as the second or third hop, with no token twice. */
function innerClaimants(winner: Winner, token: TokenIndex, hop: number, needed: number): number {
  const { graph, forward } = winner;
  const { neighbour, entering } = graph;
  const reached = (hop === 2 ? forward.one : forward.two).high;
  const next = graph.to[winner.route[hop]!]!;
  const end = graph.innerEnd[token]!;
  let count = 0;
  for (let slot = graph.firstSlot[token]!; slot < end; slot++) {
    const before = neighbour[slot]!;
    if (mostThrough(entering, slot, reached[before]!) < needed || before === next) continue;
    if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++;
  }
  return count;
}

/** The least amounts at a token with which the rest of a route reaches the output: through the best next token, and through any other. */
interface Need {
  readonly amount: bigint;
  readonly next: TokenIndex;
  readonly otherwise: bigint | undefined;
}

/**
 * Of all routes with the best output, the one with the fewest hops and then the smallest vault ids in order.
 *
 * Works back from the target to the least amount that each token needs, which is exact because more input never gives less
 * output; then walks forward, at each step through the smallest vault that still meets the need. Amounts along tied routes may
 * differ: hops round down, so unequal amounts can end equal.
 */
export function smallestRoute(winner: Winner, amountOut: bigint): Edge[] {
  const last = needsBeforeLastHop(winner, amountOut);
  let lastTwo: Map<TokenIndex, Need> | undefined;
  const needAt = (
    token: TokenIndex,
    hopsLeft: number,
    visited: readonly TokenIndex[],
  ): bigint | undefined => {
    if (hopsLeft === 1) return last.get(token);
    lastTwo ??= needsBeforeTwoHops(winner, last);
    if (hopsLeft === 2) return avoiding(lastTwo.get(token), visited);
    return needBeforeThreeHops(winner, lastTwo, token);
  };
  for (let hops = 1; hops <= winner.route.length; hops++) {
    const route = goForward(winner, amountOut, hops, needAt);
    if (route !== undefined) return route;
  }
  throw new Error('no route gives the output that the search found');
}

type NeedAt = (token: TokenIndex, hopsLeft: number, visited: readonly TokenIndex[]) => bigint | undefined;

function goForward(winner: Winner, amountOut: bigint, hops: number, needAt: NeedAt): Edge[] | undefined {
  const { graph, forward } = winner;
  const needAfter: NeedAt = (token, hopsLeft, visited) => {
    if ((token === forward.target) !== (hopsLeft === 0) || visited.includes(token)) return undefined;
    return hopsLeft === 0 ? amountOut : needAt(token, hopsLeft, visited);
  };
  const route: Edge[] = [];
  const visited = [forward.source];
  let amount = forward.amountIn;
  for (let hopsLeft = hops - 1; hopsLeft >= 0; hopsLeft--) {
    const step = smallestStep(graph, visited, amount, (token) => needAfter(token, hopsLeft, visited));
    if (step === undefined) return undefined;
    amount = graph.ceiling(step, amount);
    route.push(step);
    visited.push(graph.to[step]!);
  }
  return route;
}

/**
 * Returns the edge of the smallest vault that brings the next token at least as much as that token needs. `needAfter` is undefined
 * for a token to which the route cannot go.
 */
function smallestStep(
  graph: Graph,
  visited: readonly TokenIndex[],
  amount: bigint,
  needAfter: (token: TokenIndex) => bigint | undefined,
): Edge | undefined {
  const token = visited.at(-1)!;
  const most = Number(amount) * (1 + ROUNDING);
  let step: Edge | undefined;
  for (let slot = graph.firstSlot[token]!; slot < graph.firstSlot[token + 1]!; slot++) {
    const edge = graph.edge[slot]!;
    if (step !== undefined && edge > step) continue;
    const needed = needAfter(graph.neighbour[slot]!);
    if (needed === undefined || mostThrough(graph.leaving, slot, most) < atLeast(needed)) continue;
    if (graph.ceiling(edge, amount) >= needed) step = edge;
  }
  return step;
}

/** A lower bound of a whole number as a double. */
const atLeast = (amount: bigint): number => Number(amount) * (1 - ROUNDING);

function needsBeforeLastHop({ graph, forward }: Winner, amountOut: bigint): Map<TokenIndex, bigint> {
  const { source, target } = forward;
  const needs = new Map<TokenIndex, bigint>();
  for (let slot = graph.firstSlot[target]!; slot < graph.innerEnd[target]!; slot++) {
    const token = graph.neighbour[slot]!;
    if (token === source) continue;
    const needed = graph.leastInput(graph.edge[slot]! ^ 1, amountOut);
    const known = needs.get(token);
    if (needed !== undefined && (known === undefined || needed < known)) needs.set(token, needed);
  }
  return needs;
}

function needsBeforeTwoHops(
  { graph, forward: { two } }: Winner,
  last: ReadonlyMap<TokenIndex, bigint>,
): Map<TokenIndex, Need> {
  const needs = new Map<TokenIndex, Need>();
  for (const [next, output] of last) {
    const least = atLeast(output);
    for (let slot = graph.firstSlot[next]!; slot < graph.innerEnd[next]!; slot++) {
      const token = graph.neighbour[slot]!;
      // Amounts at the source and the target are 0, since neither is labelled.
      if (mostThrough(graph.entering, slot, two.high[token]!) < least) continue;
      const needed = graph.leastInput(graph.edge[slot]! ^ 1, output);
      if (needed !== undefined) needs.set(token, withNeed(needs.get(token), needed, next));
    }
  }
  return needs;
}

function needBeforeThreeHops(
  { graph, forward: { one } }: Winner,
  lastTwo: ReadonlyMap<TokenIndex, Need>,
  token: TokenIndex,
): bigint | undefined {
  let least: bigint | undefined;
  for (let slot = graph.firstSlot[token]!; slot < graph.innerEnd[token]!; slot++) {
    const next = graph.neighbour[slot]!;
    const output = avoiding(lastTwo.get(next), [token]);
    if (output === undefined) continue;
    if (mostThrough(graph.leaving, slot, one.high[token]!) < atLeast(output)) continue;
    const needed = graph.leastInput(graph.edge[slot]!, output);
    if (needed !== undefined && (least === undefined || needed < least)) least = needed;
  }
  return least;
}

function withNeed(need: Need | undefined, amount: bigint, next: TokenIndex): Need {
  if (need === undefined) return { amount, next, otherwise: undefined };
  if (next === need.next) return amount < need.amount ? { ...need, amount } : need;
  if (amount < need.amount) return { amount, next, otherwise: need.amount };
  return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need;
}

function avoiding(need: Need | undefined, visited: readonly TokenIndex[]): bigint | undefined {
  return need !== undefined && visited.includes(need.next) ? need.otherwise : need?.amount;
}
