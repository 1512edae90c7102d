import type { DescribedKey, IssuedApiKey } from '../../../application/api-keys/manage-keys.js';
import type { KeyRequest } from '../../../domain/api-key/usage.js';
import { REQUESTS_PER_WINDOW } from '../../../domain/api-key/rate-window.js';

const timeOrNull = (time: Date | undefined) => time?.toISOString() ?? null;

/** The one answer that holds the key itself. */
export const issuedResponse = ({ key, secret }: IssuedApiKey): object => ({
  apiKey: secret,
  keyId: key.id,
  name: key.terms.name,
  permissions: key.terms.permissions,
  rateLimit: REQUESTS_PER_WINDOW,
  expiresAt: timeOrNull(key.terms.expiresAt),
});

/** A key as lists show it: never the key itself, nor its hash. */
export const keyResponse = ({ key, status, usage, lastUsedAt }: DescribedKey): object => ({
  id: key.id,
  name: key.terms.name,
  keyPreview: key.preview,
  permissions: key.terms.permissions,
  rateLimit: REQUESTS_PER_WINDOW,
  status,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: timeOrNull(lastUsedAt),
  expiresAt: timeOrNull(key.terms.expiresAt),
  usageStats: usage,
});

export const activityResponse = ({ at, responseTimeMs, ...request }: KeyRequest): object => ({
  timestamp: at.toISOString(),
  method: request.method,
  endpoint: request.endpoint,
  success: request.success,
  statusCode: request.statusCode,
  ...(request.errorMessage !== undefined && { errorMessage: request.errorMessage }),
  responseTime: responseTimeMs,
});
