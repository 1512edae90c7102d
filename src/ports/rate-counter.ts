import type { ApiKeyId } from '../domain/api-key/api-key.js';

/** Counts the requests of each key in each window, for every process on the same storage. */
export interface RateCounter {
  /** Adds `count`, 1 or more, and answers how many there were before, exactly, whoever else adds at the same time. */
  add(keyId: ApiKeyId, windowStart: Date, count: number): Promise<number>;
  /** Forgets the windows that started before `start`. */
  deleteBefore(start: Date): Promise<void>;
}
