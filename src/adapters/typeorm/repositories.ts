import type { EntitySchema } from 'typeorm';
import type { Result } from '../../domain/shared/result.js';
import type { StoragePorts, Transaction, UnitOfWork } from '../../ports/index.js';
import { AlertTable, TypeOrmAlertRepository } from './alert-repository.js';
import { ApiKeyRequestTable, ApiKeyUsageTable, TypeOrmApiKeyActivity } from './api-keys/api-key-activity.js';
import { ApiKeyTable, TypeOrmApiKeyRepository } from './api-keys/api-key-repository.js';
import { KeySpendingTable, TypeOrmKeySpendingLog } from './api-keys/key-spending.js';
import { RateWindowTable, TypeOrmRateCounter } from './api-keys/rate-counter.js';
import { CancelTimerTable, TypeOrmCancelTimers } from './cancel-timers.js';
import { DatabaseHomeTable, TypeOrmDatabaseHome } from './database-home.js';
import { Session, whileOthersWork, type Database, type Lock, type Queries } from './database/index.js';
import { ExecutionReportTable, TypeOrmExecutionReports } from './execution-reports.js';
import { MetadataTable, TypeOrmMetadataRepository } from './metadata/metadata-repository.js';
import { TokenLogoTable, TypeOrmTokenLogoRepository } from './metadata/token-logo-repository.js';
import { TokenUriTable, TypeOrmTokenUriRepository } from './metadata/token-uri-repository.js';
import { OperatorSessionTable, TypeOrmOperatorSessions } from './operator-sessions.js';
import {
  OrderEventTable,
  OrderTable,
  OwnerDayTable,
  SwapTable,
  TypeOrmOrderEventLog,
  TypeOrmOrderRepository,
  TypeOrmOwnerUsage,
  TypeOrmSwapRepository,
} from './orders/index.js';
import {
  IdempotencyKeyTable,
  SignedMessageTable,
  TypeOrmIdempotencyLog,
  TypeOrmSignedMessageLog,
} from './request-logs.js';
import { SendingSwitchTable, TypeOrmSendingSwitch } from './sending-switch.js';
import { WebhookDeliveryTable } from './webhooks/delivery-row.js';
import { TypeOrmWebhookDeliveries } from './webhooks/webhook-deliveries.js';
import { TypeOrmWebhookRepository, WebhookTable } from './webhooks/webhook-repository.js';

/**
 * Entity schemas: list them under `entities` in your own data source, in addition to your own.
 *
 * @example new DataSource({ type: 'postgres', url, entities: [...TABLES, ...yours], migrations: MIGRATIONS });
 */
export const TABLES: EntitySchema[] = [
  OrderTable,
  OrderEventTable,
  OwnerDayTable,
  SwapTable,
  ExecutionReportTable,
  SignedMessageTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  ApiKeyRequestTable,
  KeySpendingTable,
  CancelTimerTable,
  RateWindowTable,
  IdempotencyKeyTable,
  MetadataTable,
  SendingSwitchTable,
  DatabaseHomeTable,
  OperatorSessionTable,
  TokenUriTable,
  TokenLogoTable,
  AlertTable,
  WebhookTable,
  WebhookDeliveryTable,
];

/**
 * The repositories of a unit of work, or of a database outside one.
 *
 * @param file path of the database's file, if it has one.
 */
export const repositoriesOf = (session: Session, file: string | undefined): StoragePorts => ({
  orders: new TypeOrmOrderRepository(session),
  events: new TypeOrmOrderEventLog(session),
  ownerUsage: new TypeOrmOwnerUsage(session),
  swaps: new TypeOrmSwapRepository(session),
  executionReports: new TypeOrmExecutionReports(session),
  signedMessages: new TypeOrmSignedMessageLog(session),
  apiKeys: new TypeOrmApiKeyRepository(session),
  apiKeyActivity: new TypeOrmApiKeyActivity(session),
  keySpending: new TypeOrmKeySpendingLog(session),
  cancelTimers: new TypeOrmCancelTimers(session),
  rates: new TypeOrmRateCounter(session),
  idempotency: new TypeOrmIdempotencyLog(session),
  metadata: new TypeOrmMetadataRepository(session),
  sendingSwitch: new TypeOrmSendingSwitch(session),
  databaseHome: new TypeOrmDatabaseHome(session, file),
  operatorSessions: new TypeOrmOperatorSessions(session),
  tokenUris: new TypeOrmTokenUriRepository(session),
  tokenLogos: new TypeOrmTokenLogoRepository(session),
  alerts: new TypeOrmAlertRepository(session),
  webhooks: new TypeOrmWebhookRepository(session),
  webhookDeliveries: new TypeOrmWebhookDeliveries(session),
});

/** Gives each unit of work repositories that run on its connection. */
export class TypeOrmUnitOfWork implements UnitOfWork {
  constructor(private readonly database: Database) {}

  run<T, E>(work: (storage: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    return this.database.transact((queries) => {
      const lock: Lock = (...names) => this.database.lock(queries, ...names);
      return work({ ...repositoriesOf(new UnitSession(queries, lock), this.database.filePath), lock });
    });
  }

  waitFor<T>(shared: Promise<T>): Promise<T> {
    return whileOthersWork(shared);
  }
}

class UnitSession extends Session {
  constructor(
    private readonly queries: Queries,
    private readonly lock: Lock,
  ) {
    super();
  }

  read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    return query(this.queries);
  }

  write<T>(change: (queries: Queries, lock: Lock) => Promise<T>): Promise<T> {
    return change(this.queries, this.lock);
  }
}
