import type { TriggerLevel, TriggerPair } from '../../../domain/order/conditions/rules.js';
import { kindOf } from '../../../domain/order/conditions/conditions.js';
import type { Ports } from '../../../ports/index.js';
import type { LeaseTerms } from './lease.js';

/** Milliseconds after which an executor that has not checked in is taken for dead, and time between two check-ins. */
const [DEAD_AFTER_MS, CHECK_IN_EVERY_MS] = [150_000, 30_000];

interface Needs {
  readonly executionQueue: Pick<Ports['executionQueue'], 'checkIn'>;
  readonly lease: () => LeaseTerms;
}

/**
 * Divides what is reached into what this executor sends first and what it sends when nothing of that is left. If several executors are at
 * work, each of them begins with other pairs, so that they do not contend for the same orders. A wrong share costs time at most: claims
 * keep two executors from doing the same work, and nothing waits for an executor that is dead.
 */
export function makeShare({ executionQueue, lease }: Needs) {
  let all: readonly string[] = [];
  let checkedIn = -Infinity;
  return async (reached: readonly TriggerLevel[]): Promise<readonly (readonly TriggerLevel[])[]> => {
    const { now, claimant } = lease();
    const sinceMs = now.getTime() - checkedIn;
    if (sinceMs < 0 || sinceMs >= CHECK_IN_EVERY_MS) {
      all = await executionQueue.checkIn({ claimant, now, until: new Date(now.getTime() + DEAD_AFTER_MS) });
      checkedIn = now.getTime();
    }
    if (all.length < 2) return [reached];
    const isFirst = (pair: TriggerPair) =>
      kindOf(pair.conditionToken) === 'window' || all[numberOf(pair) % all.length] === claimant;
    return [reached.filter(isFirst), reached.filter((pair) => !isFirst(pair))];
  };
}

/** A number of 32 bits that all executors compute alike for a pair, by FNV-1a. */
function numberOf({ conditionToken, baseAsset }: TriggerPair): number {
  let hash = 0x811c9dc5;
  const text = `${conditionToken} ${baseAsset}`;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}
