import {
  conditionFields,
  restoreCondition,
  type Condition,
} from '../../../domain/order/conditions/conditions.js';
import { parseIntegrator } from '../../../domain/order/terms/draft-fields.js';
import type { JsonObject } from '../../../domain/shared/json.js';
import { planPart } from '../../../domain/order/terms/plan.js';
import type { Confirmation } from '../../../domain/order/conditions/guards.js';
import {
  CANCEL_REASONS,
  ENDINGS,
  ORDER_STATUSES,
  txidOf,
  type Activation,
  type ImportedFacts,
  type Order,
  type OrderTerms,
} from '../../../domain/order/order.js';
import { storedBytes } from '../../../domain/order/limits/quotas.js';
import { defined } from '../../../domain/shared/fields.js';
import type { Txid } from '../../../domain/order/ids.js';
import type { BlockRef, ExecutionQuote } from '../../../domain/order/swap-transaction.js';
import type { OrderRow } from './order-table.js';
import { storedRun } from './plan-run.js';
import { digits, isoTime, json, StoredFields } from '../database/index.js';

/** The columns that change after the order is placed. */
export type OrderProgress = Pick<
  OrderRow,
  'status' | 'status_rank' | 'version' | 'txid' | 'executed_in' | 'executed_out' | 'progress'
>;

export function toRow(order: Order): OrderRow {
  const { uuid, handle, owner, inputToken, outputToken, amountIn, clientOrderId, ...rest } = order.terms;
  const { trigger, strategy, integrator, extra, ...plain } = rest;
  const { strategyId, ...labels } = strategy;
  return {
    uuid,
    handle,
    owner,
    input_token: inputToken,
    output_token: outputToken,
    amount_in: digits(amountIn),
    created_at: isoTime(order.createdAt),
    client_order_id: clientOrderId ?? null,
    strategy_id: strategyId ?? null,
    plan_run: strategyId === undefined ? null : storedRun(planPart(order).first),
    terms: json({
      ...plain,
      strategy: labels,
      // The release before knows no integrator: it keeps the field, as it keeps all that it does not know.
      extra: { ...extra, ...(integrator !== undefined && { integrator }) },
      ...(trigger !== undefined && { trigger: storedCondition(trigger) }),
    }),
    bytes: storedBytes(order.terms),
    ...toProgress(order),
  };
}

/** The release before knows no trail: it reads such an order as one whose target no price reaches. */
const UNREACHED = { lt: '0', gt: '9'.repeat(39) } as const;

const storedCondition = (trigger: Condition) => ({
  ...(trigger.kind === 'trail' && { targetPrice: UNREACHED[trigger.direction] }),
  ...conditionFields(trigger),
});

export function toProgress(order: Order): OrderProgress {
  const { terms: _terms, createdAt: _createdAt, status, version, ...rest } = order;
  const { txid: _txid, ...sent } = 'txid' in rest ? rest : { ...rest, txid: undefined };
  const { executedAmountIn, executedAmountOut, ...progress } =
    'executedAmountIn' in sent
      ? sent
      : { ...sent, executedAmountIn: undefined, executedAmountOut: undefined };
  return {
    status,
    status_rank: ORDER_STATUSES.indexOf(status),
    version,
    txid: txidOf(order) ?? null,
    executed_in: executedAmountIn === undefined ? null : digits(executedAmountIn),
    executed_out: executedAmountOut === undefined ? null : digits(executedAmountOut),
    progress: json(progress),
  };
}

type Draft<T> = { -readonly [Field in keyof T]: T[Field] };

export function fromRow(row: OrderRow): Order {
  const columns = new StoredFields(row, `orders ${row.uuid}`);
  const progress = columns.parsed('progress');
  const base: Draft<Pick<Order, 'terms' | 'createdAt' | 'version' | 'activation'>> = {
    terms: termsFrom(columns),
    createdAt: columns.time('created_at'),
    version: columns.number('version'),
  };
  if (progress.has('activation')) base.activation = activationFrom(progress.inside('activation'));
  const sent = () => ({
    txid: columns.text<Txid>('txid'),
    broadcastedAt: progress.time('broadcastedAt'),
    quote: quoteFrom(progress.inside('quote')),
  });
  const ending = () => (progress.has('ending') ? { ending: progress.oneOf('ending', ENDINGS) } : undefined);
  // Object.assign instead of spread: pages are long, and spreading several objects costs more than reading the rest of an order.
  const status = columns.oneOf('status', ORDER_STATUSES);
  if (status !== 'open' && progress.has('imported'))
    return { ...base, status, imported: importedFrom(progress.inside('imported')) };
  switch (status) {
    case 'open':
      return progress.has('sending')
        ? { ...base, status, sending: progress.text('sending'), ...ending() }
        : { ...base, status, ...ending() };
    case 'broadcasted':
      return Object.assign(base, sent(), { status }, ending());
    case 'confirmed':
      return Object.assign(base, sent(), blockFrom(progress), {
        status,
        confirmedAt: progress.time('confirmedAt'),
        executedAmountIn: columns.units('executed_in'),
        executedAmountOut: columns.units('executed_out'),
        feeUstx: progress.units('feeUstx'),
      });
    case 'failed':
      if (!progress.has('quote'))
        return {
          ...base,
          status,
          failedAt: progress.time('failedAt'),
          failureReason: progress.text('failureReason'),
          blockHeight: progress.number('blockHeight'),
        };
      return Object.assign(base, sent(), blockFrom(progress), {
        status,
        failedAt: progress.time('failedAt'),
        failureReason: progress.text('failureReason'),
        feeUstx: progress.units('feeUstx'),
      });
    case 'cancelled':
      return {
        ...base,
        status,
        cancelledAt: progress.time('cancelledAt'),
        cancelReason: progress.oneOf('cancelReason', CANCEL_REASONS),
      };
  }
}

