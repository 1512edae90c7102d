import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';

/** The kinds of vault that the router trades through: their maths is known exactly. */
export type RoutableKind = 'pool' | 'sublink' | 'velar' | 'arkadiko' | 'bitflow-xyk';

/** Every kind of vault. What a kind decides is in its module, and `kinds.ts` lists the modules. */
export type VaultKind = RoutableKind | 'external';

/** A fungible asset as post-conditions name it: `<contract>::<name in the contract>`. */
export type AssetId = `${ContractId}::${string}`;

/** A contract that exchanges two tokens. */
export interface Vault {
  readonly contractId: ContractId;
  readonly kind: VaultKind;
  readonly protocol: string;
  readonly tokenA: ContractId;
  readonly tokenB: ContractId;
  /** Parts per million of the input, 0 to 1,000,000. */
  readonly feePpm: number;
  /** The part of `feePpm` that goes to the operator, where the contract rounds the two parts down one by one. */
  readonly protocolFeePpm?: number;
  /** The contract that holds the vault's funds in place of the vault itself. */
  readonly externalPoolId?: ContractId;
  readonly engineContractId?: ContractId;
  /** The asset that the vault's pool exchanges in place of STX: it is minted and burnt during the swap. */
  readonly stxWrapper?: AssetId;
  /** Whether the vault's pool sends a part of the input on to a fee address. */
  readonly forwardsInputFee?: boolean;
  readonly name: string;
  readonly symbol: string;
}

/** A vault with two different tokens whose output the router can compute from its reserves. */
export interface RoutableVault extends Vault {
  readonly kind: RoutableKind;
}

/** What a vault held at `readAt`, in smallest units. */
export interface Reserves {
  readonly reserveA: Units;
  readonly reserveB: Units;
  /** Supply of the vault's own LP token. */
  readonly supply: Units;
  readonly readAt: Date;
}

/** Byte 0 of the opcode buffer: 0 A to B, 1 B to A, 5 deposit into a subnet (A to B), 6 withdraw (B to A). */
export type Opcode = 0 | 1 | 5 | 6;

/** The amounts of a hop in smallest units: `dx` is the input after the fee, `dy` the output. */
export interface HopQuote {
  readonly dx: bigint;
  readonly dy: bigint;
}
