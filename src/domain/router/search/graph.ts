import type { ContractId } from '../../shared/contract-id.js';
import { feePoints } from '../../vault/bitflow-xyk.js';
import {
  BACK_BOUNDS,
  BOUNDS,
  BOUNDS_OF,
  mathsOf,
  opcodeFor,
  sidesOf,
  type BackBoundsCode,
  type BoundsCode,
} from '../../vault/kinds.js';
import { ROUNDING, type RoutableRules, type Sides } from '../../vault/rules.js';
import type { HopQuote, Opcode, Probe, Reserves, RoutableVault } from '../../vault/vault.js';

/** The number of a token in the graph. Tokens that can be inside a route have the lowest numbers. */
export type TokenIndex = number;

/** A vault in one direction: 2 · vault for A to B, 2 · vault + 1 for B to A. */
export type Edge = number;

/** Code of the function that bounds a hop of a graph or of its mirror. */
export type AnyBoundsCode = BoundsCode | BackBoundsCode;

/** The absence of an edge in a typed array. */
export const NO_EDGE: Edge = -1;

/**
 * Vaults as a graph in flat arrays. Each token owns a run of slots, one per vault that holds it, sorted by the token
 * on the other side. A slot holds the vault's curve in both directions: (X, Y) bounds a hop from above by
 * output ≤ in · Y / (X + in).
 *
 * Its mirror is the graph of a search from the output to the least input: each edge leads from the token that a vault gives to the
 * token that it takes, and amounts are negated, so that more is better there too. A curve's inverse, in = out · X / (Y - out), is
 * the curve (Y, X) of the negated amounts, so one search serves both.
 */
export class Graph {
  /** Ascending by contract id, so that comparing vault numbers compares ids. */
  readonly vaults: readonly RoutableVault[];
  readonly reserves: (Reserves | undefined)[];
  readonly tokens: readonly ContractId[];
  /** Tokens below this number have at least two different neighbours; only they can be inside a route. */
  readonly innerTokens: number;

