export { createCore, type Core } from './application/core.js';
export type { CoreError } from './application/core-error.js';
export { DEFAULT_SETTINGS, type CoreSettings } from './application/settings.js';
export type { SettingValue } from './application/setting.js';
export type {
  AdmittedKey,
  AuthenticateKeyError,
  KeyCaller,
} from './application/api-keys/authenticate-key.js';
export type { KeyOutcome } from './application/api-keys/key-activity-log.js';
export type {
  DescribedKey,
  IssueApiKeyError,
  IssuedApiKey,
  KeyWithActivity,
  OwnedKeyError,
} from './application/api-keys/manage-keys.js';
export { makeFeeLearner, type FeeEvent, type FeeLearner } from './application/market/learn-fees.js';
export type { KeyedWork, OnceAnswered, RunOnce } from './application/idempotency/run-once.js';
export type { Authorization, OwnerRequest } from './application/authorization/authorize-owner.js';
export type { ProveWalletError, WalletProof } from './application/authorization/prove-wallet.js';
export type {
  InvalidFilter,
  InvalidOwner,
  ListOrdersInput,
  OrderFilter,
} from './application/orders/read-orders.js';
export type { ReadTokenFacts } from './application/metadata/token-facts-cache.js';
export type { SendingStanding } from './application/execution/send/brakes.js';
export type { DueOrders } from './application/operator/count-due.js';
export type { InvalidCostPeriod, ReadCostsError, TooManyCosts } from './application/operator/read-costs.js';
export type { PaidOrder, SentTransaction } from './domain/operator/costs.js';
export type { OperatorAccount, OperatorStanding } from './application/operator/read-standing.js';
export type { BegunSession, SessionError, SignInError } from './application/operator/sessions.js';
export type { SwitchChange, SwitchWish } from './application/operator/set-switch.js';
export type {
  MetadataCore,
  MetadataNotFound,
  MetadataPage,
  LogoNotFound,
  TokenNotExamined,
} from './application/metadata/metadata-core.js';
export type {
  ContractNotDeployed,
  ContractUnconfirmed,
  DeployerQuotaExceeded,
  SaveMetadataCommand,
  SaveMetadataError,
} from './application/metadata/save-metadata.js';
export type { OracleHealth, SourceReading } from './application/prices/oracle.js';
export type { PriceHealth, RecordingFailure } from './application/prices/price-health.js';
export type { PriceList, PricedToken, TokenNotPriced } from './application/prices/price-list-cache.js';
export type { PricesCore } from './application/prices/prices-core.js';
export type { VolumeCandle } from './domain/price-series/candle-volumes.js';
export type { TradeCoverage, TradeTotals } from './domain/trade/coverage.js';
export type { MinedTrade, RecordedTrade, ValuedTrade } from './domain/trade/recorded-trade.js';
export type { Trade } from './domain/trade/trade.js';
export type { PriceHistory, ReadHistoryError } from './application/prices/read-history.js';
export type { RecordOutcome, RecordPrices, RecordPricesError } from './application/prices/record-prices.js';
export type { QuoteRouteError, QuoteRouteInput, QuotedRoute } from './application/quotes/quote-route.js';
export type {
  BalancesReading,
  NoBalance,
  ReadBalancesError,
  TokenBalance,
} from './application/wallets/read-balances.js';
export type {
  ApiKey,
  ApiKeyHash,
  ApiKeyId,
  ApiKeySecret,
  ApiKeyStatus,
  ApiKeyTerms,
} from './domain/api-key/api-key.js';
export {
  parseIdempotencyKey,
  type IdempotencyKey,
  type KeyEntry,
  type KeyTaken,
} from './domain/idempotency/idempotency.js';
export {
  lintMetadata,
  type ListedFacts,
  type MetadataFinding,
  type MetadataFindingCode,
} from './domain/metadata-record/lint.js';
export type {
  InvalidMetadata,
  MetadataEntry,
  MetadataRecord,
} from './domain/metadata-record/metadata-record.js';
export { describeToken, type TokenFacts, type TokenFactsById } from './domain/metadata-record/token-facts.js';
export type {
  SendingLimits,
  SendingStopped,
  Spending,
  SpendingWindow,
  SwitchPosition,
} from './domain/order/evaluation/brakes.js';
export type { AnyOrder, FieldProblem } from './domain/order/terms/draft.js';
export type { OrderInput } from './domain/order/terms/order-input.js';
export type { Condition } from './domain/order/conditions/conditions.js';
export type { TriggerLevel, TriggerPair } from './domain/order/conditions/rules.js';
export { handleOf } from './domain/order/terms/handle.js';
export type { LoggedOrderEvent, OrderEvent, OrderEventType } from './domain/order/events.js';
export type {
  Activation,
  BroadcastedOrder,
  CancelledOrder,
  ConfirmedOrder,
  EntryName,
  FailedOrder,
  SpentOrder,
  OpenOrder,
  Order,
  OrderPosition,
  OrderStatus,
  OrderTerms,
  PastOrder,
  SignedFields,
  Strategy,
} from './domain/order/order.js';
export type { Finding, KeptTerms, OrderEvidence, Payment, ProofRule } from './domain/order/proof/evidence.js';
export { parseKept, type KeptEntry, type KeptOrder } from './domain/order/proof/kept-orders.js';
export type { TermsRules } from './domain/order/proof/record-rules.js';
export { verifyOrders } from './domain/order/proof/verify-orders.js';
export type { Figures, Retry } from './domain/order/evaluation/retry-policy.js';
export type {
  BlockRef,
  ExecutionQuote,
  SwapState,
  SwapTransaction,
} from './domain/order/swap-transaction.js';
export type { Candle, Interval } from './domain/price-series/candle.js';
export type { RawHistoryRequest } from './domain/price-series/window.js';
export { Router, type Route, type RouteHop } from './domain/router/best-route.js';
export type { Split } from './domain/router/split/split.js';
export type { SplitNotWorth, Worth } from './domain/router/split/worth.js';
export type { QuotedSplit, QuoteSplitInput } from './application/quotes/quote-split.js';
export type { BlazeVersion, Registry, RouterContract, Token } from './domain/market/registry.js';
export { parseSlippage, type Slippage } from './domain/router/slippage.js';
export type {
  HopQuote,
  Opcode,
  Probes,
  Reserves,
  RoutableVault,
  Vault,
  VaultKind,
} from './domain/vault/vault.js';
export { parseAddress, type Address } from './domain/shared/address.js';
export { parseContractId, STX, type ContractId } from './domain/shared/contract-id.js';
export type { Network } from './domain/shared/network.js';
export { err, ok, unwrap, type Result, type Invalid } from './domain/shared/result.js';
export { parseUnits, toUnits, type Units } from './domain/shared/units.js';
export type { AccountStanding } from './application/execution/send/operator-accounts.js';
export type { RecheckEnded } from './application/execution/settle/recheck-ended.js';
export type { SettleSwaps } from './application/execution/settle/settle-swaps.js';
export type { SentOrder } from './application/execution/swap/transmit-swap.js';
export type { DatedEvaluation } from './application/execution/tick/evaluate.js';
export type { ExecutorReport, RunExecutor } from './application/execution/tick/run-executor.js';
export type { CheckClock, ClockDoubtful } from './application/market/chain-clock.js';
export type { Market } from './application/market/market.js';
export type { MetadataSnapshot } from './application/metadata/follow-metadata.js';
export type { ProveDeployerError } from './application/metadata/prove-deployer.js';
export type {
  CancelOrdersError,
  CancelOrdersRequest,
  CancelledOrders,
} from './application/orders/cancel-orders.js';
export type { OrderNotFilled } from './application/reports/read-report.js';
export type { OrderNotFound } from './application/orders/find-order.js';
export type { PageInput, StatusFilter } from './application/orders/list-page.js';
export type { CancelOrderError, ExecuteOrderError } from './application/orders/owner-commands.js';
export type { BatchRefused, BatchResult, OrderBatch, PlaceBatch } from './application/orders/place-batch.js';
export type { PlaceJson, PlaceOrder, PlaceOrderError } from './application/orders/place-order.js';
export type { ListPlansInput, PlanWithOrders, StrategyNotFound } from './application/orders/read-plans.js';
export type { VaultListing } from './application/vaults/list-vaults.js';
export type { NetworkRegistry } from './application/vaults/read-registry.js';
export type { RateStanding } from './domain/api-key/rate-window.js';
export type { KeyAction, KeyRequest, KeyUsage, UsageCounts } from './domain/api-key/usage.js';
export type { QuarantinedVault, QuoteFailure } from './domain/market/quarantine.js';
export type { OperatorSession, SessionHash, SessionToken } from './domain/operator/session.js';
export type { TokenBook } from './domain/metadata-record/token-book.js';
export type { Confirmation } from './domain/order/conditions/guards.js';
export type { PriceCondition } from './domain/order/conditions/price.js';
export type { WindowCondition } from './domain/order/conditions/window.js';
export type { OrderHandle, OrderSignature, OrderUuid, RawTransaction, Txid } from './domain/order/ids.js';
export type { AccountLoad } from './domain/order/evaluation/operator-accounts.js';
export type { OwnerLimit } from './domain/order/limits/owner-limits.js';
export type { PlanKind } from './domain/order/terms/names.js';
export type { Plan } from './domain/order/terms/plan.js';
export type { OrderQuotas, StoredOrders } from './domain/order/limits/quotas.js';
export type { SearchTerm } from './domain/order/lists/search.js';
export type {
  FillFacts,
  InexactReason,
  ParentOutputs,
  RecordedPrices,
  VaultFee,
} from './domain/order/report/execution-report.js';
export type {
  AbortCause,
  AbortedOutcome,
  FilledSwap,
  OutcomeFigures,
  SwapOutcome,
} from './domain/order/report/outcome.js';
export type { TransactionStatus } from './domain/order/lifecycle/settlement.js';
export type { Invariant, Violation } from './domain/order/lifecycle/invariants.js';
export type { NoBtcPrice } from './domain/price-series/btc-usd.js';
export type { DaySlots, LatestPrice, PackedDay, PricePoint, PriceRun } from './domain/price-series/price.js';
export type { PriceChange } from './domain/price-series/trend.js';
export type { UnpricedToken } from './domain/price-series/unpriced.js';
export type { ContractFacts, TokenFacts as ContractTokenFacts } from './domain/registry/contract-facts.js';
export type { HopFee } from './domain/router/quote.js';
export type { JsonObject } from './domain/shared/json.js';
export type { FeeUnread, VaultFees } from './domain/vault/fee.js';
export type { WrappedPool } from './domain/registry/wrapped-pool.js';
export type * from './ports/index.js';
export { storedTogether } from './ports/index.js';
// Parts of the errors and results above.
export type { Permission } from './domain/api-key/api-key.js';
export type { TooManyApiKeys } from './application/api-keys/manage-keys.js';
export type { InvalidSignature, TextMismatch } from './application/authorization/explain-text-signature.js';
export type {
  SignedRequestError,
  InvalidMessageContent,
  WrongAudience,
  ExpiredTimestamp,
} from './domain/wallet/signed-message.js';
export type { InvalidBalanceRequest, RawBalanceRequest } from './domain/wallet/balance-request.js';
export type { InvalidTokenFilter } from './application/orders/read-orders.js';
export type { DeployerProof } from './application/metadata/prove-deployer.js';
export type { Trend } from './application/prices/read-trends.js';
export type { PriceQuote, Price } from './domain/price-series/price.js';
export type { InvalidHistoryRequest } from './domain/price-series/window.js';
export type { NoQuote, UnknownSide } from './application/quotes/sides.js';
export type { Portfolio } from './application/wallets/read-portfolio.js';
export type { HeldPrice, Holding, Holdings, KnownBalance } from './domain/wallet/holdings.js';
export type { DepthInput, DirectionDepth, PairDepth } from './application/quotes/read-depth.js';
export type { Depth, DepthLevel, SwapAmounts } from './domain/router/depth.js';
export type { RouteQuote, NoRoute } from './domain/router/quote.js';
export type { Claim as IdempotencyClaim, KeptAnswer } from './domain/idempotency/idempotency.js';
export type { TriggerKey } from './domain/order/conditions/rules.js';
export type { Sha256 } from './domain/shared/address.js';
export type { Ending, CancelReason, ImportedFacts } from './domain/order/order.js';
export type { TriggerGuards, LowLiquidity } from './domain/order/conditions/guards.js';
export type { Probe, RoutableKind, AssetId } from './domain/vault/vault.js';
export type { RecheckReport } from './application/execution/settle/recheck-ended.js';
export type { SettlementReport } from './application/execution/settle/settle-swaps.js';
export type { Evaluation, StopKind } from './domain/order/evaluation/evaluation.js';
export type { Sending } from './application/execution/tick/send-due.js';
export type { InvalidSelection, SelectionInput } from './domain/order/lists/order-selection.js';
export type { AuthorizeOwnerError } from './application/authorization/authorize-owner.js';
export type { ArmedTimer, CancelTimer, FiredTimer, TimerScope } from './domain/cancel-timer/cancel-timer.js';
export type { CancelAfterRequest, TimerAuthorization } from './application/orders/cancel-after.js';
export type { FiredTimers } from './application/orders/fire-timers.js';
export type { KeyRefused, PermissionDenied } from './application/api-keys/authorize-key.js';
export type { KeySpendingRefused } from './application/api-keys/spend-by-key.js';
export type {
  InvalidFields,
  KeyProof,
  OwnerProof,
  ProveOwnerError,
} from './application/authorization/prove-owner.js';
export type {
  KeyLimits,
  LimitedKey,
  LimitName,
  OutsideKeyLimits,
  TokenAmount,
} from './domain/api-key/limits.js';
export type { KeyAmountExceeded, KeySpending } from './domain/api-key/spending.js';
export type { OwnersAuthorization, SkippedOrder } from './application/orders/cancel-orders.js';
export type { OrderAlreadyBroadcast } from './domain/order/lifecycle/lifecycle.js';
export type { WalletRateExceeded } from './application/orders/owner-commands.js';
export type { SendSwapError } from './application/execution/send/send-swap.js';
export type { Explaining, OrderExists, OrderRefused } from './application/orders/check-order.js';
export type { InvalidOrder } from './domain/order/terms/draft.js';
export type { TermsRefused } from './application/orders/check-terms.js';
export type { NeverRuns } from './domain/order/terms/never-runs.js';
export type { OcoGroupFull } from './application/orders/oco-group.js';
export type { ClientOrderIdTaken, Conflict, StoreConflict } from './application/orders/store-orders.js';
export type { NotReplaced } from './application/orders/replace-order.js';
export type { OrderTooLarge, QuotaExceeded, OwnerQuotaExceeded } from './domain/order/limits/quotas.js';
export type { ListedVault, VaultSide } from './application/vaults/list-vaults.js';
export type { UnlistedToken } from './domain/metadata-record/token-book.js';
export type { UndeployedRecord } from './domain/metadata-record/undeployed.js';
export type { LogoPictures, LogoSize, TokenLogo } from './domain/metadata-record/token-logo.js';
export type { PublishedFacts, TokenUri } from './domain/metadata-record/token-uri.js';
export type { SafetyFact, SafetyFacts, SafetyWho } from './domain/token-safety/safety-facts.js';
export type { TokenSafety } from './domain/token-safety/token-safety.js';
export type { Comparison } from './domain/order/conditions/price.js';
export type { PlanAmounts, PlannedRun } from './domain/order/terms/plan.js';
export type { UnpricedReason } from './domain/price-series/unpriced.js';
export type { ChangePeriod } from './domain/price-series/trend.js';
export type { Json } from './domain/shared/json.js';
export type { CheckChain, ForeignChain } from './application/execution/settle/check-chain.js';
export type { Unmet } from './domain/order/conditions/conditions.js';
export type { Attempt } from './application/execution/tick/attempt-order.js';
export type { EndOrderError } from './application/orders/end-order.js';
export type { OrderNotOpen } from './domain/order/lifecycle/not-open.js';
export type { TransmitError } from './application/execution/swap/transmit-swap.js';
export type { SignatureNotVerified } from './application/orders/explain-signature.js';
export type { TargetPrice, BaseAsset } from './domain/order/conditions/price-ratio.js';
export type { Mismatch } from './application/authorization/mismatch.js';
export type { NoRouteReason } from './domain/router/quote.js';
export type { HeldByGuard } from './application/execution/tick/guard-trigger.js';
export type { Outage } from './domain/order/evaluation/retry-policy.js';
export type { OrderMismatch } from './application/orders/explain-signature.js';
export type { Refusal } from './application/execution/swap/transmit-swap.js';
export type {
  CreateWebhookError,
  DeliveryNotFound,
  DeliveryPageQuery,
  DescribedWebhook,
  ListDeliveriesError,
  OwnedWebhookError,
  ReplayError,
  TestWebhookError,
  TooManyWebhooks,
  UpdateWebhookError,
  WebhookDisabled,
  WebhookNotFound,
  WebhooksOff,
  WebhookWithDeliveries,
  WebhookWithSecret,
} from './application/webhooks/managed-webhook.js';
export type { AddedDeliveries } from './application/webhooks/add-deliveries.js';
export type { AfterAttempt } from './domain/webhook/attempt.js';
export type { Busy, SendingDelivery } from './domain/webhook/bounds.js';
export type { InvalidPriceTimes, RawPriceTimes } from './domain/price-series/price-times.js';
export type { TokenPair } from './domain/order/terms/token-pair.js';
export type { Alert, AlertFiring, AlertId, AlertState, FiredAlert } from './domain/alert/alert.js';
export type { AlertCondition, AlertDirection, AlertTerms } from './domain/alert/condition.js';
export type { Watch } from './domain/alert/watch.js';
export type {
  AlertNotFound,
  CreateAlertError,
  OwnedAlertError,
  TooManyAlerts,
} from './application/alerts/manage-alerts.js';
export type {
  DeliveredEvent,
  DeliveredFiring,
  DeliveredOrderEvent,
  Delivery,
  DeliveryId,
  DeliveryState,
  LastAttempt,
  NewDelivery,
  SendFailure,
  SendOutcome,
} from './domain/webhook/delivery.js';
export type {
  DisableReason,
  Webhook,
  WebhookEventType,
  WebhookId,
  WebhookSecret,
  WebhookTerms,
} from './domain/webhook/webhook.js';
export type { Replay, ReplayedFiring, RunPrice } from './domain/order/evaluation/replay.js';
export type { AmendOrderError } from './application/orders/amend-order.js';
export type { AmendRefused, OutdatedRevision, PinnedTerms } from './domain/order/lifecycle/amend.js';
export type {
  InvalidSpan,
  NotTriggered,
  ReplayedOrder,
  ReplayOrderError,
} from './application/orders/replay-order.js';
export type { GridPoint, Mark, ReachedTrails, TrailGroup } from './domain/order/conditions/marks.js';
