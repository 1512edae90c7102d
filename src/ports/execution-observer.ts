import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { QuoteFailure } from '../domain/market/quarantine.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { BroadcastOutcome } from './chain-node.js';

/** Something that happened while orders were sent and settled, for logs and metrics. Contains no secret. */
export type ExecutionEvent =
  /** The vault is excluded from routing until `until`. */
  | {
      readonly kind: 'vault-quarantined';
      readonly vault: ContractId;
      readonly failure: QuoteFailure;
      readonly until: Date;
    }
  /** A signed swap is stored and about to be sent. */
  | {
      readonly kind: 'swap-stored';
      readonly uuid: OrderUuid;
      readonly txid: Txid;
      readonly nonce: bigint;
      /** MicroSTX. */
      readonly feeUstx: bigint;
      /** 1 for the order's first swap. */
      readonly attempt: number;
    }
  /** A stored transaction was broadcast to a node. */
  | {
      readonly kind: 'swap-handed-over';
      readonly uuid: OrderUuid;
      readonly txid: Txid;
      readonly outcome: BroadcastOutcome;
    }
  /** An attempt to send an order ended; `outcome` is `sent` or the kind of its error. */
  | {
      readonly kind: 'attempt-ended';
      readonly uuid: OrderUuid;
      readonly outcome: string;
      /** Milliseconds. */
      readonly tookMs: number;
    }
  /** Settlement took a step for a stored swap: a step of `Settlement`, `give-up` or `unanswered`. */
  | {
      readonly kind: 'swap-settled';
      readonly uuid: OrderUuid;
      readonly txid: Txid;
      readonly step: string;
    }
  /** A replacement with a higher fee, in microSTX, is stored. */
  | {
      readonly kind: 'fee-raised';
      readonly uuid: OrderUuid;
      readonly txid: Txid;
      readonly replaces: Txid;
      readonly feeUstx: bigint;
    }
  /** A no-op transaction is stored, so that later nonces are not blocked. */
  | {
      readonly kind: 'nonce-filled';
      readonly txid: Txid;
      readonly nonce: bigint;
      readonly reason: string;
    };

/** Receives execution events. Must return at once and must not throw. */
export interface ExecutionObserver {
  observe(event: ExecutionEvent): void;
}
