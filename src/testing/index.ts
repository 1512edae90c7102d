import { alertsContract } from './alerts.contract.js';
import { apiKeyActivityContract } from './api-key-activity.contract.js';
import { apiKeyRepositoryContract } from './api-key-repository.contract.js';
import { cancelTimersContract } from './cancel-timers.contract.js';
import { databaseHomeContract } from './database-home.contract.js';
import { executionClaimsContract } from './execution-claims.contract.js';
import { executionReportsContract } from './execution-reports.contract.js';
import { executionQueueContract } from './execution-queue.contract.js';
import { useFramework, type TestFramework } from './framework.js';
import type { StorageHarness } from './harness.js';
import { idempotencyLogContract } from './idempotency-log.contract.js';
import { keySpendingContract } from './key-spending.contract.js';
import { metadataRepositoryContract } from './metadata-repository.contract.js';
import { tokenLogoRepositoryContract } from './token-logo-repository.contract.js';
import { tokenUriRepositoryContract } from './token-uri-repository.contract.js';
import { operatorSessionsContract } from './operator-sessions.contract.js';
import { orderEventLogContract } from './order-event-log.contract.js';
import { orderFeedContract } from './order-feed.contract.js';
import { orderListsContract } from './order-lists.contract.js';
import { orderRepositoryContract } from './order-repository.contract.js';
import { ownerUsageContract } from './owner-usage.contract.js';
import { priceArchiveContract } from './price-archive.contract.js';
import { priceStoreContract } from './price-store.contract.js';
import { rateCounterContract } from './rate-counter.contract.js';
import { sendingSwitchContract } from './sending-switch.contract.js';
import { signedMessageLogContract } from './signed-message-log.contract.js';
import { sentTransactionsContract } from './sent-transactions.contract.js';
import { swapRepositoryContract } from './swap-repository.contract.js';
import { tradeStoreContract } from './trade-store.contract.js';
import { unitOfWorkContract } from './unit-of-work.contract.js';
import { watermarksContract } from './watermarks.contract.js';
import { webhookDeliveriesContract } from './webhook-deliveries.contract.js';
import { webhookReplaysContract } from './webhook-replays.contract.js';
import { webhookRepositoryContract } from './webhook-repository.contract.js';

export type { AsyncMatchers, Expect, Matchers, PlainMatchers, TestFramework } from './framework.js';
export { endsLogContract, type EndsLogHarness, type OpenedEndsLog } from './ends-log.contract.js';
export type { OpenedStorage, StorageHarness } from './harness.js';

/** The contract of each storage port, by the name of the port. */
const CONTRACTS = {
  orders: [orderRepositoryContract, orderListsContract],
  events: [orderEventLogContract],
  feed: [orderFeedContract],
  ownerUsage: [ownerUsageContract],
  swaps: [swapRepositoryContract, sentTransactionsContract],
  executionReports: [executionReportsContract],
  signedMessages: [signedMessageLogContract],
  apiKeys: [apiKeyRepositoryContract],
  apiKeyActivity: [apiKeyActivityContract],
  keySpending: [keySpendingContract],
  cancelTimers: [cancelTimersContract],
  rates: [rateCounterContract],
  idempotency: [idempotencyLogContract],
  metadata: [metadataRepositoryContract],
  sendingSwitch: [sendingSwitchContract],
  databaseHome: [databaseHomeContract],
  operatorSessions: [operatorSessionsContract],
  tokenUris: [tokenUriRepositoryContract],
  tokenLogos: [tokenLogoRepositoryContract],
  alerts: [alertsContract],
  webhooks: [webhookRepositoryContract],
  webhookDeliveries: [webhookDeliveriesContract, webhookReplaysContract],
  unitOfWork: [unitOfWorkContract],
  executionQueue: [executionQueueContract, executionClaimsContract],
  watermarks: [watermarksContract],
  prices: [priceStoreContract],
  priceArchive: [priceArchiveContract],
  trades: [tradeStoreContract],
} as const;

/** A storage port with a contract. */
export type ContractName = keyof typeof CONTRACTS;

/** Options of `storageContract`. */
export interface ContractOptions {
  /** The ports to test; all of them when absent. */
  readonly ports?: readonly ContractName[];
  /**
   * The test runner; by default its global names, as in Jest. For node:test, pass its `describe`, `it` and `beforeEach`, its `before`
   * as `beforeAll`, its `after` as `afterAll`, and `expect` of the package `expect`.
   */
  readonly framework?: TestFramework;
}

/**
 * Registers the tests that every storage adapter of Sluice must pass: they test the promises of its ports, including concurrency and
 * rollbacks. Call it in a test file; it opens a storage for each test.
 *
 * @example storageContract({ name: 'memory', open: async () => ({ ports: memoryStorage(), close: async () => {} }) });
 */
export function storageContract(
  harness: StorageHarness,
  { ports = Object.keys(CONTRACTS) as ContractName[], framework }: ContractOptions = {},
): void {
  if (framework !== undefined) useFramework(framework);
  for (const port of ports) for (const contract of CONTRACTS[port]) contract(harness);
}
