import type { ExecutionQuote, BlockRef } from '../../../domain/order/swap-transaction.js';
import type { StoredFields } from '../database/stored-fields.js';

export const quoteFrom = (fields: StoredFields): ExecutionQuote => ({
  amountIn: fields.units('amountIn'),
  amountOut: fields.units('amountOut'),
  quotedAt: fields.time('quotedAt'),
  slippage: fields.number('slippage'),
  path: fields.texts('path'),
  vaults: fields.texts('vaults'),
});

export const blockFrom = (fields: StoredFields): BlockRef => ({
  blockHeight: fields.number('blockHeight'),
  blockTime: fields.number('blockTime'),
});
