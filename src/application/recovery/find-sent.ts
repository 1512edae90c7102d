import { handleOf } from '../../domain/order/terms/handle.js';
import { importedEvent, importOrder } from '../../domain/order/terms/order-record.js';
import type { Order, OrderTerms } from '../../domain/order/order.js';
import { blockOf, type TransactionStatus } from '../../domain/order/lifecycle/settlement.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { ChainRead, IsStored, Ports, SentSwap } from '../../ports/index.js';
import { swapFrom } from '../execution/swap/find-payment.js';
import { makeSwapRecorder } from '../execution/swap/record-swap.js';

type Success = Extract<TransactionStatus, { readonly kind: 'success' }>;
type MinedStatus =
  | (Omit<Success, 'amountOut'> & { readonly amountOut: Units })
  | Extract<TransactionStatus, { readonly kind: 'aborted' }>;

/** The status of a mined transaction; undefined if the index does not give its outcome. */
function mined(status: TransactionStatus): MinedStatus | undefined {
  if (status.kind === 'aborted') return status;
  if (status.kind !== 'success' || status.amountOut === undefined) return undefined;
  return { ...status, amountOut: status.amountOut };
}

/** Numbers of orders whose transactions an account had sent but the storage had forgotten. */
export interface FoundSent {
  /** Orders that count as broadcast again, since their transaction is in the mempool. */
  readonly pending: number;
  /** Orders for which the chain's outcome, executed or aborted, was recorded. */
  readonly mined: number;
  /** Orders that the chain has paid and the storage did not have at all. */
  readonly unknown: number;
}

type Needs = Pick<
  Ports,
  'chain' | 'executionObserver' | 'hasher' | 'orders' | 'registry' | 'sentSwaps' | 'signatures' | 'swaps'
> &
  Parameters<typeof makeSwapRecorder>[0];

/** Finds what an operator account has sent and the storage does not know, and records it. */
export type FindSent = ReturnType<typeof makeFindSent>;

/**
 * Finds transactions that a rolled-back database has forgotten. Sending the orders of those in the mempool again, under new
 * nonces, would cost a second fee each. A transaction's signed bytes say which order it is for.
 */
