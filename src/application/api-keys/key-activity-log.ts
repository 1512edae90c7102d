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
 * Gathers what keys are used for, so that no request waits for it to be written. What was gathered since the last
 * `flush` is lost if the process crashes.
 */
export interface KeyActivityLog {
  record(caller: KeyCaller, outcome: KeyOutcome): void;
  /** Writes down what was gathered. What cannot be written is kept for the next time, and this throws. */
  flush(): Promise<void>;
}

export const makeKeyActivityLog = ({
  apiKeyActivity,
  clock,
}: Pick<Ports, 'apiKeyActivity' | 'clock'>): KeyActivityLog => {
  let gathered = new Map<ApiKeyId, KeyUsage>();
  let writing: Promise<void> = Promise.resolve();

  const add = (usage: KeyUsage, order: 'before' | 'after') => {
    const other = gathered.get(usage.keyId);
    const sum =
      other === undefined ? usage : order === 'after' ? addUsage(other, usage) : addUsage(usage, other);
    gathered.set(usage.keyId, sum);
  };

  const write = async () => {
    if (gathered.size === 0) return;
    const usages = [...gathered.values()];
    gathered = new Map();
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
