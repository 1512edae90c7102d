import type { Order } from '../../domain/order/order.js';
import type { Txid } from '../../domain/order/ids.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { BroadcastOutcome, Ports } from '../../ports/index.js';
import { makeSwapRecorder } from './record-swap.js';

/** The node looked at the swap and said no, and it never went anywhere else: the order is open again. */
export interface BroadcastRefused {
  readonly kind: 'broadcast-refused';
  readonly reason: string;
}
/** The swap is stored and may have reached the chain; the same bytes are sent again until its fate is known. */
export interface BroadcastUnknown {
  readonly kind: 'broadcast-unknown';
  readonly txid: Txid;
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

export const makeTransmitSwap = (ports: Pick<Ports, 'chain' | 'clock' | 'unitOfWork'>): TransmitSwap => {
  const { chain } = ports;
  const recorder = makeSwapRecorder(ports);

  return async (swap, { first }) => {
    const { txid } = swap;
    const outcome = await chain.broadcast(swap.raw, txid);
    const arrived = outcome.kind === 'accepted' ? 'yes' : await hasArrived(chain, txid);
    if (arrived === 'yes') return ok({ txid, order: await recorder.accepted(swap) });
    // Settlement may send the same bytes meanwhile, so a no counts only while the chain does not show them.
    if (first && arrived === 'no' && isFinalNo(outcome)) {
      await recorder.dead(swap, outcome.reason);
      return err({ kind: 'broadcast-refused', reason: outcome.reason });
    }
    return err({ kind: 'broadcast-unknown', txid });
  };
};

/** A refusal because of the nonce may be caused by an earlier copy of the same bytes, so it proves nothing. */
const isFinalNo = (outcome: BroadcastOutcome): outcome is Extract<BroadcastOutcome, { kind: 'refused' }> =>
  outcome.kind === 'refused' && !outcome.nonceTaken;

async function hasArrived(chain: Ports['chain'], txid: Txid): Promise<'yes' | 'no' | 'unknown'> {
  const status = await chain.transactionStatus(txid);
  if (!status.ok) return 'unknown';
  return status.value.kind === 'unseen' || status.value.kind === 'dropped' ? 'no' : 'yes';
}
