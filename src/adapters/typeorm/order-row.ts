import { ORDER_STATUSES, type Order, type OrderTerms } from '../../domain/order/order.js';
import type { Txid } from '../../domain/order/ids.js';
import { parseTargetPrice, type Trigger } from '../../domain/order/trigger.js';
import { unwrap } from '../../domain/shared/result.js';
import type { OrderRow } from './order-table.js';
import { blockFrom, quoteFrom } from './quote-document.js';
import { digits, isoTime, json, StoredFields } from './stored-fields.js';

/** The columns that change after the order is placed. */
export type OrderProgress = Pick<OrderRow, 'status' | 'status_rank' | 'version' | 'txid' | 'progress'>;

export function toRow(order: Order): OrderRow {
  const { uuid, owner, inputToken, outputToken, amountIn, clientOrderId, ...rest } = order.terms;
  const { trigger, strategy, ...plain } = rest;
  const { strategyId, ...labels } = strategy;
  return {
    uuid,
    owner,
    input_token: inputToken,
    output_token: outputToken,
    amount_in: digits(amountIn),
    created_at: isoTime(order.createdAt),
    client_order_id: clientOrderId ?? null,
    strategy_id: strategyId ?? null,
    terms: json({
      ...plain,
      strategy: labels,
      ...(trigger !== undefined && { trigger: { ...trigger, targetPrice: trigger.targetPrice.text } }),
    }),
    ...toProgress(order),
  };
}

export function toProgress(order: Order): OrderProgress {
  const { terms: _terms, createdAt: _createdAt, status, version, ...rest } = order;
  const { txid, ...progress } = 'txid' in rest ? rest : { ...rest, txid: null };
  return {
    status,
    status_rank: ORDER_STATUSES.indexOf(status),
    version,
    txid,
    progress: json(progress),
  };
}

export function fromRow(row: OrderRow): Order {
  const columns = StoredFields.of(row, `orders ${row.uuid}`);
  const progress = columns.parsed('progress');
  const base = {
    terms: termsFrom(columns),
    createdAt: columns.time('created_at'),
    version: columns.number('version'),
  };
  const sent = () => ({
    txid: columns.text<Txid>('txid'),
    broadcastedAt: progress.time('broadcastedAt'),
    quote: quoteFrom(progress.inside('quote')),
  });
  const status = columns.oneOf('status', ORDER_STATUSES);
  switch (status) {
    case 'open':
      return { ...base, status, ...(progress.has('sending') && { sending: progress.text('sending') }) };
    case 'broadcasted':
      return { ...base, ...sent(), status };
    case 'confirmed':
      return {
        ...base,
        ...sent(),
        ...blockFrom(progress),
        status,
        confirmedAt: progress.time('confirmedAt'),
        executedAmountIn: progress.units('executedAmountIn'),
        executedAmountOut: progress.units('executedAmountOut'),
        feeUstx: progress.units('feeUstx'),
      };
    case 'failed':
      return {
        ...base,
        ...sent(),
        ...blockFrom(progress),
        status,
        failedAt: progress.time('failedAt'),
        failureReason: progress.text('failureReason'),
      };
    case 'cancelled':
      return {
        ...base,
        status,
        cancelledAt: progress.time('cancelledAt'),
        cancelReason: progress.oneOf('cancelReason', ['owner', 'expired', 'max-age', 'oco']),
      };
  }
}

function termsFrom(columns: StoredFields): OrderTerms {
  const terms = columns.parsed('terms');
  return {
    uuid: columns.text('uuid'),
    owner: columns.text('owner'),
    inputToken: columns.text('input_token'),
    outputToken: columns.text('output_token'),
    amountIn: columns.units('amount_in'),
    recipient: terms.text('recipient'),
    router: terms.text('router'),
    signature: terms.text('signature'),
    strategy: {
      ...(columns.has('strategy_id') && { strategyId: columns.text('strategy_id') }),
      ...terms.object('strategy'),
    },
    extra: terms.object('extra'),
    ...(columns.has('client_order_id') && { clientOrderId: columns.text('client_order_id') }),
    ...(terms.has('trigger') && { trigger: triggerFrom(terms.inside('trigger')) }),
    ...(terms.has('validFrom') && { validFrom: terms.time('validFrom') }),
    ...(terms.has('validTo') && { validTo: terms.time('validTo') }),
    ...(terms.has('minAmountOut') && { minAmountOut: terms.units('minAmountOut') }),
    ...(terms.has('metadata') && { metadata: terms.object('metadata') }),
  };
}

const triggerFrom = (fields: StoredFields): Trigger => ({
  conditionToken: fields.text('conditionToken'),
  targetPrice: unwrap(parseTargetPrice(fields.text('targetPrice'))),
  direction: fields.oneOf('direction', ['gt', 'lt']),
  baseAsset: fields.text('baseAsset'),
});
