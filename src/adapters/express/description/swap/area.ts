import { TIMESTAMP_TOLERANCE_MS } from '../../../../domain/wallet/signed-message.js';
import { REQUESTS_PER_WINDOW } from '../../../../domain/api-key/rate-window.js';
import { plainErrorBody } from '../../error-responses.js';
import { FAILURES_PER_MINUTE } from '../../swap/failed-keys.js';
import type { AreaDescription } from '../../operation/model.js';
import { API_KEY_OPERATIONS, API_KEY_SCHEMAS } from './api-keys.js';
import { ORDER_CHANGES } from './order-changes.js';
import { ORDER_READS } from './order-reads.js';
import { ORDER_SCHEMAS } from './order-schemas.js';
import { ORDER_DRAFT, PLACE_ORDER } from './place-order.js';
import { QUOTE, QUOTE_SCHEMAS } from './quote.js';

/** Orders, quotes and API keys. */
export const SWAP: AreaDescription = {
  name: 'swap',
  mount: '/swap',
  title: 'Swap: orders, quotes, API keys',
  about: [
    'A wallet signs an order once; the server keeps it and sends the swap on chain, exactly once, when it is executed. Quotes find the best route over all vaults. API keys let a bot execute or cancel its owner’s orders.',
    'An order is signed with SIP-018 structured data: sha256("SIP018" ‖ sha256(domain) ‖ sha256(message)) over consensus bytes, secp256k1 with low s, R S V in 130 hex characters. Domain: name "BLAZE_PROTOCOL", version "v1.0" or "v2.0" as the input token’s blaze says, chain-id 1 on mainnet and 2147483648 elsewhere. Message: contract = inputToken (principal), intent "TRANSFER_TOKENS", opcode none, amount (some amountIn), target (some router), uuid. Wallets do it with stx_signStructuredMessage.',
    `Every other signed request signs the exact text of a JSON object with stx_signMessage (the prefix 0x17 "Stacks Signed Message:\\n", the length, the text, hashed with SHA-256; R S V in 130 hex characters). The object holds the fields named with the call and timestamp: whole milliseconds, at most ${TIMESTAMP_TOLERANCE_MS / 60_000} minutes off the server’s clock (GET /time). Further fields are allowed. A message that changes something works once.`,
    'Execute and cancel check in this order: the order exists (404), the caller (401), the rate limit (429), the permission and the owner (403), the order’s state.',
    `An API key has ${REQUESTS_PER_WINDOW} requests in each minute of the clock, over all servers on one database; the next is 429 with Retry-After in seconds. An address that shows ${FAILURES_PER_MINUTE} bad keys in a minute is answered 429 for further ones.`,
    'Create, execute and cancel take an Idempotency-Key. Kept are successes, a create’s 409, and the 400, 409 and 422 of execute and cancel; any other answer leaves the key free. Keys belong to one route and one caller.',
  ],
  schemas: { ...ORDER_SCHEMAS, OrderDraft: ORDER_DRAFT, ...API_KEY_SCHEMAS, ...QUOTE_SCHEMAS },
  errorSchema: 'Error',
  errorBody: plainErrorBody,
  operations: [...ORDER_READS, PLACE_ORDER, ...ORDER_CHANGES, ...API_KEY_OPERATIONS, QUOTE],
};
