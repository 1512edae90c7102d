import type { DatedEvaluation } from '../../../application/execution/tick/evaluate-order.js';
import type { LoggedOrderEvent } from '../../../domain/order/events.js';
import type { Order, OrderTerms } from '../../../domain/order/order.js';
import type { ExecutionQuote } from '../../../domain/order/swap-transaction.js';

/** An order as every read shows it: never its signature. Amounts are smallest units in text, times ISO 8601. */
export function toResponse(order: Order): object {
  const { terms, createdAt } = order;
  return {
    // The owner's own fields come first, so that none of them can stand in for one of the server's.
    ...terms.extra,
    ...describeTerms(terms),
    status: order.status,
    createdAt: createdAt.toISOString(),
    ...describeProgress(order),
    ...describeMetadata(order),
  };
}

export const eventResponse = ({ seq, at, type, facts }: LoggedOrderEvent): object => ({
  seq,
  at: at.toISOString(),
  type,
  ...facts,
});

/** Why an open order is not sent right now, as of `at`. */
export function evaluationResponse({ at, state, reason, ...facts }: DatedEvaluation): object {
  const shown = Object.entries<unknown>(facts).map(([name, fact]): [string, unknown] => [
    name,
    fact instanceof Date ? fact.toISOString() : fact,
  ]);
  return { at: at.toISOString(), state, reason, ...Object.fromEntries<unknown>(shown) };
}

function describeTerms(terms: OrderTerms): object {
  const { trigger, validFrom, validTo, clientOrderId, minAmountOut } = terms;
  return {
    uuid: terms.uuid,
    owner: terms.owner,
    inputToken: terms.inputToken,
    outputToken: terms.outputToken,
    amountIn: terms.amountIn.toString(),
    recipient: terms.recipient,
    router: terms.router,
    ...(trigger !== undefined && { ...trigger, targetPrice: trigger.targetPrice.text }),
    ...(validFrom !== undefined && { validFrom: validFrom.toISOString() }),
    ...(validTo !== undefined && { validTo: validTo.toISOString() }),
    ...terms.strategy,
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(minAmountOut !== undefined && { minAmountOut: minAmountOut.toString() }),
  };
}

function describeProgress(order: Order): object {
  switch (order.status) {
    case 'open':
      return {};
    case 'cancelled':
      return { cancelledAt: order.cancelledAt.toISOString(), cancelReason: order.cancelReason };
    case 'broadcasted':
      return describeSent(order);
    case 'confirmed':
      return {
        ...describeSent(order),
        confirmedAt: order.confirmedAt.toISOString(),
        blockHeight: order.blockHeight,
        blockTime: order.blockTime,
        executedAmountIn: order.executedAmountIn.toString(),
        executedAmountOut: order.executedAmountOut.toString(),
        feeUstx: order.feeUstx.toString(),
      };
    case 'failed':
      return {
        ...describeSent(order),
        failedAt: order.failedAt.toISOString(),
        blockHeight: order.blockHeight,
        blockTime: order.blockTime,
        failureReason: order.failureReason,
      };
  }
}

const describeSent = ({ txid, broadcastedAt }: { txid: string; broadcastedAt: Date }) => ({
  txid,
  broadcastedAt: broadcastedAt.toISOString(),
});

function describeMetadata(order: Order): object {
  const quote = 'quote' in order ? { quote: describeQuote(order.quote) } : undefined;
  const { metadata } = order.terms;
  return metadata === undefined && quote === undefined ? {} : { metadata: { ...metadata, ...quote } };
}

const describeQuote = ({ amountIn, amountOut, quotedAt, slippage, path, vaults }: ExecutionQuote) => ({
  amountIn: Number(amountIn),
  amountOut: Number(amountOut),
  amountInExact: amountIn.toString(),
  amountOutExact: amountOut.toString(),
  timestamp: quotedAt.toISOString(),
  slippage,
  path,
  vaults,
});
