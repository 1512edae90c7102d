import type { StoragePorts } from '../../ports/index.js';
import { ApiKeyRequestTable, ApiKeyUsageTable, TypeOrmApiKeyActivity } from './api-keys/api-key-activity.js';
import { ApiKeyTable, TypeOrmApiKeyRepository } from './api-keys/api-key-repository.js';
import { RateWindowTable, TypeOrmRateCounter } from './api-keys/rate-counter.js';
import type { Session } from './database/index.js';
import { MetadataTable, TypeOrmMetadataRepository } from './metadata/metadata-repository.js';
import { OrderEventTable, TypeOrmOrderEventLog } from './orders/order-event-log.js';
import { TypeOrmOrderRepository } from './orders/order-repository.js';
import { OrderTable } from './orders/order-table.js';
import { SwapTable, TypeOrmSwapRepository } from './orders/swap-repository.js';
import { IdempotencyKeyTable, TypeOrmIdempotencyLog } from './requests/idempotency-log.js';
import { SignedMessageTable, TypeOrmSignedMessageLog } from './requests/signed-message-log.js';

/** List these under `entities` in your own data source. */
export const TABLES = [
  OrderTable,
  OrderEventTable,
  SwapTable,
  SignedMessageTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  ApiKeyRequestTable,
  RateWindowTable,
  IdempotencyKeyTable,
  MetadataTable,
];

/** Repositories that reach their rows through the session. */
export const repositories = (session: Session): StoragePorts => ({
  orders: new TypeOrmOrderRepository(session),
  events: new TypeOrmOrderEventLog(session),
  swaps: new TypeOrmSwapRepository(session),
  signedMessages: new TypeOrmSignedMessageLog(session),
  apiKeys: new TypeOrmApiKeyRepository(session),
  apiKeyActivity: new TypeOrmApiKeyActivity(session),
  rates: new TypeOrmRateCounter(session),
  idempotency: new TypeOrmIdempotencyLog(session),
  metadata: new TypeOrmMetadataRepository(session),
});
