import { isClientRef } from '../../application/orders/find-order.js';
import { parseOrderUuid } from '../../domain/order/draft-fields.js';

/** How an order is named, for a caller who used another name. */
export function orderNameHint(ref: string): string | undefined {
  if (isClientRef(ref))
    return 'client: and a clientOrderId name an order only to its owner, by API key or wallet.';
  if (parseOrderUuid(ref).ok) return undefined;
  return 'An order is named by its handle or uuid (8-4-4-4-12 hex digits), or by client: and its clientOrderId.';
}

/** How a token is named, for a caller who used a symbol. */
export const tokenNameHint = (text: string): string | undefined =>
  text.includes('.')
    ? undefined
    : 'Tokens are named by contract id: <address>.<contract-name>, or .stx for STX. Symbols are not unique.';
