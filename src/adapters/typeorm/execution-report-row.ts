import {
  INEXACT_REASONS,
  type FillFacts,
  type ParentOutputs,
  type VaultFee,
} from '../../domain/order/report/execution-report.js';
import { ABORT_CAUSES, type SwapOutcome } from '../../domain/order/report/outcome.js';
import { StoredFields } from './database/index.js';
import { blockFrom } from './orders/order-row.js';

/** The outcome in the row's JSON. */
export function outcomeFrom(row: { readonly outcome: string }): SwapOutcome {
  const fields = new StoredFields(row, 'execution_reports').parsed('outcome');
  const mined = {
    uuid: fields.text<SwapOutcome['uuid']>('uuid'),
    txid: fields.text<SwapOutcome['txid']>('txid'),
    tokenIn: fields.text<SwapOutcome['tokenIn']>('tokenIn'),
    tokenOut: fields.text<SwapOutcome['tokenOut']>('tokenOut'),
    block: blockFrom(fields.inside('block')),
    ...(fields.has('dueAt') && { dueAt: fields.time('dueAt') }),
    broadcastedAt: fields.time('broadcastedAt'),
  };
  return fields.oneOf('kind', ['filled', 'aborted']) === 'aborted'
    ? { ...mined, kind: 'aborted', cause: fields.oneOf('cause', ABORT_CAUSES) }
    : { ...mined, kind: 'filled', facts: factsFrom(fields.inside('facts')) };
}

const factsFrom = (fields: StoredFields): FillFacts => ({
  amountIn: fields.units('amountIn'),
  executed: fields.units('executed'),
  ...(fields.has('placed') && { placed: fields.units('placed') }),
  ...(fields.has('sent') && { sent: fields.units('sent') }),
  ...(fields.has('minimum') && { minimum: fields.units('minimum') }),
  ...(fields.has('parent') && { parent: parentFrom(fields.inside('parent')) }),
  ...(fields.has('prices') && { prices: pricesFrom(fields.inside('prices')) }),
});

const parentFrom = (fields: StoredFields): ParentOutputs => ({
  blockHeight: fields.number('blockHeight'),
  ...(fields.has('ownRoute') && { ownRoute: fields.units('ownRoute') }),
  ...(fields.has('best') && { best: fields.units('best') }),
  ...(fields.has('fees') && { fees: feesFrom(fields) }),
  ...(fields.has('inexact') && { inexact: fields.oneOf('inexact', INEXACT_REASONS) }),
});

const feesFrom = (fields: StoredFields): readonly VaultFee[] =>
  fields
    .objects('fees')
    .map((fee) => ({ token: fee.text<VaultFee['token']>('token'), amount: fee.units('amount') }));

const pricesFrom = (fields: StoredFields): FillFacts['prices'] & object => ({
  at: fields.number('at'),
  tokenIn: fields.number('tokenIn'),
  tokenOut: fields.number('tokenOut'),
});
