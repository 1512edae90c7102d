import type { ContractId } from '../shared/contract-id.js';
import type { Network } from '../shared/network.js';
import { FEE_FIELDS, type Vault } from '../vault/vault.js';

/** A version of the signature domain that subnets verify. */
export type BlazeVersion = 'v1' | 'v2';

/** A token that the exchange lists. */
export interface Token {
  readonly contractId: ContractId;
  readonly symbol: string;
  readonly name: string;
  /** Number of decimals, 0 to 18. */
  readonly decimals: number;
  /** The asset's name inside the contract, as post-conditions use it. */
  readonly identifier: string;
  readonly image?: string;
  readonly description?: string;
  /** Present on a subnet copy. */
  readonly type?: 'SUBNET';
  /** The token that a subnet copy holds 1:1. */
  readonly base?: ContractId;
  /** The signature domain that the subnet verifies. */
  readonly blaze?: BlazeVersion;
}

/** A multihop contract that executes signed orders. */
export interface RouterContract {
  readonly id: ContractId;
  /** `signer`: the router pays only the order's signer. `any`: it pays the recipient that the submitter names. */
  readonly payout: 'signer' | 'any';
  /** The signature domains that the router knows, at least one. An order through a subnet with another domain aborts. */
  readonly blaze: readonly BlazeVersion[];
  /** Whether this is the router of orders placed before the field `router` existed. */
  readonly legacyDefault?: boolean;
}

/** Contracts with which the exchange trades on one network. `vaults` and `tokens` contain nothing blocked. */
export interface Registry {
  readonly network: Network;
  readonly routers: readonly RouterContract[];
  /** The contract that represents STX as a router's output token. */
  readonly wstx: ContractId;
  readonly sbtc: ContractId;
  readonly verifier: { readonly v1: ContractId; readonly v2: ContractId };
  readonly tokens: readonly Token[];
  readonly vaults: readonly Vault[];
  readonly blocked: readonly ContractId[];
}

/** Whether two registries differ at most in the fees of their vaults, as they do once a fee was read from the chain. */
export const differInFeesOnly = (one: Registry, other: Registry): boolean =>
  isSameBut(['vaults'], one, other) &&
  one.vaults.length === other.vaults.length &&
  one.vaults.every((vault, n) => isSameBut(FEE_FIELDS, vault, other.vaults[n]!));

const isSameBut = <T extends object>(names: readonly string[], one: T, other: T): boolean =>
  Object.keys({ ...one, ...other }).every(
    (name) => names.includes(name) || one[name as keyof T] === other[name as keyof T],
  );
