import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { Violation } from '../domain/order/lifecycle/invariants.js';
import type { QuoteFailure } from '../domain/market/quarantine.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { BroadcastOutcome } from './chain.js';

/** Payment of the operator account for a swap, in microSTX. */
interface Paid {
  readonly account: Address;
  readonly nonce: bigint;
  readonly feeUstx: bigint;
}

/** Event while orders are sent and settled, for logs and metrics. Contains no secret. */
export type ExecutionEvent = Readonly<
  /** The vault is excluded from routing until `until`. */
  | { kind: 'vault-quarantined'; vault: ContractId; failure: QuoteFailure; until: Date }
  /** A signed swap is stored and about to be sent, with its fee in microSTX; `attempt` is 1 for the order's first swap. */
  | ({ kind: 'swap-stored'; uuid: OrderUuid; txid: Txid; attempt: number } & Paid)
  /** A dry run planned and signed this swap, but neither stored nor sent it; fee in microSTX, output in smallest units. */
  | ({ kind: 'swap-planned'; uuid: OrderUuid; amountOut: bigint } & Paid)
  /** A stored transaction was broadcast to a node. */
  | { kind: 'swap-handed-over'; uuid: OrderUuid; txid: Txid; outcome: BroadcastOutcome }
  /** An attempt to send an order ended after `tookMs` milliseconds; `outcome` is `sent` or the kind of its error. */
  | { kind: 'attempt-ended'; uuid: OrderUuid; outcome: string; tookMs: number }
  /**
   * The executor sent a due order, `waitedMs` milliseconds after it was due and its process saw the price run or the block that
   * the order waited for.
   */
  | { kind: 'due-order-sent'; uuid: OrderUuid; waitedMs: number }
  /** Settlement took a step for a stored swap: a step of `Settlement`, `give-up` or `unanswered`. */
  | { kind: 'swap-settled'; uuid: OrderUuid; txid: Txid; step: string }
  /** An order's uuid has proved to be spent; the swap that paid the order is found, and the order is corrected. */
  | { kind: 'payment-found' | 'foreign-payment-found'; uuid: OrderUuid; txid: Txid }
  /** A transaction in the mempool that the storage had lost is recognised as the order's own swap. */
  | { kind: 'broadcast-found'; uuid: OrderUuid; txid: Txid }
  /** A replacement with a higher fee, in microSTX, is stored. */
  | { kind: 'fee-raised'; uuid: OrderUuid; txid: Txid; replaces: Txid; feeUstx: bigint }
  | Violation
  /** The pending nonces of another program on an operator account have changed; empty if none are left. */
  | { kind: 'foreign-nonces'; account: Address; nonces: readonly bigint[] }
  /** An account whose key this process lacks has swaps in progress: they are settled, but never replaced. */
  | { kind: 'account-without-key'; account: Address; inFlight: number }
  /** A no-op transaction is stored, so later nonces are not blocked. */
  | { kind: 'nonce-filled'; account: Address; txid: Txid; nonce: bigint; reason: string }
>;

/** Receives execution events. Must return at once and must not throw. */
export interface ExecutionObserver {
  observe(event: ExecutionEvent): void;
}
