import { EntitySchema } from 'typeorm';

export interface ApiKeyRow {
  /** 32 hex. */
  id: string;
  owner: string;
  name: string;
  /** 64 hex: SHA-256 of the key. */
  hash: string;
  preview: string;
  /** JSON list. */
  permissions: string;
  /** Times are ISO 8601 in UTC, 24 characters. */
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export const ApiKeyTable = new EntitySchema<ApiKeyRow>({
  name: 'api_keys',
  columns: {
    id: { type: 'text', primary: true },
    owner: { type: 'text' },
    name: { type: 'text' },
    hash: { type: 'text' },
    preview: { type: 'text' },
    permissions: { type: 'text' },
    created_at: { type: 'text' },
    expires_at: { type: 'text', nullable: true },
    revoked_at: { type: 'text', nullable: true },
  },
});

/** A count: a number on SQLite, its digits on Postgres. */
export type Count = number | string;

export interface ApiKeyUsageRow {
  key_id: string;
  total_requests: Count;
  successful_requests: Count;
  failed_requests: Count;
  creation_count: Count;
  execution_count: Count;
  cancellation_count: Count;
  last_used_at: string;
}

export const ApiKeyUsageTable = new EntitySchema<ApiKeyUsageRow>({
  name: 'api_key_usage',
  columns: {
    key_id: { type: 'text', primary: true },
    total_requests: { type: 'bigint' },
    successful_requests: { type: 'bigint' },
    failed_requests: { type: 'bigint' },
    creation_count: { type: 'bigint' },
    execution_count: { type: 'bigint' },
    cancellation_count: { type: 'bigint' },
    last_used_at: { type: 'text' },
  },
});

export interface ApiKeyRequestRow {
  key_id: string;
  /** Counts the key's requests in the order in which they were written down. */
  seq: Count;
  at: string;
  method: string;
  endpoint: string;
  status_code: number;
  /** 1 or 0. */
  success: number;
  error_message: string | null;
  response_time_ms: number;
}

export const ApiKeyRequestTable = new EntitySchema<ApiKeyRequestRow>({
  name: 'api_key_requests',
  columns: {
    key_id: { type: 'text', primary: true },
    seq: { type: 'bigint', primary: true },
    at: { type: 'text' },
    method: { type: 'text' },
    endpoint: { type: 'text' },
    status_code: { type: 'integer' },
    success: { type: 'integer' },
    error_message: { type: 'text', nullable: true },
    response_time_ms: { type: 'integer' },
  },
});

export interface RateWindowRow {
  key_id: string;
  starts_at: string;
  requests: Count;
}

export const RateWindowTable = new EntitySchema<RateWindowRow>({
  name: 'rate_windows',
  columns: {
    key_id: { type: 'text', primary: true },
    starts_at: { type: 'text', primary: true },
    requests: { type: 'bigint' },
  },
});
