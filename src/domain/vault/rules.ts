import type { ContractId } from '../shared/contract-id.js';
import type { HopQuote, Opcode, Probe, RoutableVault, Vault } from './vault.js';

/** Rules that every kind of vault has. */
export interface VaultRules {
  /** The opcodes for A to B and for B to A. */
  readonly opcodes: readonly [aToB: Opcode, bToA: Opcode];
  /** Whether the vault has reserves to read. A routed vault with unread reserves gives no output. */
  readonly hasReserves: boolean;
  /** Whether only the contract can compute quotes, so that `quote` is a bound unless the amount was probed. */
  readonly isQuoted: boolean;
  /** Whether the output always equals the input. */
  readonly isEven: boolean;
  /** Whether the balances of the vault's holder are the vault's reserves, because the holder has no other pool's funds. */
  readonly balancesAreReserves: boolean;
  /** Whether its reserves are liquidity of its tokens, counted in prices and pool statistics. */
  readonly isMarket: boolean;
  /**
   * Property of a vault's quotes that proves its kind: outputs equal to the inputs, or the constant product of its holder's
   * balances. Absent if quotes prove nothing.
   */
  readonly proof?: 'even' | 'product';
  /** Whether its exchange uses a wrapped STX in place of STX. */
  readonly wrapsStx?: true;
  /** Whether one contract holds the funds of all pools of the exchange; each pool refers to it. */
  readonly sharesHolder?: true;
  /** Decimals of all amounts in the exchange's books; absent if each amount has the decimals of its token. */
  readonly bookDecimals?: number;
  /** The fee of every vault of the kind; absent if each vault has its own. */
  readonly fixedFeePpm?: number;
  /**
   * The fee in parts per million according to the vault's own quote for `FEE_PROBE`; undefined if that quote reveals none. Absent
   * for kinds whose quotes do not reveal the fee in `dx`.
   */
  readonly feeFromQuote?: (quote: HopQuote) => number | undefined;
  /**
   * The fee in parts per million according to the output of a quote and the reserves at that moment. Absent if the kind's maths
   * does not reveal the fee, or if a quote alone does.
   */
  readonly feeFromReserves?: (amountIn: bigint, quote: HopQuote, sides: Sides) => number | undefined;
  /** Whether the data of the pool behind the vault has the fees. */
  readonly poolTellsFees?: boolean;
  /** The contract that holds the vault's funds, and therefore sends the vault's payments. */
  holder(vault: Vault): ContractId;
  /** Whether the vault's holder forwards part of the fee, in the input token, while it swaps. */
  forwardsFee(vault: Vault): boolean;
  /** Finds errors in the vault's registry entry that concern its kind. An unlisted token is reported elsewhere. */
  findDefects(vault: Vault, tokens: ReadonlyMap<ContractId, CopiedToken>): readonly VaultDefect[];
}

/** The maths of a kind that the router trades through, to the unit and as bounds in doubles. */
export interface RoutableRules extends VaultRules {
  /** The contract's own quote, in maths that cannot overflow (the contract's is 128-bit, see `overflows`). */
  quote(vault: RoutableVault, sides: Sides, amountIn: bigint): HopQuote;
  /** `dy` of `quote`, or slightly more where `dy` falls as `amountIn` grows: the search needs a ceiling that never falls. */
  ceiling(vault: RoutableVault, sides: Sides, amountIn: bigint): bigint;
  /** The smallest input whose `ceiling` is at least `amountOut` (1 or more); undefined if there is none. */
  leastInput(vault: RoutableVault, sides: Sides, amountOut: bigint): bigint | undefined;
  /** The part of the input that the vault's reserves keep, at the most. The more it keeps, the less the next swap gives. */
  retained(vault: RoutableVault, amountIn: bigint): bigint;
  /** Whether a step of the contract exceeds its 128-bit unsigned numbers, so that it aborts. */
  overflows(vault: RoutableVault, sides: Sides, amountIn: bigint, dx: bigint): boolean;
  /** The hop's rate dy/dx relative to the vault's mid rate: 1 without price impact, and closer to 0 the larger the impact. */
  rateKept(vault: Vault, sides: Sides, dx: bigint, dy: bigint): number;
  /**
   * A curve (X, Y) that bounds the hop's ceiling from above: output ≤ in · Y / (X + in). `x` and `y` are the sides as doubles,
   * `kept` the parts per million of the input left after the fee.
   */
  curve(x: number, y: number, kept: number, probes: readonly Probe[]): readonly [X: number, Y: number];
}

/** Reserves as seen by a hop: `x` of the token that goes in, `y` of the one that comes out. 0 if unread. */
export interface Sides {
  readonly x: bigint;
  readonly y: bigint;
  /** Quotes of a quoted kind, in the hop's direction. */
  readonly probes?: readonly Probe[];
}

/** A hop's input after the fee and its ceiling, each as an interval of doubles that holds the exact whole number. */
export interface HopInterval {
  dxLow: number;
  dxHigh: number;
  low: number;
  high: number;
}

/** The input, in smallest units, of quotes that reveal a fee. It equals the denominator of fees, so nothing is rounded. */
export const FEE_PROBE = 1_000_000n;

/** Upper bound on the relative rounding error of any chain of operations on doubles in the router: a few units in the last place. */
export const ROUNDING = 2 ** -49;

export interface VaultDefect {
  readonly field: 'tokenA' | 'tokenB' | 'feePpm' | 'protocolFeePpm' | 'stxWrapper';
  readonly problem: string;
}

/** A token, with its base if it is a subnet copy. */
export interface CopiedToken {
  readonly base?: ContractId;
}
