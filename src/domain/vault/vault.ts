import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';

/** The kinds whose maths is known exactly. */
type ComputedKind = 'pool' | 'sublink' | 'velar' | 'arkadiko' | 'bitflow-xyk';

/** The kinds whose maths only their contracts know. A contract's quotes of a few amounts bound its output for every other. */
type QuotedKind = 'bitflow-stableswap' | 'bitflow-dlmm' | 'alex' | 'fee-out-pool';

/** The kinds of vault that the router trades through. */
export type RoutableKind = ComputedKind | QuotedKind;

/** Every kind of vault. Each kind has a module, listed in `kinds.ts`, with everything specific to it. */
export type VaultKind = RoutableKind | 'external';

/** A fungible asset as named in post-conditions: `<contract>::<name in the contract>`. */
export type AssetId = `${ContractId}::${string}`;

/** The contract of an asset; a contract id is returned unchanged. */
export const contractOfAsset = (id: AssetId | ContractId): ContractId => id.split('::')[0] as ContractId;

/** A contract that exchanges two tokens. */
export interface Vault {
  readonly contractId: ContractId;
  readonly kind: VaultKind;
  readonly protocol: string;
  readonly tokenA: ContractId;
  readonly tokenB: ContractId;
  /** Parts per million of the input, 0 to 1,000,000. Absent if unknown: the vault is then not routed. */
  readonly feePpm?: number;
  /** The operator's part of `feePpm`, if the contract rounds the two parts down separately. */
  readonly protocolFeePpm?: number;
  /** The contract that holds the vault's funds in place of the vault itself. */
  readonly externalPoolId?: ContractId;
  readonly engineContractId?: ContractId;
  /** The asset that the vault's pool exchanges in place of STX: it is minted and burnt during the swap. */
  readonly stxWrapper?: AssetId;
  /** Whether the vault's pool forwards part of the input to a fee address. */
  readonly forwardsInputFee?: boolean;
  readonly name: string;
  readonly symbol: string;
}

/** Fields of a vault's fees. */
export const FEE_FIELDS = ['feePpm', 'protocolFeePpm'] as const satisfies readonly (keyof Vault)[];

/** Decimals of a vault's own LP token, which are the same for all vaults. */
export const LP_DECIMALS = 6;

/** A vault with two different tokens and a known fee, whose output the router can compute, or bound, from its readings. */
export interface RoutableVault extends Vault {
  readonly kind: RoutableKind;
  readonly feePpm: number;
}

/** Amounts that a vault held at `readAt`, in smallest units. */
export interface Reserves {
  readonly reserveA: Units;
  readonly reserveB: Units;
  /** Supply of the vault's own LP token. */
  readonly supply: Units;
  readonly readAt: Date;
  /** Outputs of a vault of a quoted kind for single amounts. */
  readonly probes?: Probes;
}

/** Probes by direction, each list ascending by input. */
export interface Probes {
  readonly aToB: readonly Probe[];
  readonly bToA: readonly Probe[];
}

/** Output that a vault's contract quoted for an input (1 or more), in smallest units. An output of 0 may be a refusal. */
export interface Probe {
  readonly amountIn: Units;
  readonly amountOut: Units;
}

/** Byte 0 of the opcode buffer. 0: A to B; 1: B to A; 5: deposit into a subnet (A to B); 6: withdrawal from it (B to A). */
export type Opcode = 0 | 1 | 5 | 6;

/** The amounts of a hop in smallest units: `dx` is the input after the fee, `dy` the output. */
export interface HopQuote {
  readonly dx: bigint;
  readonly dy: bigint;
}
