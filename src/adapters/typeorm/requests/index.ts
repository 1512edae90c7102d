export { IdempotencyKeyTable, TypeOrmIdempotencyLog } from './idempotency-log.js';
export { SignedMessageTable, TypeOrmSignedMessageLog } from './signed-message-log.js';
