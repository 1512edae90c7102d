/** Direction of a move: into a subnet, or out of it. */
export type SubnetDirection = 'deposit' | 'withdraw';

/** A contract call for a wallet to sign, with its transfers. The chain undoes a transaction that moves anything else. */
export interface SubnetCall {
  /** The subnet's contract. */
  readonly contract: string;
  readonly functionName: SubnetDirection;
  readonly args: readonly ({ readonly type: 'uint'; readonly value: bigint } | { readonly type: 'none' })[];
  /** Post-conditions of the call, in deny mode. */
  readonly transfers: readonly {
    /** Payer: the wallet's address, or the subnet's contract. */
    readonly sender: string;
    /** `stx`, or a fungible token as `<contract id>::<asset name>`. */
    readonly asset: string;
    /** Exact amount in smallest units. */
    readonly amount: bigint;
  }[];
}
