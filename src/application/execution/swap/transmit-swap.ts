import { violatedBySending, type Violation } from '../../../domain/order/lifecycle/invariants.js';
import type { Order } from '../../../domain/order/order.js';
import type { Txid } from '../../../domain/order/ids.js';
import { isSameNonce, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { BroadcastOutcome, Ports, RefusalSubject } from '../../../ports/index.js';
import { alone, type Share } from '../../shared/in-groups.js';
import { makeSwapRecorder } from './record-swap.js';
import type { ReportViolation } from './report-violation.js';

/** Reason why a stored swap has not reached a node, as far as is known. */
export type TransmitError =
  /** The node refused the swap and no node ever had it: the order is open again. */
  | ({ readonly kind: 'broadcast-refused' } & Refusal)
  /** The swap is stored and may have reached the chain; the same bytes are sent again until the outcome is known. */
  | {
      readonly kind: 'broadcast-unknown';
      readonly txid: Txid;
      /** Reason why the node refused the bytes, if the chain does not show them either. */
      readonly refusal?: string;
    };

/** Refusal of a swap by the nodes. */
export interface Refusal {
  readonly reason: string;
  /**
   * Subject of the refusal. If it is the `transaction`, further attempts will be refused too unless something changes; otherwise
   * they may pass.
   */
  readonly about: Exclude<RefusalSubject, 'nonce'>;
  /** The nodes refuse this operator account, but another is left that can pay the fee. */
  readonly othersLeft?: true;
}

/** An order whose swap a node has. */
export interface SentOrder {
  readonly txid: Txid;
  readonly order: Order;
}

/** `first`: whether the bytes are sent for the first time. `version`: version of the order with which they were stored. */
type History = { readonly first: false } | { readonly first: true; readonly version: number };

interface Sent {
  readonly swap: SwapTransaction;
  readonly first: boolean;
}

/** Reason why a swap may not be sent; undefined if it may. */
type Check = 'displaced' | Violation | undefined;

/**
 * Sends a stored swap's bytes and records the node's reply. Sends nothing while the database is displaced: it may have lost that
 * the swap was refused and its order ended. Reads and writes of several new swaps are made together as `share` has it; each is
 * sent alone.
 */
export type TransmitSwap = (
  swap: SwapTransaction,
  history: History,
) => Promise<Result<SentOrder, TransmitError>>;

export const makeTransmitSwap = (
  ports: Pick<Ports, 'chain' | 'clock' | 'databaseHome' | 'unitOfWork' | 'executionObserver' | 'swaps'> & {
    readonly reportViolation: ReportViolation;
  },
  share: Share = alone,
): TransmitSwap => {
  const { chain, databaseHome, executionObserver, reportViolation, swaps } = ports;
  const recorder = makeSwapRecorder(ports, share);
  const check = share(async (sent: readonly Sent[]): Promise<readonly Check[]> => {
    if ((await databaseHome.displaced()) !== undefined) return sent.map(() => 'displaced');
    const fresh = sent.flatMap(({ swap, first }) => (first ? [swap] : []));
    // As others see them, outside the unit of work that stored them.
    const stored = fresh.length === 0 ? [] : await swaps.listByNonce(...fresh);
    return sent.map(({ swap, first }) =>
      first
        ? violatedBySending(
            swap,
            stored.filter((other) => isSameNonce(swap, other)),
          )
        : undefined,
    );
  });

  return async (swap, history) => {
    const { txid, orderUuid: uuid } = swap;
    const found = await check({ swap, first: history.first });
    if (found === 'displaced') return err({ kind: 'broadcast-unknown', txid });
    if (found !== undefined) {
      await reportViolation(found);
      return err({ kind: 'broadcast-unknown', txid });
    }
    const mayBeDropped = !history.first && ['stored', 'dead'].includes(swap.state) && swap.purpose === 'swap';
    if (mayBeDropped && !(await recorder.sentAgain(swap))) return err({ kind: 'broadcast-unknown', txid });
    const outcome = await chain.broadcast(swap.raw, txid);
    executionObserver?.observe({ kind: 'swap-handed-over', uuid, txid, outcome });
    const hasArrived = outcome.kind === 'accepted' || (await isOnChain(chain, txid));
    if (hasArrived) return ok({ txid, order: await recorder.accepted(swap) });
    // Others may send the same bytes at the same time. A refusal counts only if none of them has begun to, and the chain does not
    // show the transaction.
    const refusal = hasArrived === false ? conclusiveRefusal(outcome) : undefined;
    const isFinal = history.first && refusal !== undefined;
    if (isFinal && (await recorder.refused(swap, history.version, refusal.reason)))
      return err({ kind: 'broadcast-refused', ...refusal });
    const lasts = refusal?.about === 'transaction';
    return err({ kind: 'broadcast-unknown', txid, ...(lasts && { refusal: refusal.reason }) });
  };
};

/** Returns a refusal that proves something. A refusal over the nonce does not: an earlier copy of the same bytes may have caused it. */
function conclusiveRefusal(outcome: BroadcastOutcome): Refusal | undefined {
  if (outcome.kind !== 'refused') return undefined;
  const { reason, about } = outcome;
  return about === 'nonce' ? undefined : { reason, about };
}

/** Whether the chain shows the transaction, pending or mined; undefined if it cannot be queried. */
async function isOnChain(chain: Ports['chain'], txid: Txid): Promise<boolean | undefined> {
  const status = await chain.transactionStatus(txid);
  return status.ok ? status.value.kind !== 'unseen' && status.value.kind !== 'dropped' : undefined;
}
