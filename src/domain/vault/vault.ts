import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';

/**
 * `pool`: constant product. `sublink`: a token and its subnet copy, 1:1 without fee.
 * `external`: a wrapper with maths of its own, known only by asking it.
 */
export type VaultKind = 'pool' | 'sublink' | 'external';

export interface Vault {
  readonly contractId: ContractId;
  readonly kind: VaultKind;
  readonly protocol: string;
  readonly tokenA: ContractId;
  readonly tokenB: ContractId;
  /** Parts per million of the input, 0 to 1,000,000. */
  readonly feePpm: number;
  /** Holds the vault's funds in place of the vault itself. */
  readonly externalPoolId?: ContractId;
  readonly engineContractId?: ContractId;
  readonly name: string;
  readonly symbol: string;
}

/** What a vault held when it was read. */
export interface Reserves {
  readonly reserveA: Units;
  readonly reserveB: Units;
  /** Supply of the vault's own LP token. */
  readonly supply: Units;
  readonly readAt: Date;
}

/** Byte 0 of the opcode buffer: 0 A to B, 1 B to A, 5 deposit into a subnet (A to B), 6 withdraw (B to A). */
export type Opcode = 0 | 1 | 5 | 6;

/** A vault that the router can compute: it has two different tokens and maths that its reserves decide. */
export function isRoutable(vault: Vault): boolean {
  return (vault.kind === 'pool' || vault.kind === 'sublink') && vault.tokenA !== vault.tokenB;
}

/** The opcode that takes `tokenIn` into a vault that holds it. */
export function opcodeFor(vault: Vault, tokenIn: ContractId): Opcode {
  const forward = tokenIn === vault.tokenA;
  if (vault.kind === 'sublink') return forward ? 5 : 6;
  return forward ? 0 : 1;
}

/** What a hop takes and gives: `dx` is the input after the fee, `dy` the output, both in smallest units. */
export interface HopQuote {
  readonly dx: bigint;
  readonly dy: bigint;
}

/**
 * What the vault's contract answers, to the unit, with maths that cannot overflow (the contract's is 128-bit,
 * see `exceedsChain`). A pool without reserves gives 0. `dy` never falls when `amountIn` grows.
 */
export function quoteHop(
  vault: Vault,
  reserves: Pick<Reserves, 'reserveA' | 'reserveB'> | undefined,
  opcode: Opcode,
  amountIn: bigint,
): HopQuote {
  if (vault.kind === 'sublink') return { dx: amountIn, dy: amountIn };
  const dx = (amountIn * (PPM - BigInt(vault.feePpm))) / PPM;
  const { x, y } = directed(reserves, opcode);
  return { dx, dy: x === 0n || y === 0n ? 0n : (dx * y) / (x + dx) };
}

/** The smallest input for which `quoteHop` gives at least `amountOut` (1 or more); undefined when no input does. */
export function leastInput(
  vault: Vault,
  reserves: Pick<Reserves, 'reserveA' | 'reserveB'> | undefined,
  opcode: Opcode,
  amountOut: bigint,
): bigint | undefined {
  if (vault.kind === 'sublink') return amountOut;
  const kept = PPM - BigInt(vault.feePpm);
  const { x, y } = directed(reserves, opcode);
  if (kept === 0n || x === 0n || y <= amountOut) return undefined;
  const dx = ceilDivide(amountOut * x, y - amountOut);
  return ceilDivide(dx * PPM, kept);
}

function directed(
  reserves: Pick<Reserves, 'reserveA' | 'reserveB'> | undefined,
  opcode: Opcode,
): { x: bigint; y: bigint } {
  if (reserves === undefined) return { x: 0n, y: 0n };
  const { reserveA, reserveB } = reserves;
  return opcode === 0 ? { x: reserveA, y: reserveB } : { x: reserveB, y: reserveA };
}

const PPM = 1_000_000n;

const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
