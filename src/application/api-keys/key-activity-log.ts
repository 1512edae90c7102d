import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import {
  addUsage,
  usageOf,
  type KeyAction,
  type KeyRequest,
  type KeyUsage,
} from '../../domain/api-key/usage.js';
import type { Ports } from '../../ports/index.js';
import type { KeyCaller } from './authenticate-key.js';

/** The outcome of a request with a valid key. */
export interface KeyOutcome extends Pick<
  KeyRequest,
  'method' | 'endpoint' | 'statusCode' | 'success' | 'errorMessage'
> {
  readonly action: KeyAction;
}

/**
 * Collects the usage of keys in memory, so that no request waits for a write. Usage since the last `flush` is lost in a
 * crash.
 */
export interface KeyActivityLog {
  record(caller: KeyCaller, outcome: KeyOutcome): void;
  /** Writes the collected usage. Rejects when the write fails, and keeps the usage for the next flush. */
  flush(): Promise<void>;
}

export const makeKeyActivityLog = ({
  apiKeyActivity,
  clock,
}: Pick<Ports, 'apiKeyActivity' | 'clock'>): KeyActivityLog => {
  let collected = new Map<ApiKeyId, KeyUsage>();
  let writing: Promise<void> = Promise.resolve();

  const add = (usage: KeyUsage, order: 'before' | 'after') => {
    const other = collected.get(usage.keyId);
    const sum =
      other === undefined ? usage : order === 'after' ? addUsage(other, usage) : addUsage(usage, other);
    collected.set(usage.keyId, sum);
  };

  const write = async () => {
    if (collected.size === 0) return;
    const usages = [...collected.values()];
    collected = new Map();
    try {
      await apiKeyActivity.record(usages);
    } catch (error) {
      for (const usage of usages) add(usage, 'before');
      throw error;
    }
  };

  return {
    record: ({ keyId, askedAt }, { action, ...outcome }) => {
      const responseTimeMs = Math.max(0, clock.now().getTime() - askedAt.getTime());
      add(usageOf(keyId, action, { at: askedAt, ...outcome, responseTimeMs }), 'after');
    },
    flush: () => {
      writing = writing.then(write, write);
      return writing;
    },
  };
};
