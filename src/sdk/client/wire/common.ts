// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.

/** A whole number of a token’s smallest units in decimal digits, 0 to 2^128 - 1. Unit: smallest units. */
export type Units = string;

/** <address>.<contract-name>, or .stx for STX. */
export type ContractId = string;

/** A Stacks address of this network (SIP-005). */
export type Address = string;

/** A UUID in lower case. */
export type Uuid = string;

/** A transaction id, 64 hex characters without 0x. */
export type Txid = string;

/** Signed body as JSON. */
export interface SignedBody {
  /** The JSON text that the wallet signed, byte for byte. */
  readonly message: string;
  /** The wallet. */
  readonly walletAddress: Address;
}
