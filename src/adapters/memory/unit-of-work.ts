import { storedTogether, type StorageAccess, type StoragePorts, type UnitOfWork } from '../../ports/index.js';
import { InMemoryAlertRepository } from './alert-repository.js';
import {
  InMemoryApiKeyActivity,
  InMemoryApiKeyRepository,
  InMemoryKeySpendingLog,
  InMemoryRateCounter,
} from './api-keys.js';
import { InMemoryCancelTimers } from './cancel-timers.js';
import { InMemoryDatabaseHome } from './database-home.js';
import { InMemoryExecutionQueue } from './execution-queue.js';
import { InMemoryExecutionReports } from './execution-reports.js';
import { InMemoryIdempotencyLog, InMemoryOrderEventLog, InMemorySignedMessageLog } from './logs.js';
import { InMemoryMetadataRepository } from './metadata-repository.js';
import { feedEnd, InMemoryOrderFeed } from './order-feed.js';
import { InMemoryOrderRepository } from './order-repository.js';
import { InMemoryOwnerUsage } from './owner-usage.js';
import { InMemoryPlanReader } from './plan-reader.js';
import { InMemoryPriceStore } from './price-store.js';
import { InMemoryTradeStore } from './trade-store.js';
import { InMemoryTokenLogoRepository } from './token-logo-repository.js';
import { InMemoryTokenUriRepository } from './token-uri-repository.js';
import { InMemoryOperatorSessions } from './operator-sessions.js';
import { InMemorySendingSwitch } from './sending-switch.js';
import { InMemorySwapRepository } from './swap-repository.js';
import { InMemoryWatermarks } from './watermarks.js';
import { InMemoryWebhookDeliveries } from './webhook-deliveries.js';
import { InMemoryWebhookRepository } from './webhook-repository.js';
import { stage, Tables, type Session } from './tables.js';

/**
 * Storage in the memory of this process, lost when it ends. Units of work and single writes run one after another; reads outside
 * a unit of work see only committed data. Every list is sorted at each call, which suits thousands of orders, not millions.
 *
 * @example
 * const { orders, unitOfWork, executionQueue } = memoryStorage();
 */
export function memoryStorage(): StorageAccess {
  const committed = new Tables();
  const inTurn = turns();
  const prices = new InMemoryPriceStore();
  /** Notifies the readers of the feed about the events that the commit appended. */
  const committing = <T>(commit: () => T): T => {
    const before = feedEnd(committed);
    const result = commit();
    if (feedEnd(committed) > before) feed.notify();
    return result;
  };
  const run: UnitOfWork['run'] = (work) =>
    inTurn(async () => {
      const staged = stage(committed);
      const atOnce: Session['read'] = async (query) => structuredClone(query(staged.tables));
      // Units of work never overlap, so a lock has nothing to do.
      const lock = async () => {};
      const result = await work({ ...repositories({ read: atOnce, write: atOnce }), lock });
      if (result.ok) committing(() => staged.commit());
      return result;
    });
  const session: Session = {
    read: async (query) => structuredClone(query(committed)),
    write: (change) => inTurn(async () => structuredClone(committing(() => change(committed)))),
  };
  const feed = new InMemoryOrderFeed(session);
  return storedTogether({
    ...repositories(session),
    unitOfWork: { run, waitFor: (shared) => shared },
    feed,
    executionQueue: new InMemoryExecutionQueue(session),
    watermarks: new InMemoryWatermarks(session),
    plans: new InMemoryPlanReader(session),
    prices,
    priceArchive: prices,
    trades: new InMemoryTradeStore(),
  });
}

/** The repositories over one session. */
export function repositories(session: Session): StoragePorts {
  return {
    orders: new InMemoryOrderRepository(session),
    events: new InMemoryOrderEventLog(session),
    ownerUsage: new InMemoryOwnerUsage(session),
    swaps: new InMemorySwapRepository(session),
    executionReports: new InMemoryExecutionReports(session),
    signedMessages: new InMemorySignedMessageLog(session),
    apiKeys: new InMemoryApiKeyRepository(session),
    apiKeyActivity: new InMemoryApiKeyActivity(session),
    keySpending: new InMemoryKeySpendingLog(session),
    cancelTimers: new InMemoryCancelTimers(session),
    rates: new InMemoryRateCounter(session),
    idempotency: new InMemoryIdempotencyLog(session),
    metadata: new InMemoryMetadataRepository(session),
    sendingSwitch: new InMemorySendingSwitch(session),
    databaseHome: new InMemoryDatabaseHome(session),
    operatorSessions: new InMemoryOperatorSessions(session),
    tokenUris: new InMemoryTokenUriRepository(session),
    tokenLogos: new InMemoryTokenLogoRepository(session),
    alerts: new InMemoryAlertRepository(session),
    webhooks: new InMemoryWebhookRepository(session),
    webhookDeliveries: new InMemoryWebhookDeliveries(session),
  };
}

/** Runs one piece of work after another, even if the previous one failed. */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
