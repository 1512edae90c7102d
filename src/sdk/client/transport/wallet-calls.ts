/** Direction of a move: into a subnet, or out of it. */
export type SubnetDirection = 'deposit' | 'withdraw';

/** Call that a wallet signs, and its transfers. The chain undoes a transaction that moves anything else. */
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
    /** Smallest units, exactly. */
    readonly amount: bigint;
  }[];
}
