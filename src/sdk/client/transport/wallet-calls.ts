/** Into a subnet, or out of it. */
export type SubnetDirection = 'deposit' | 'withdraw';

/** What a wallet signs: the call, and what it may move. A transaction that moves anything else is undone by the chain. */
export interface SubnetCall {
  /** The subnet's contract. */
  readonly contract: string;
  readonly functionName: SubnetDirection;
  readonly args: readonly ({ readonly type: 'uint'; readonly value: bigint } | { readonly type: 'none' })[];
  /** Its post-conditions, in deny mode. */
  readonly transfers: readonly {
    /** Who pays: the wallet's address, or the subnet's contract. */
    readonly sender: string;
    /** `stx`, or a fungible token as `<contract id>::<asset name>`. */
    readonly asset: string;
    /** Smallest units, exactly. */
    readonly amount: bigint;
  }[];
}
