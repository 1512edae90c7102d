import type { Edge, Graph } from '../search/graph.js';

/** A vault in one direction that routes use: it gives in · y / (x + in) for all that goes in. */
interface Used {
  readonly edge: Edge;
  readonly x: number;
  readonly y: number;
  input: number;
}

/** A route, and the share of its amount that it has. */
interface Share {
  readonly edges: readonly Edge[];
  readonly hops: readonly Used[];
  amount: number;
}

/** The curve of a route, which gives in · price / (1 + in · bend). */
export interface RouteCurve {
  readonly price: number;
  readonly bend: number;
}

/**
 * Amounts in doubles that flow over several routes at once, which may share vaults. Rounding is left out, and so is a fee that stays
 * in a vault between two swaps.
 */
export class Flow {
  readonly used: Used[] = [];
  readonly shares: Share[] = [];
  /** Output of all routes. */
  amountOut = 0;

  /** Starts with the whole amount on one route. */
  constructor(
    private readonly graph: Graph,
    edges: readonly Edge[],
    readonly amountIn: number,
  ) {
    this.add(edges, amountIn);
    this.run();
  }

  /** Adds a route with an amount, to which each other route adds its part. */
  add(edges: readonly Edge[], amount: number): void {
    for (const share of this.shares) share.amount *= 1 - amount / this.amountIn;
    this.shares.push({ edges, hops: edges.map((edge) => this.use(edge)), amount });
  }

  /** Removes a route, whose amount others have got. */
  remove(share: Share): void {
    this.shares.splice(this.shares.indexOf(share), 1);
  }

  /** Whether the flow has this route already, or takes one of its vaults in the other direction. */
  excludes(edges: readonly Edge[]): boolean {
    const isSame = (route: readonly Edge[]) =>
      route.length === edges.length && route.every((edge, n) => edge === edges[n]);
    if (this.shares.some((share) => isSame(share.edges))) return true;
    return edges.some((edge) =>
      this.used.some(({ edge: other, input }) => other === (edge ^ 1) && input > 0),
    );
  }

  /** Sends the amounts through the routes, one after the other. */
  run(): void {
    for (const vault of this.used) vault.input = 0;
    this.amountOut = 0;
    for (const { hops, amount } of this.shares) {
      let out = amount;
      for (const vault of hops) {
        const held = vault.x + vault.input;
        vault.input += out;
        out *= (vault.y / held) * (vault.x / (held + out));
      }
      this.amountOut += out;
    }
  }

  /** The curve of a route for amounts that come after all others. */
  curveOf(edges: readonly Edge[]): RouteCurve {
    let [price, bend] = [1, 0];
    for (const edge of edges) {
      const { x, y, input } = this.used.find((vault) => vault.edge === edge) ?? this.unused(edge);
      const held = x + input;
      bend += price / held;
      price *= (y / held) * (x / held);
    }
    return { price, bend };
  }

  private use(edge: Edge): Used {
    const known = this.used.find((vault) => vault.edge === edge);
    if (known !== undefined) return known;
    const vault = this.unused(edge);
    this.used.push(vault);
    return vault;
  }

  private unused(edge: Edge): Used {
    const { leaving, slotOfEdge } = this.graph;
    const y = leaving[2 * slotOfEdge[edge]! + 1]!;
    return { edge, x: y / this.graph.price[edge]!, y, input: 0 };
  }
}

/** Output of one more unit into the vault. */
export function priceAfter({ x, y, input }: Used): number {
  return (y / (x + input)) * (x / (x + input));
}

/** Output of one more unit into the route. */
export function priceOf({ hops }: Share): number {
  let price = 1;
  for (const vault of hops) price *= priceAfter(vault);
  return price;
}

/** Fall of a route's price, relative to it, for each unit more of another: the vaults that both use get more. */
export function fallOf({ hops }: Share, added: Share): number {
  let [fall, reached] = [0, 1];
  for (const vault of added.hops) {
    if (hops.includes(vault)) fall += (2 * reached) / (vault.x + vault.input);
    reached *= priceAfter(vault);
  }
  return fall;
}
