import { BOUNDS } from '../../vault/kinds.js';
import type { Edge, Graph } from '../search/graph.js';
import { priceAfter, type Flow } from './flow.js';
import type { MarginalPrices } from './marginal-prices.js';

/** Swaps of one split at most: four parts of four hops. */
const MAX_SWAPS = 16;
/** Units by which two fees that are rounded down can leave more of an input than their exact share. */
const ROUNDED = 2;
/** Covers the rounding of the few hundred operations on doubles, all on positive numbers, that a bound takes. */
const UP = 1 + 2 ** -40;

/**
 * An upper bound on the total output of every split of an amount, by prices of vaults.
 *
 * Let every vault have any price p up to that of its first unit. A route then gives at most its p multiplied for each unit of its
 * input, plus what its vaults give beyond p, and a vault gives at most its `surplus` beyond p, to all routes together. So each choice
 * of prices gives a bound. Prices after a good split give a tight one: for vaults that it does not use the surplus is 0, and a vault
 * that is too small to matter costs little when its price is lowered.
 */
export class OutputBound {
  /** Edges whose price was lowered without use. */
  private readonly lowered = new Map<Edge, number>();
  /** By edge with another price than that of its first unit: the price of its first unit. */
  private readonly first = new Map<Edge, number>();

  constructor(
    private readonly graph: Graph,
    private readonly prices: MarginalPrices,
    private readonly rounding: readonly Edge[],
  ) {}

  /** Gives the vaults of the graph the prices that they have after the flow, or are lowered to. */
  setPrices(flow: Flow): void {
    const { price } = this.graph;
    this.restore();
    for (const vault of flow.used) if (vault.input > 0) this.replace(vault.edge, priceAfter(vault));
    for (const [edge, lowered] of this.lowered) if (lowered < price[edge]!) this.replace(edge, lowered);
  }

  /** The bound by the graph's prices, for which the marginal prices were found. */
  of(amountIn: number, ofSource: number): number {
    let bound = ofSource * amountIn;
    for (const [edge, first] of this.first)
      bound += this.prices.after(edge) * this.surplus(edge, first, this.graph.price[edge]!);
    return (bound + this.roundedFees()) * UP;
  }

  /** Lowers the price of the edge of a route by the factor for which that costs the least. */
  lower(route: readonly Edge[], factor: number): void {
    const { price } = this.graph;
    let [cheapest, least] = [route[0]!, Infinity];
    for (const edge of route) {
      const first = this.first.get(edge) ?? price[edge]!;
      const before = this.surplus(edge, first, price[edge]!);
      const cost = this.prices.after(edge) * (this.surplus(edge, first, price[edge]! * factor) - before);
      if (cost < least) [cheapest, least] = [edge, cost];
    }
    this.lowered.set(cheapest, price[cheapest]! * factor);
  }

  /** Puts the graph's own prices back. */
  restore(): void {
    for (const [edge, first] of this.first) this.graph.price[edge] = first;
    this.first.clear();
  }

  private replace(edge: Edge, price: number): void {
    if (!this.first.has(edge)) this.first.set(edge, this.graph.price[edge]!);
    this.graph.price[edge] = price;
  }

  /** The most that a vault gives beyond `price` for each unit of its input, if its first unit gives `first`. */
  private surplus(edge: Edge, first: number, price: number): number {
    const { leaving, slotOfEdge } = this.graph;
    const part = 1 - Math.sqrt(price / first);
    return leaving[2 * slotOfEdge[edge]! + 1]! * part * part;
  }

  /** The most that fees of vaults that round each down, in favour of the trader, add to a split. */
  private roundedFees(): number {
    const { leaving, slotOfEdge } = this.graph;
    let most = 0;
    for (const edge of this.rounding) {
      const slot = slotOfEdge[edge]!;
      most = Math.max(most, (leaving[2 * slot + 1]! / leaving[2 * slot]!) * this.prices.after(edge));
    }
    return MAX_SWAPS * ROUNDED * most;
  }
}

/** Edges of vaults with two fees, each rounded down. */
export const roundingEdges = ({ boundsCodes, from }: Graph): readonly Edge[] =>
  [...from.keys()].filter((edge) => boundsCodes[edge >> 1] === BOUNDS.twoFees);
