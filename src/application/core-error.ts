import type { KeyTaken } from '../domain/idempotency/idempotency.js';
import type { InvalidPriceTimes } from '../domain/price-series/price-times.js';
import type { CreateAlertError, OwnedAlertError } from './alerts/alerts-core.js';
import type { AuthenticateKeyError } from './api-keys/authenticate-key.js';
import type { IssueApiKeyError, OwnedKeyError } from './api-keys/manage-keys.js';
import type { ProveOwnerError } from './authorization/prove-owner.js';
import type { LogoNotFound, MetadataNotFound, TokenNotExamined } from './metadata/metadata-core.js';
import type { SaveMetadataError } from './metadata/save-metadata.js';
import type { ReadCostsError } from './operator/read-costs.js';
import type { SessionError, SignInError } from './operator/sessions.js';
import type { AmendOrderError } from './orders/amend-order.js';
import type { CancelOrdersError } from './orders/cancel-orders.js';
import type { CancelOrderError, ExecuteOrderError } from './orders/owner-commands.js';
import type { BatchRefused } from './orders/place-batch.js';
import type { PlaceOrderError } from './orders/place-order.js';
import type { InvalidFilter } from './orders/read-orders.js';
import type { StrategyNotFound } from './orders/read-plans.js';
import type { ReplayOrderError } from './orders/replay-order.js';
import type { ReadHistoryError } from './prices/read-history.js';
import type { QuoteRouteError } from './quotes/quote-route.js';
import type { OrderNotFilled } from './reports/read-report.js';
import type { ReadBalancesError } from './wallets/read-balances.js';
import type {
  CreateWebhookError,
  ListDeliveriesError,
  ReplayError,
  TestWebhookError,
} from './webhooks/webhooks-core.js';

/** Every expected failure of the core, told apart by `kind`. The HTTP layer maps each one to a status and a sentence. */
export type CoreError =
  | PlaceOrderError
  | ReplayOrderError
  | BatchRefused
  | AmendOrderError
  | CancelOrderError
  | CancelOrdersError
  | ExecuteOrderError
  | InvalidFilter
  | StrategyNotFound
  | OrderNotFilled
  | QuoteRouteError
  | ReadHistoryError
  | ReadBalancesError
  | InvalidPriceTimes
  | AuthenticateKeyError
  | IssueApiKeyError
  | ProveOwnerError
  | OwnedKeyError
  | CreateAlertError
  | OwnedAlertError
  | CreateWebhookError
  | ListDeliveriesError
  | TestWebhookError
  | ReplayError
  | SignInError
  | SessionError
  | ReadCostsError
  | KeyTaken
  | MetadataNotFound
  | LogoNotFound
  | TokenNotExamined
  | SaveMetadataError;
