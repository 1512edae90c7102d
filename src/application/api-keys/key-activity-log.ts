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
export interface KeyOutcome extends Omit<KeyRequest, 'at' | 'responseTimeMs'> {
  readonly action: KeyAction;
}

/** Collects the usage of keys in memory: no request waits for a write, and a crash loses the usage since the last `flush`. */
export type KeyActivityLog = ReturnType<typeof makeKeyActivityLog>;

export const makeKeyActivityLog = ({ apiKeyActivity, clock }: Pick<Ports, 'apiKeyActivity' | 'clock'>) => {
  let collected = new Map<ApiKeyId, KeyUsage>();
  let writing: Promise<void> = Promise.resolve();

  const add = (usage: KeyUsage) => {
    const earlier = collected.get(usage.keyId);
    collected.set(usage.keyId, earlier === undefined ? usage : addUsage(earlier, usage));
  };

  const write = async () => {
    if (collected.size === 0) return;
    const usages = collected;
    collected = new Map();
    try {
      await apiKeyActivity.record([...usages.values()]);
    } catch (error) {
      const later = collected;
      collected = usages;
      for (const usage of later.values()) add(usage);
      throw error;
    }
  };

  return {
    record: ({ keyId, askedAt }: KeyCaller, { action, ...outcome }: KeyOutcome): void => {
      const responseTimeMs = Math.max(0, clock.now().getTime() - askedAt.getTime());
      add(usageOf(keyId, action, { at: askedAt, ...outcome, responseTimeMs }));
    },
    /** Writes the collected usage. If the write fails, rejects and keeps the usage for the next flush. */
    flush: (): Promise<void> => {
      writing = writing.then(write, write);
      return writing;
    },
  };
};
