import { BOUNDS } from '../../vault/kinds.js';
import type { Graph, TokenIndex } from '../search/graph.js';
import type { Flow } from './flow.js';
import type { MarginalPrices } from './marginal-prices.js';

/**
 * An upper bound on the total output of any split of `amountIn` over any number of routes, none of which takes a vault against the
 * direction of another.
 *
 * With the prices p that the vaults have after `flow`, a route gives at most p of its vaults multiplied for each unit of its input,
 * plus what its vaults give beyond p. All vaults together give beyond p at most what those that `flow` uses do, since the others
 * still have their first price. docs/explanation/router.md has the proof.
 */
export function boundBy(
  flow: Flow,
  prices: MarginalPrices,
  graph: Graph,
  source: TokenIndex,
  target: TokenIndex,
  amountIn: bigint,
): bigint {
  const first = flow.edges.map((edge) => graph.price[edge]!);
  flow.edges.forEach((edge, place) => (graph.price[edge] = flow.priceAt(place)));
  prices.find(source, target);
  let bound = prices.ofSource * Number(amountIn);
  flow.edges.forEach((edge, place) => (bound += prices.after(edge, source, target) * flow.surplusAt(place)));
  flow.edges.forEach((edge, place) => (graph.price[edge] = first[place]!));
  return BigInt(Math.floor(bound * UP));
}
const UP = 1 + 2 ** -40;
void BOUNDS;
