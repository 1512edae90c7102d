import type { Order } from '../../../domain/order/order.js';
import type { Txid } from '../../../domain/order/ids.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { BroadcastOutcome, Ports, RefusalSubject } from '../../../ports/index.js';
import { makeSwapRecorder } from './record-swap.js';

/** The node looked at the swap and said no, and it never went anywhere else: the order is open again. */
export interface BroadcastRefused {
  readonly kind: 'broadcast-refused';
  readonly reason: string;
  /** `transaction`: the next attempt will be refused as well unless something changes; otherwise it may pass. */
  readonly about: Exclude<RefusalSubject, 'nonce'>;
}
/** The swap is stored and may have reached the chain; the same bytes are sent again until its fate is known. */
export interface BroadcastUnknown {
  readonly kind: 'broadcast-unknown';
  readonly txid: Txid;
  /** Why the node refused the bytes themselves, which the chain does not show either. */
  readonly refusal?: string;
}
export type TransmitError = BroadcastRefused | BroadcastUnknown;

/** An order whose swap a node has. */
export interface SentOrder {
  readonly txid: Txid;
  readonly order: Order;
}

/** Sends a stored swap's bytes and records what the node says. `first`: nobody has sent them before. */
export type TransmitSwap = (
  swap: SwapTransaction,
  history: { readonly first: boolean },
) => Promise<Result<SentOrder, TransmitError>>;

type Needs = Pick<Ports, 'chain' | 'clock' | 'unitOfWork' | 'executionObserver'>;

export const makeTransmitSwap = (ports: Needs): TransmitSwap => {
  const { chain, executionObserver } = ports;
  const recorder = makeSwapRecorder(ports);

  return async (swap, { first }) => {
    const { txid, orderUuid: uuid } = swap;
    const outcome = await chain.broadcast(swap.raw, txid);
    executionObserver?.observe({ kind: 'swap-handed-over', uuid, txid, outcome });
    const arrived = outcome.kind === 'accepted' ? 'yes' : await hasArrived(chain, txid);
    if (arrived === 'yes') return ok({ txid, order: await recorder.accepted(swap) });
    // Settlement may send the same bytes meanwhile, so a no counts only while the chain does not show them.
    const refusal = arrived === 'no' ? finalNo(outcome) : undefined;
    if (first && refusal !== undefined) {
      await recorder.dead([swap], refusal.reason);
      return err({ kind: 'broadcast-refused', ...refusal });
    }
    const lasts = refusal?.about === 'transaction';
    return err({ kind: 'broadcast-unknown', txid, ...(lasts && { refusal: refusal.reason }) });
  };
};

/** A refusal because of the nonce may be caused by an earlier copy of the same bytes, so it proves nothing. */
function finalNo(outcome: BroadcastOutcome): Pick<BroadcastRefused, 'reason' | 'about'> | undefined {
  if (outcome.kind !== 'refused') return undefined;
  const { reason, about } = outcome;
  return about === 'nonce' ? undefined : { reason, about };
}

async function hasArrived(chain: Ports['chain'], txid: Txid): Promise<'yes' | 'no' | 'unknown'> {
  const status = await chain.transactionStatus(txid);
  if (!status.ok) return 'unknown';
  return status.value.kind === 'unseen' || status.value.kind === 'dropped' ? 'no' : 'yes';
}
