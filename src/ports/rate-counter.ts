import type { ApiKeyId } from '../domain/api-key/api-key.js';

/** Counts each key's requests per window, across all processes on one storage. */
export interface RateCounter {
  /** Adds `count`, 1 or more, and returns the exact number before, also under concurrent calls. */
  add(keyId: ApiKeyId, windowStart: Date, count: number): Promise<number>;
  /** Deletes windows that started before `start`. */
  deleteBefore(start: Date): Promise<void>;
}