export const makeFindSent = (ports: Needs) => {
  const { chain, executionObserver, orders, registry, sentSwaps, swaps } = ports;
  const recorder = makeSwapRecorder(ports);
  /** A swap that was taken for dropped may have been sent again since the state of the database. */
  const isStored: IsStored = async (txid) => {
    const stored = await swaps.findByTxid(txid);
    return stored !== undefined && stored.state !== 'dead';
  };
  const swapOf = async (...sent: Parameters<typeof toSwap>): Promise<SwapTransaction> =>
    (await swaps.findByTxid(sent[1].txid)) ?? toSwap(...sent);

  const recordMined = async (order: Order, sent: SentSwap, status: MinedStatus): Promise<Order> => {
    const minedAt = new Date(status.blockTime * 1_000);
    const amountOut = status.kind === 'success' ? status.amountOut : undefined;
    const swap = await swapOf(order.terms, sent, minedAt, amountOut);
    const [block, { feeUstx }] = [blockOf(status), status];
    const { recipient, outputToken } = order.terms;
    if (status.kind === 'aborted')
      return recorder.diverted(swap, { block, failureReason: status.reason ?? 'aborted', feeUstx });
    const isPaid = sent.recipient === recipient && sent.outputToken === outputToken;
    return isPaid
      ? recorder.adopted(swap, { ...status, block })
      : recorder.diverted(swap, {
          block,
          failureReason: `another transaction used the signature and paid ${sent.recipient} in ${sent.outputToken}`,
          feeUstx,
        });
  };

  /** The terms as far as the chain knows them; undefined if the signer of the order cannot be told. */
  const termsOf = async (sent: SentSwap): Promise<OrderTerms | undefined> => {
    const { uuid, inputToken, outputToken, amountIn, router, recipient, signature } = sent;
    const { network, tokens } = registry.current();
    const blaze = tokens.find(({ contractId }) => contractId === inputToken)?.blaze;
    if (blaze === undefined) return undefined;
    const signed = { uuid, inputToken, amountIn, router, network, blaze };
    const owner = await ports.signatures.orderSigner(signed, signature);
    if (owner === undefined) return undefined;
    const handle = handleOf(uuid, ports.hasher.sha256);
    const known = { uuid, handle, owner, inputToken, outputToken, amountIn, recipient, router, signature };
    return { ...known, strategy: {}, extra: {} };
  };

  /** Stores a paid order unknown to the storage. Its swap is settled like any other, since its block may be orphaned. */
  const recordUnknown = async (sent: SentSwap, status: MinedStatus): Promise<boolean> => {
    const terms = status.kind === 'success' ? await termsOf(sent) : undefined;
    if (terms === undefined) return false;
    const createdAt = new Date(status.blockTime * 1_000);
    const order = importOrder(terms, { status: 'open', createdAt, facts: {} });
    const stored = await ports.unitOfWork.run(async (storage) => {
      const inserted = await storage.orders.insert(order);
      if (!inserted.ok) return inserted;
      await storage.events.begin([{ uuid: sent.uuid, event: importedEvent(order, ports.clock.now()) }]);
      return ok();
    });
    await recordMined(order, sent, status);
    return stored.ok;
  };

  const findMined = async (account: Address): ChainRead<Omit<FoundSent, 'pending'>> => {
    const listed = await sentSwaps!.mined(account, isStored);
    if (!listed.ok) return listed;
    const found = { mined: 0, unknown: 0 };
    for (const sent of listed.value) {
      const read = await chain.transactionStatus(sent.txid);
      if (!read.ok) return read;
      const status = mined(read.value);
      if (status === undefined)
        return err({ kind: 'chain-unreachable', reason: `the index does not say what ${sent.txid} came to` });
      const order = await orders.findById(sent.uuid);
      if (order === undefined) {
        if (await recordUnknown(sent, status)) found.unknown += 1;
      } else if (order.status !== 'confirmed') {
        await recordMined(order, sent, status);
        found.mined += 1;
      }
    }
    return ok(found);
  };

  const findPending = async (
    account: Address,
  ): ChainRead<{ readonly nonces: readonly bigint[]; readonly found: number }> => {
    const listed = await sentSwaps!.pending(account, isStored);
    if (!listed.ok) return listed;
    let found = 0;
    for (const sent of listed.value.swaps) {
      const order = await orders.findById(sent.uuid);
      if (order === undefined) continue;
      await recorder.found(await swapOf(order.terms, sent, ports.clock.now()));
      executionObserver?.observe({ kind: 'broadcast-found', uuid: sent.uuid, txid: sent.txid });
      found += 1;
    }
    return ok({ nonces: listed.value.nonces, found });
  };

  return {
    /** Finds the account's transactions in the mempool. Finds nothing if the host has no `sentSwaps`. */
    pending: async (account: Address) =>
      sentSwaps === undefined ? ok({ nonces: [], found: 0 }) : findPending(account),

    /** Finds the account's transactions in the mempool and in blocks. */
    all: async (account: Address): ChainRead<FoundSent> => {
      if (sentSwaps === undefined) return ok({ pending: 0, mined: 0, unknown: 0 });
      // The mempool is read first: a transaction mined in between is then found in a block.
      const pending = await findPending(account);
      if (!pending.ok) return pending;
      const mined = await findMined(account);
      return mined.ok ? ok({ ...mined.value, pending: pending.value.found }) : mined;
    },
  } as const;
};

const toSwap = (
  terms: OrderTerms,
  sent: SentSwap,
  quotedAt: Date,
  amountOut = terms.minAmountOut ?? toUnits(0n),
): SwapTransaction => swapFrom(terms, sent, { amountIn: sent.amountIn, amountOut, quotedAt });
