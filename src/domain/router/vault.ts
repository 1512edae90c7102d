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
