import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { QuoteFailure } from '../domain/market/quarantine.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { BroadcastOutcome } from './chain-node.js';

/** Something that happened while orders were sent and settled, for logs and metrics. Holds no secret. */
export type ExecutionEvent =
  /** The vault is left out of routing until then. */
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
      readonly feeUstx: bigint;
      /** 1 for the order's first swap. */
      readonly attempt: number;
    }
  /** A node was handed a stored transaction. */
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
      readonly tookMs: number;
    }
  /** A stored swap was brought into agreement with the chain; `step` as in `Settlement`. */
  | {
      readonly kind: 'swap-settled';
      readonly uuid: OrderUuid;
      readonly txid: Txid;
      readonly step: string;
    }
  | {
      readonly kind: 'fee-raised';
      readonly uuid: OrderUuid;
      readonly txid: Txid;
      readonly replaces: Txid;
      readonly feeUstx: bigint;
    }
  /** A transaction that does nothing is stored, so that later nonces are not held up. */
  | {
      readonly kind: 'nonce-filled';
      readonly txid: Txid;
      readonly nonce: bigint;
      readonly reason: string;
    };

/** Is told what happens during execution. Returns at once and never throws. */
export interface ExecutionObserver {
  observe(event: ExecutionEvent): void;
}
