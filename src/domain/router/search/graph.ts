import type { ContractId } from '../../shared/contract-id.js';
import { KIND_CODES, leastInput, mathsOf, opcodeFor, quoteHop } from '../../vault/kinds.js';
import { ROUNDING } from '../../vault/rules.js';
import type { HopQuote, Opcode, Reserves, RoutableVault } from '../../vault/vault.js';

/** A number of a token in the graph. Tokens that can stand inside a route have the lowest numbers. */
export type TokenIndex = number;

/** A vault in one direction: 2 · vault for A to B, 2 · vault + 1 for B to A. */
export type Edge = number;

/** Stands where there is no edge. */
export const NO_EDGE: Edge = -1;

/**
 * Vaults as a graph in flat arrays. Each token owns a run of slots, one per vault that holds it, sorted by
 * the token on the other side; a slot carries the vault's curve in both directions.
 *
 * A curve (X, Y) bounds a hop from above: output ≤ in · Y / (X + in), where X is the reserve of the input token
 * divided by the part of the input that the fee leaves, and Y the other reserve, widened by the rounding.
 */
export class Graph {
  /** Ascending by contract id, so that vault numbers order as the ids do. */
  readonly vaults: readonly RoutableVault[];
  readonly reserves: (Reserves | undefined)[];
  readonly tokens: readonly ContractId[];
  /** Tokens below this number have two or more different neighbours; only they can be inside a route. */
  readonly innerTokens: number;