  readonly opcodes: readonly Opcode[];
  /** By vault: the maths of its kind. */
  private readonly maths: readonly RoutableRules[];
  /** By edge: the exact reserves in its direction. */
  private readonly sides: Sides[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By edge: the reserve of the input token. `held[edge ^ 1]` is the reserve of the output token. */
  readonly held: Float64Array;
  /** By vault: parts per million of the input left after the fee. */
  readonly kept: Float64Array;
  /** By vault, at 2 · vault: the operator's and the providers' fees in basis points, for kinds that round each down. */
  readonly points: Float64Array;
  /** By vault: the code of the function that bounds its kind. */
  readonly boundsCodes: Uint8Array;

  /** The vaults that only their contracts can quote, each as if it were unread. */
  readonly unquoted: ReadonlyMap<ContractId, undefined>;
  /** Whether the ceilings of all vaults always equal their quotes. */
  readonly isAllExact: boolean;

  /** By token: its slots run from `firstSlot[token]` to `firstSlot[token + 1]`, those to inner tokens up to `innerEnd[token]`. */
  readonly firstSlot: Int32Array;
  readonly innerEnd: Int32Array;
  readonly neighbour: Int32Array;
  /** By slot: the edge that leaves the token. `^ 1` gives the edge that enters it. */
  readonly edge: Int32Array;
  /** By edge: its slot at the token it leaves. */
  readonly slotOfEdge: Int32Array;
  /** By slot, at 2 · slot: X and Y of the hop that leaves the token. */
  readonly leaving: Float64Array;
  /** By slot, at 2 · slot: X and Y of the hop that enters the token. */
  readonly entering: Float64Array;
  /** By edge: what the first unit gives, after the fee, without rounding down; for a quoted kind, the most that a unit gives. */
  readonly price: Float64Array;

  /** The amount that no path brings, and the smallest amount that one can bring: 0 and 1, or in the mirror less than any need. */
  readonly none: number;
  readonly nothing: bigint;
  readonly least: number;

  private readonly vaultIndex = new Map<ContractId, number>();
  private readonly tokenIndex: ReadonlyMap<ContractId, TokenIndex>;
  private mirror: Graph | undefined;

  constructor(
    vaults: readonly RoutableVault[],
    private readonly original?: Graph,
  ) {
    this.none = original === undefined ? 0 : -Infinity;
    this.nothing = original === undefined ? 0n : -NEVER;
    this.least = original === undefined ? 1 : -Number.MAX_VALUE;
    this.vaults = [...vaults].sort((a, b) => (a.contractId < b.contractId ? -1 : 1));
    this.reserves = original?.reserves ?? this.vaults.map(() => undefined);
    const { tokens, innerTokens } = numberTokens(this.vaults);
    this.tokens = tokens;
    this.innerTokens = innerTokens;
    this.tokenIndex = new Map(tokens.map((token, index) => [token, index]));

    const edges = 2 * this.vaults.length;
    this.opcodes = this.vaults.flatMap((vault) => [
      opcodeFor(vault, vault.tokenA),
      opcodeFor(vault, vault.tokenB),
    ]);
    this.maths = this.vaults.map(mathsOf);
    this.sides =
      original?.sides ??
      this.opcodes.map((opcode, edge) => sidesOf(this.vaults[edge >> 1]!, undefined, opcode));
    this.from = new Int32Array(edges);
    this.to = new Int32Array(edges);
    this.held = original?.held ?? new Float64Array(edges);
    this.kept = new Float64Array(this.vaults.length);
    this.points = new Float64Array(2 * this.vaults.length);
    this.boundsCodes = new Uint8Array(this.vaults.length);
    this.vaults.forEach((vault, index) => this.placeVault(vault, index));

    this.unquoted = new Map(
      this.vaults.flatMap((vault, n) => (this.maths[n]!.isQuoted ? [[vault.contractId, undefined]] : [])),
    );
    this.isAllExact = this.vaults.every((_, vault) => this.isExact(2 * vault));

    this.firstSlot = new Int32Array(tokens.length + 1);
    this.innerEnd = new Int32Array(tokens.length);
    this.neighbour = new Int32Array(edges);
    this.edge = new Int32Array(edges);
    this.slotOfEdge = new Int32Array(edges);
    this.leaving = new Float64Array(2 * edges);
    this.entering = new Float64Array(2 * edges);
    this.price = original?.price ?? new Float64Array(edges);
    this.placeSlots();
    for (let vault = 0; vault < this.vaults.length; vault++) this.writeCurves(vault);
  }

  /** The mirror of this graph, with its reserves. */
  mirrored(): Graph {
    this.mirror ??= new Graph(this.vaults, this);
    return this.mirror;
  }

  indexOf(token: ContractId): TokenIndex | undefined {
    return this.tokenIndex.get(token);
  }

  /** Replaces a vault's reserves (undefined: as if unread) and returns the previous ones. Ignores a vault that is not in the graph. */
  update(contractId: ContractId, reserves: Reserves | undefined): Reserves | undefined {
    const vault = this.vaultIndex.get(contractId);
    if (vault === undefined) return undefined;
    const before = this.reserves[vault];
    this.reserves[vault] = reserves;
    this.writeSides(vault, reserves);
    return before;
  }

  /** Returns both directions of a vault; empty if it is not in the graph. */
  edgesOf(contractId: ContractId): readonly Edge[] {
    const vault = this.vaultIndex.get(contractId);
    return vault === undefined ? [] : [2 * vault, 2 * vault + 1];
  }

  /** Returns the quote of the edge's vault for `amountIn`, to the unit. */
  quote(edge: Edge, amountIn: bigint): HopQuote {
    const vault = edge >> 1;
    return this.maths[vault]!.quote(this.vaults[vault]!, this.sides[edge]!, amountIn);
  }

  /** Quotes of the vault's contract in the edge's direction, for a quoted kind. */
  probesOf(edge: Edge): readonly Probe[] {
    return this.sides[edge]!.probes ?? NO_PROBES;
  }

  /** Whether the ceiling of the edge's vault always equals its quote. */
  isExact(edge: Edge): boolean {
    return this.boundsCodes[edge >> 1] !== BOUNDS.twoFees;
  }

  /** The most that the edge's vault gives for at most `amountIn`: the output that the search compares. Negated in the mirror. */
  ceiling(edge: Edge, amountIn: bigint): bigint {
    if (this.original !== undefined) return -(this.original.leastInput(edge ^ 1, -amountIn) ?? NEVER);
    const vault = edge >> 1;
    return this.maths[vault]!.ceiling(this.vaults[vault]!, this.sides[edge]!, amountIn);
  }

  /** The smallest input for which the edge's ceiling is `amountOut` (1 or more); undefined if there is none. */
  leastInput(edge: Edge, amountOut: bigint): bigint | undefined {
    const vault = edge >> 1;
    return this.maths[vault]!.leastInput(this.vaults[vault]!, this.sides[edge]!, amountOut);
  }

  /** The token's first slot whose neighbour is `neighbour` or higher. */
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

  /** Whether a path of at most `hops` vaults connects the tokens, regardless of reserves. */
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
    const code = BOUNDS_OF[vault.kind];
    this.boundsCodes[index] = this.original === undefined ? code : BACK_CODES[code];
    this.points.set(feePoints(vault), 2 * index);
    this.kept[index] = 1_000_000 - vault.feePpm;
  }

