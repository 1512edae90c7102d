import type { Order } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/amounts.js';
import { labelText } from '../../../sdk/words/token-names.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';
import { endedAt } from './order-price.js';
import type { FindToken, NamedToken } from '../../../sdk/words/token-words.js';

type Column = readonly [name: string, read: (order: Order, find: FindToken) => string | undefined];
type Report = NonNullable<Order['report']>;

/** Column of an amount of the token bought, as the report on a fill tells it. */
const bought = (name: string, read: (report: Report) => string | undefined): Column => [
  name,
  ({ report, outputToken }, find) => amount(report && read(report), find(outputToken)),
];

/** Columns of an export, with their values for an order. Amounts are whole tokens, or smallest units if the token is not listed. */
const COLUMNS: readonly Column[] = [
  ['uuid', ({ uuid }) => uuid],
  ['handle', ({ handle }) => handle],
  ['owner', ({ owner }) => owner],
  ['status', ({ status }) => status],
  ['createdAt', ({ createdAt }) => createdAt],
  ['sells', ({ inputToken }, find) => name(find(inputToken))],
  ['amountIn', (order, find) => amount(order.amountIn, find(order.inputToken))],
  ['inputToken', ({ inputToken }) => inputToken],
  ['buys', ({ outputToken }, find) => name(find(outputToken))],
  ['minAmountOut', (order, find) => amount(order.minAmountOut, find(order.outputToken))],
  ['outputToken', ({ outputToken }) => outputToken],
  ['executedAmountIn', (order, find) => amount(order.executedAmountIn, find(order.inputToken))],
  ['executedAmountOut', (order, find) => amount(order.executedAmountOut, find(order.outputToken))],
  ['conditionToken', (order) => (hasPriceTrigger(order) ? order.conditionToken : undefined)],
  ['direction', (order) => (hasPriceTrigger(order) ? order.direction : undefined)],
  ['targetPrice', (order) => (hasPriceTrigger(order) ? order.targetPrice : undefined)],
  ['baseAsset', ({ baseAsset }) => baseAsset],
  ['trail', ({ trail }) => trail && (trail.bps === undefined ? trail.price : `${trail.bps}bp`)],
  ['activationPrice', ({ activationPrice }) => activationPrice],
  ['stop', ({ trailing }) => trailing?.stop],
  ['validFrom', ({ validFrom }) => validFrom],
  ['validTo', ({ validTo }) => validTo],
  ['strategyId', ({ strategyId }) => strategyId],
  ['strategyType', ({ strategyType }) => strategyType],
  ['clientOrderId', ({ clientOrderId }) => clientOrderId],
  ['txid', ({ txid }) => txid],
  ['blockHeight', ({ blockHeight }) => blockHeight?.toString()],
  ['feeUstx', ({ feeUstx }) => feeUstx],
  ['endedAt', endedAt],
  ['failureReason', ({ failureReason }) => failureReason],
  ['cancelReason', ({ cancelReason }) => cancelReason],
  ['recipient', ({ recipient }) => recipient],
  ['router', ({ router }) => router],
  ['kind', ({ kind }) => kind],
  ['role', ({ role }) => role],
  ['after', ({ after }) => after],
  ['integrator', ({ integrator }) => integrator],
  bought('quotedWhenPlaced', ({ quotedWhenPlaced }) => quotedWhenPlaced),
  bought('quotedWhenSent', ({ quotedWhenSent }) => quotedWhenSent),
  bought('bestPossible', ({ atParent }) => atParent?.best),
  bought('overQuote', ({ surplus }) => surplus.overQuote),
  bought('overMinimum', ({ surplus }) => surplus.overMinimum),
  ['shortfallBps', ({ report }) => report?.shortfallBps?.toString()],
  ['price', ({ report }) => report?.price?.toString()],
  ['paidUsd', ({ report }) => report?.usd?.paid.toString()],
  ['receivedUsd', ({ report }) => report?.usd?.received.toString()],
  ['leftOver', (order, find) => amount(order.leftOver, find(order.inputToken))],
];

const name = (token: NamedToken | undefined): string | undefined => token && labelText(token);

function amount(units: string | undefined, token: NamedToken | undefined): string | undefined {
  if (units === undefined || token === undefined) return units;
  return units.startsWith('-')
    ? `-${decimal(units.slice(1), token.decimals)}`
    : decimal(units, token.decimals);
}

/** Orders as rows of an export; the first row names the columns. */
export const orderRows = (orders: readonly Order[], find: FindToken): readonly (readonly string[])[] => [
  COLUMNS.map(([name]) => name),
  ...orders.map((order) => COLUMNS.map(([, read]) => read(order, find) ?? '')),
];
