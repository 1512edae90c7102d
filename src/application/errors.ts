import type { KeyTaken } from '../domain/idempotency/idempotency.js';
import type { AuthenticateKeyError } from './api-keys/authenticate-key.js';
import type { IssueApiKeyError, OwnedKeyError } from './api-keys/manage-keys.js';
import type { ExecuteOrderError, CancelOrderError } from './orders/owner-commands.js';
import type { MetadataNotFound } from './metadata/metadata-core.js';
import type { SaveMetadataError } from './metadata/save-metadata.js';
import type { PlaceOrderError } from './orders/place-order.js';
import type { InvalidOwner } from './orders/read-orders.js';
import type { ReadHistoryError } from './prices/read-history.js';
import type { QuoteRouteError } from './quotes/quote-route.js';

/** Every expected failure of the core, told apart by `kind`. The HTTP layer maps each one to a status and a sentence. */
export type CoreError =
  | PlaceOrderError
  | CancelOrderError
  | ExecuteOrderError
  | InvalidOwner
  | QuoteRouteError
  | ReadHistoryError
  | AuthenticateKeyError
  | IssueApiKeyError
  | OwnedKeyError
  | KeyTaken
  | MetadataNotFound
  | SaveMetadataError;