  private placeSlots(): void {
    const byToken = this.tokens.map((): Edge[] => []);
    this.from.forEach((token, edge) => byToken[token]!.push(edge));
    let slot = 0;
    byToken.forEach((edges, token) => {
      this.firstSlot[token] = slot;
      edges.sort((a, b) => this.to[a]! - this.to[b]!);
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

  private writeSides(vault: number, reserves: Reserves | undefined): void {
    for (const edge of [2 * vault, 2 * vault + 1]) {
      const sides = sidesOf(this.vaults[vault]!, reserves, this.opcodes[edge]!);
      this.sides[edge] = sides;
      this.held[edge] = Number(sides.x);
    }
    this.writeCurves(vault);
  }

  private writeCurves(vault: number): void {
    const maths = this.maths[vault]!;
    for (const edge of [2 * vault, 2 * vault + 1]) {
      const probes = this.probesOf(edge);
      const [x, y] = maths.curve(this.held[edge]!, this.held[edge ^ 1]!, this.kept[vault]!, probes);
      if (this.original === undefined)
        this.price[edge] = (y / x) * (this.isExact(edge) ? 1 : this.kept[vault]! / 1e6);
      const [curve, along] = this.original === undefined ? [[x, y], edge] : [[y, x], edge ^ 1];
      this.leaving.set(curve, 2 * this.slotOfEdge[along]!);
      this.entering.set(curve, 2 * this.slotOfEdge[along ^ 1]!);
    }
    this.mirror?.writeCurves(vault);
  }
}

/** The input of a vault that never gives the output: more than any contract's numbers. */
const NEVER = 2n ** 200n;

const BACK_CODES = {
  [BOUNDS.product]: BACK_BOUNDS.product,
  [BOUNDS.even]: BACK_BOUNDS.even,
  [BOUNDS.twoFees]: BACK_BOUNDS.twoFees,
  [BOUNDS.probes]: BACK_BOUNDS.probes,
};

const NO_PROBES: readonly Probe[] = [];

/** An upper bound of the curve's output at `slot` for `amount`. */
export function mostThrough(curves: Float64Array, slot: number, amount: number): number {
  return (amount * curves[2 * slot + 1]!) / (curves[2 * slot]! + amount);
}

/** A lower bound of the input for which the curve at `slot` gives `output`; Infinity if none does. */
export function leastInto(curves: Float64Array, slot: number, output: number): number {
  const rest = curves[2 * slot + 1]! - output;
  if (rest <= 0) return Infinity;
  const input = (output * curves[2 * slot]!) / rest;
  return input - Math.abs(input) * ROUNDING;
}

/** Numbers inner tokens first and, within each group, the tokens with most neighbours first, because searches visit them most. */
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
