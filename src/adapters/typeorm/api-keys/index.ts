export { ApiKeyRequestTable, ApiKeyUsageTable, TypeOrmApiKeyActivity } from './api-key-activity.js';
export { ApiKeyTable, TypeOrmApiKeyRepository } from './api-key-repository.js';
export { RateWindowTable, TypeOrmRateCounter } from './rate-counter.js';