  readonly opcodes: readonly Opcode[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By edge: what the vault holds of the edge's input token. `held[edge ^ 1]` is the output token's. */
  readonly held: Float64Array;
  /** By vault: parts per million of the input that the fee leaves. */
  readonly kept: Float64Array;
  /** By vault: the code of its kind. */
  readonly kindCodes: Uint8Array;

  /** By token: its slots are `firstSlot[token]` to `firstSlot[token + 1]`, those to inner tokens up to `innerEnd[token]`. */
  readonly firstSlot: Int32Array;
  readonly innerEnd: Int32Array;
  readonly neighbour: Int32Array;
  /** By slot: the edge that leaves the token; `^ 1` enters it. */
  readonly edge: Int32Array;
  /** By edge: its slot at the token that it leaves. */
  readonly slotOfEdge: Int32Array;
  /** By slot, at 2 · slot: X and Y of the hop that leaves the token. */
  readonly leaving: Float64Array;
  /** By slot, at 2 · slot: X and Y of the hop that enters the token. */
  readonly entering: Float64Array;

  private readonly vaultIndex = new Map<ContractId, number>();
  private readonly tokenIndex: ReadonlyMap<ContractId, TokenIndex>;

  constructor(vaults: readonly RoutableVault[]) {
    this.vaults = [...vaults].sort((a, b) => (a.contractId < b.contractId ? -1 : 1));
    this.reserves = this.vaults.map(() => undefined);
    const { tokens, innerTokens } = numberTokens(this.vaults);
    this.tokens = tokens;
    this.innerTokens = innerTokens;
    this.tokenIndex = new Map(tokens.map((token, index) => [token, index]));

    const edges = 2 * this.vaults.length;
    this.opcodes = this.vaults.flatMap((vault) => [
      opcodeFor(vault, vault.tokenA),
      opcodeFor(vault, vault.tokenB),
    ]);
    this.from = new Int32Array(edges);
    this.to = new Int32Array(edges);
    this.held = new Float64Array(edges);
    this.kept = new Float64Array(this.vaults.length);
    this.kindCodes = new Uint8Array(this.vaults.length);
    this.vaults.forEach((vault, index) => this.placeVault(vault, index));

    this.firstSlot = new Int32Array(tokens.length + 1);
    this.innerEnd = new Int32Array(tokens.length);
    this.neighbour = new Int32Array(edges);
    this.edge = new Int32Array(edges);
    this.slotOfEdge = new Int32Array(edges);
    this.leaving = new Float64Array(2 * edges);
    this.entering = new Float64Array(2 * edges);
    this.placeSlots();
    for (let vault = 0; vault < this.vaults.length; vault++) this.writeCurves(vault);
  }

  indexOf(token: ContractId): TokenIndex | undefined {
    return this.tokenIndex.get(token);
  }

  /** Replaces what a vault holds; a vault that is not in the graph is passed over. */
  update(contractId: ContractId, reserves: Reserves): void {
    const vault = this.vaultIndex.get(contractId);
    if (vault === undefined) return;
    this.reserves[vault] = reserves;
    this.held[2 * vault] = Number(reserves.reserveA);
    this.held[2 * vault + 1] = Number(reserves.reserveB);
    this.writeCurves(vault);
  }

  /** What the edge's vault gives, to the unit. */
  quote(edge: Edge, amountIn: bigint): HopQuote {
    return quoteHop(this.vaults[edge >> 1]!, this.reserves[edge >> 1], this.opcodes[edge]!, amountIn);
  }

  /** The least the edge's vault needs to give `amountOut` (1 or more); undefined when it never does. */
  leastInput(edge: Edge, amountOut: bigint): bigint | undefined {
    return leastInput(this.vaults[edge >> 1]!, this.reserves[edge >> 1], this.opcodes[edge]!, amountOut);
  }

  /** The first of `token`'s slots whose neighbour is not below `neighbour`. */
  slotOf(token: TokenIndex, neighbour: TokenIndex): number {
    let low = this.firstSlot[token]!;
    let high = this.firstSlot[token + 1]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.neighbour[middle]! < neighbour) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether at most `hops` vaults lead from one token to the other, whatever they hold. */
  joins(source: TokenIndex, target: TokenIndex, hops: number): boolean {
    const reached = new Set([source]);
    let frontier = [source];
    for (let hop = 0; hop < hops && !reached.has(target); hop++) {
      const next: TokenIndex[] = [];
      for (const token of frontier) {
        for (const neighbour of this.neighbour.subarray(this.firstSlot[token], this.firstSlot[token + 1])) {
          if (reached.has(neighbour)) continue;
          reached.add(neighbour);
          next.push(neighbour);
        }
      }
      frontier = next;
    }
    return reached.has(target);
  }

  private placeVault(vault: RoutableVault, index: number): void {
    const a = this.tokenIndex.get(vault.tokenA)!;
    const b = this.tokenIndex.get(vault.tokenB)!;
    this.vaultIndex.set(vault.contractId, index);
    this.from.set([a, b], 2 * index);
    this.to.set([b, a], 2 * index);
    this.kindCodes[index] = KIND_CODES[vault.kind];
    this.kept[index] = 1_000_000 - vault.feePpm;
  }

  private placeSlots(): void {
    const byToken = this.tokens.map((): Edge[] => []);
    this.from.forEach((token, edge) => byToken[token]!.push(edge));
    let slot = 0;
    byToken.forEach((edges, token) => {
      this.firstSlot[token] = slot;
      edges.sort((a, b) => this.to[a]! - this.to[b]! || a - b);
      for (const edge of edges) {
        this.neighbour[slot] = this.to[edge]!;
        this.edge[slot] = edge;
        this.slotOfEdge[edge] = slot;
        slot++;
      }
      this.firstSlot[token + 1] = slot;
      this.innerEnd[token] = this.slotOf(token, this.innerTokens);
    });
  }

  private writeCurves(vault: number): void {
    const maths = mathsOf(this.vaults[vault]!);
    for (const edge of [2 * vault, 2 * vault + 1]) {
      const curve = maths.curve(this.held[edge]!, this.held[edge ^ 1]!, this.kept[vault]!);
      this.leaving.set(curve, 2 * this.slotOfEdge[edge]!);
      this.entering.set(curve, 2 * this.slotOfEdge[edge ^ 1]!);
    }
  }
}

/** An upper bound of what the curve at `slot` gives for `amount`. */
export function mostThrough(curves: Float64Array, slot: number, amount: number): number {
  return (amount * curves[2 * slot + 1]!) / (curves[2 * slot]! + amount);
}

/** A lower bound of the amount for which the curve at `slot` gives `output`; Infinity when none does. */
export function leastInto(curves: Float64Array, slot: number, output: number): number {
  const rest = curves[2 * slot + 1]! - output;
  return rest > 0 ? ((output * curves[2 * slot]!) / rest) * (1 - ROUNDING) : Infinity;
}

/** Inner tokens first, and within each part the busiest first: they are looked at most. */
function numberTokens(vaults: readonly RoutableVault[]): { tokens: ContractId[]; innerTokens: number } {
  const neighbours = new Map<ContractId, Set<ContractId>>();
  const join = (token: ContractId, other: ContractId) => {
    const known = neighbours.get(token);
    if (known === undefined) neighbours.set(token, new Set([other]));
    else known.add(other);
  };
  for (const { tokenA, tokenB } of vaults) {
    join(tokenA, tokenB);
    join(tokenB, tokenA);
  }
  const degree = (token: ContractId) => neighbours.get(token)!.size;
  const tokens = [...neighbours.keys()].sort((a, b) => degree(b) - degree(a));
  return { tokens, innerTokens: tokens.filter((token) => degree(token) > 1).length };
}
