import type { Edge, Graph } from '../search/graph.js';

/**
 * Amounts in doubles that flow over several routes at once. A vault that several routes use, one after the other, gives
 * in · Y / (X + in) for all that goes in. Rounding, and a fee that stays in the vault between two swaps, are left out.
 */
export class Flow {
  readonly amounts: number[];
  /** Output of all routes. */
  total = 0;
  /** By vault that is used, in the direction of its edge. */
  readonly edges: Edge[] = [];
  readonly inputs: number[] = [];
  private readonly x: number[] = [];
  private readonly y: number[] = [];
  /** By route and hop: the vault's place in `edges`, and the part of its input. */
  private readonly places: number[][];
  private readonly parts: number[][];

  constructor(graph: Graph, routes: readonly (readonly Edge[])[], amountIn: number) {
    this.amounts = routes.map(() => amountIn / routes.length);
    this.places = routes.map((route) => route.map((edge) => this.placeOf(graph, edge)));
    this.parts = routes.map((route) => route.map(() => 0));
    this.run();
  }

  /** Sends the amounts through the routes, one after the other. */
  run(): void {
    const { inputs, x, y, places, parts, amounts } = this;
    inputs.fill(0);
    this.total = 0;
    for (let route = 0; route < places.length; route++) {
      let amount = amounts[route]!;
      const at = places[route]!;
      for (let hop = 0; hop < at.length; hop++) {
        const place = at[hop]!;
        const held = x[place]! + inputs[place]!;
        parts[route]![hop] = amount;
        inputs[place]! += amount;
        amount *= (y[place]! / held) * (x[place]! / (held + amount));
      }
      this.total += amount;
    }
  }

  /** Output of one more unit into the vault. */
  priceAt(place: number): number {
    const held = this.x[place]! + this.inputs[place]!;
    return (this.y[place]! / held) * (this.x[place]! / held);
  }

  /** Output of the vault beyond what it would give if every unit got the price of the last one. */
  surplusAt(place: number): number {
    const part = this.inputs[place]! / (this.x[place]! + this.inputs[place]!);
    return this.y[place]! * part * part;
  }

  /** Output of one more unit into the route. */
  priceOf(route: number): number {
    let price = 1;
    for (const place of this.places[route]!) price *= this.priceAt(place);
    return price;
  }

  /**
   * Fall of the first route's price, relative to it, per unit that is added to the second: each vault that both use gets more.
   */
  fallOf(route: number, added: number): number {
    let [fall, reached] = [0, 1];
    for (const place of this.places[added]!) {
      if (this.places[route]!.includes(place))
        fall += (2 * reached) / (this.x[place]! + this.inputs[place]!);
      reached *= this.priceAt(place);
    }
    return fall;
  }

  private placeOf(graph: Graph, edge: Edge): number {
    const known = this.edges.indexOf(edge);
    if (known !== -1) return known;
    const price = graph.price[edge]!;
    const slot = graph.slotOfEdge[edge]!;
    const y = graph.leaving[2 * slot + 1]!;
    this.edges.push(edge);
    this.inputs.push(0);
    this.x.push(y / price);
    this.y.push(y);
    return this.edges.length - 1;
  }
}
