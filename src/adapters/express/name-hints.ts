import { isClientRef } from '../../application/orders/find-order.js';
import { parseOrderUuid } from '../../domain/order/draft-fields.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { ExpiredTimestamp } from '../../domain/wallet/signed-message.js';

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

const SUBNET_TOKEN =
  'A subnet token is a copy that a subnet contract pays 1:1 for a deposit of the token (docs/explanation/glossary.md#subnet-token).';

/** What an order can pay with in place of a token that is on no subnet. */
export const subnetTokenHint = (copies: readonly ContractId[]): string =>
  copies.length === 0 ? SUBNET_TOKEN : `${SUBNET_TOKEN} Its copies here: ${copies.join(', ')}.`;

/** By how much a signed timestamp is off. */
export const clockHint = ({ behindMs }: ExpiredTimestamp): string => {
  const seconds = Math.round(Math.abs(behindMs) / 1_000);
  const way = behindMs < 0 ? 'ahead of' : 'behind';
  return `The signed timestamp is ${seconds} s ${way} the server’s clock, which GET /time returns.`;
};
