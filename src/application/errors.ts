import type { KeyTaken } from '../domain/idempotency/kept-answer.js';
import type { AuthenticateKeyError } from './api-keys/authenticate-key.js';
import type { GetApiKeyError } from './api-keys/get-api-key.js';
import type { IssueApiKeyError } from './api-keys/issue-api-key.js';
import type { ListApiKeysError } from './api-keys/list-api-keys.js';
import type { RevokeApiKeyError } from './api-keys/revoke-api-key.js';
import type { ExecuteOrderError } from './execution/send/execute-order.js';
import type { MetadataNotFound } from './metadata/read-metadata.js';
import type { SaveMetadataError } from './metadata/save-metadata.js';
import type { CancelOrderError } from './orders/cancel-order.js';
import type { PlaceOrderError } from './orders/place-order.js';
import type { InvalidOwner } from './orders/read-orders.js';
import type { ReadHistoryError } from './prices/read-history.js';
import type { QuoteRouteError } from './quotes/quote-route.js';

/** Every expected outcome that is not the wished one. Whoever shows them to people must know them all. */
export type CoreError =
  | PlaceOrderError
  | CancelOrderError
  | ExecuteOrderError
  | InvalidOwner
  | QuoteRouteError
  | ReadHistoryError
  | AuthenticateKeyError
  | IssueApiKeyError
  | ListApiKeysError
  | GetApiKeyError
  | RevokeApiKeyError
  | KeyTaken
  | MetadataNotFound
  | SaveMetadataError;
