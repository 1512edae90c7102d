import { isClientRef } from '../../../application/orders/find-order.js';
import { parseOrderUuid } from '../../../domain/order/terms/draft-fields.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { ExpiredTimestamp, WrongAudience } from '../../../domain/wallet/signed-message.js';

export const BEHIND_A_PROXY =
  'Behind a proxy, the operator sets SLUICE_PUBLIC_URL to the address that callers use.';

/** Hint for a caller that named an order by something other than its handle or uuid. */
export function orderNameHint(ref: string): string | undefined {
  if (isClientRef(ref))
    return 'client: and a clientOrderId name an order only to its owner, by API key or wallet.';
  if (parseOrderUuid(ref).ok) return undefined;
  return 'An order is named by its handle or uuid (8-4-4-4-12 hex digits), or by client: and its clientOrderId.';
}

const NAMING = 'Tokens are named by contract id: <address>.<contract-name>, or .stx for STX.';

/** Hint for a caller that named a token by its symbol, with the tokens that have that symbol. */
export function tokenNameHint(text: string, meant: readonly ContractId[] = []): string | undefined {
  if (meant.length > 0) return `${NAMING} Tokens with this symbol: ${meant.join(', ')}.`;
  return text.includes('.') ? undefined : `${NAMING} Symbols are not unique.`;
}

const SUBNET_TOKEN =
  'A subnet token is a copy that a subnet contract pays 1:1 for a deposit of the token (docs/how-to/deposit-and-withdraw.md).';

/** Hint for an order that sells a token that is not a subnet token: the token's subnet copies, which it can sell instead. */
export const subnetTokenHint = (copies: readonly ContractId[]): string =>
  copies.length === 0 ? SUBNET_TOKEN : `${SUBNET_TOKEN} Its copies here: ${copies.join(', ')}.`;

/** Hint on the accepted values of a wrong field in a signed message. */
export function audienceHint({ field, accepted }: WrongAudience): string {
  if (accepted.length > 0) {
    const right = `Sign a message whose ${field} is ${accepted.join(' or ')}.`;
    return field === 'network' ? right : `${right} ${BEHIND_A_PROXY}`;
  }
  return 'This server knows no origin of its own, so that no audience is right: its operator sets one (SLUICE_PUBLIC_URL, or the setting origins of an embedded core).';
}

/** Deviation that shows a wrong unit: a number of seconds or microseconds, read as milliseconds, is off by decades. */
const DECADES_MS = 1_000_000_000_000;

/** Hint on how far a signed timestamp is off, or on the wrong unit that it seems to be in. */
export const clockHint = ({ behindMs }: ExpiredTimestamp): string => {
  if (behindMs > DECADES_MS)
    return 'The signed timestamp seems to be in seconds: sign milliseconds, such as GET /time returns.';
  if (behindMs < -DECADES_MS)
    return 'The signed timestamp seems to be in microseconds or finer: sign milliseconds, such as GET /time returns.';
  const seconds = Math.round(Math.abs(behindMs) / 1_000);
  const way = behindMs < 0 ? 'ahead of' : 'behind';
  return `The signed timestamp is ${seconds} s ${way} the server’s clock, which GET /time returns.`;
};