function termsFrom(columns: StoredFields): OrderTerms {
  const fields = columns.parsed('terms');
  const strategy: Draft<OrderTerms['strategy']> = fields.object('strategy');
  if (columns.has('strategy_id')) strategy.strategyId = columns.text('strategy_id');
  const terms: Draft<OrderTerms> = {
    uuid: columns.text('uuid'),
    handle: columns.text('handle'),
    owner: columns.text('owner'),
    inputToken: columns.text('input_token'),
    outputToken: columns.text('output_token'),
    amountIn: columns.units('amount_in'),
    recipient: fields.text('recipient'),
    router: fields.text('router'),
    signature: fields.text('signature'),
    strategy,
    ...integratorIn(fields.object('extra')),
  };
  if (columns.has('client_order_id')) terms.clientOrderId = columns.text('client_order_id');
  if (fields.has('trigger')) terms.trigger = restoreCondition(fields.inside('trigger'));
  if (fields.has('validFrom')) terms.validFrom = fields.time('validFrom');
  if (fields.has('validTo')) terms.validTo = fields.time('validTo');
  if (fields.has('minAmountOut')) terms.minAmountOut = fields.units('minAmountOut');
  if (fields.has('slippage')) terms.slippage = fields.number('slippage');
  if (fields.has('maxPriceImpact')) terms.maxPriceImpact = fields.number('maxPriceImpact');
  if (fields.has('minLiquidityUsd')) terms.minLiquidityUsd = fields.number('minLiquidityUsd');
  if (fields.has('confirm')) terms.confirm = confirmationFrom(fields.inside('confirm'));
  if (fields.has('after')) {
    const after = fields.inside('after');
    terms.after = { uuid: after.text('uuid'), handle: after.text('handle') };
  }
  if (fields.has('signed')) {
    const signed = fields.inside('signed');
    terms.signed = {
      signature: signed.text('signature'),
      fields: signed.object('fields'),
      ...(signed.has('path') && { path: signed.texts('path') }),
    };
  }
  if (fields.has('replaces')) terms.replaces = fields.text('replaces');
  if (fields.has('revision')) terms.revision = fields.number('revision');
  if (fields.has('metadata')) terms.metadata = fields.object('metadata');
  return terms;
}

/** Takes the integrator's tag from the fields beside which it is stored. What an older release kept under that name may be no tag. */
export function integratorIn({ integrator, ...extra }: JsonObject): Pick<OrderTerms, 'integrator' | 'extra'> {
  if (integrator === undefined) return { extra };
  const tag = parseIntegrator(integrator);
  return tag.ok ? { extra, integrator: tag.value } : { extra: { ...extra, integrator } };
}

function confirmationFrom(fields: StoredFields): Confirmation {
  const length = (unit: keyof Confirmation) => (fields.has(unit) ? fields.number(unit) : undefined);
  return defined({ blocks: length('blocks'), runs: length('runs'), minutes: length('minutes') });
}

const activationFrom = (fields: StoredFields): Activation => ({
  at: fields.time('at'),
  ...(fields.has('bought') && { bought: fields.units('bought') }),
});

const importedFrom = (fields: StoredFields): ImportedFacts => {
  const time = (name: string) => (fields.has(name) ? fields.time(name) : undefined);
  return defined({
    txid: fields.has('txid') ? fields.text<Txid>('txid') : undefined,
    broadcastedAt: time('broadcastedAt'),
    confirmedAt: time('confirmedAt'),
    failedAt: time('failedAt'),
    cancelledAt: time('cancelledAt'),
    blockHeight: fields.has('blockHeight') ? fields.number('blockHeight') : undefined,
    blockTime: fields.has('blockTime') ? fields.number('blockTime') : undefined,
    failureReason: fields.has('failureReason') ? fields.text('failureReason') : undefined,
  });
};

export const quoteFrom = (fields: StoredFields): ExecutionQuote => ({
  amountIn: fields.units('amountIn'),
  amountOut: fields.units('amountOut'),
  quotedAt: fields.time('quotedAt'),
  ...(fields.has('height') && { height: fields.number('height') }),
  slippage: fields.number('slippage'),
  ...(fields.has('protected') && { protected: fields.boolean('protected') }),
  path: fields.texts('path'),
  vaults: fields.texts('vaults'),
});

export const blockFrom = (fields: StoredFields): BlockRef => ({
  blockHeight: fields.number('blockHeight'),
  blockTime: fields.number('blockTime'),
  ...(fields.has('blockHash') && { blockHash: fields.text('blockHash') }),
});
