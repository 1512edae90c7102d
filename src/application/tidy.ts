import { windowStart } from '../domain/api-key/rate-window.js';
import { dayOf } from '../domain/order/limits/quotas.js';
import { MAX_AGE_MS } from '../domain/order/lifecycle/strategy.js';
import type { Ports } from '../ports/index.js';
import { makeDropUndeployed } from './metadata/drop-undeployed.js';

/** Time (ms) for which a rate window's count is kept after the window's start, since the clocks of processes may differ. */
const RATE_WINDOW_KEPT_MS = 60 * 60 * 1000;
/** Time for which a day's count of an owner's orders, or of a key's, is kept. */
const DAY_KEPT_MS = 24 * 60 * 60 * 1000;

/** Time for which a timer that has fired can be read. */
const FIRED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Time for which a delivered message to a webhook can be looked up. */
const DELIVERED_KEPT_MS = 3 * 24 * 60 * 60 * 1000;
/**
 * Time (ms) for which an end stays in the log: twice the 90 days for which orders are open. A backup older than that is not worth
 * restoring.
 */
const ENDS_KEPT_MS = 2 * MAX_AGE_MS;
/** Time for which a dead message can be replayed. */
const DEAD_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type Needs = Parameters<typeof makeDropUndeployed>[0] &
  Pick<Ports, 'ends' | 'signedMessages' | 'rates' | 'idempotency' | 'operatorSessions' | 'ownerUsage'> &
  Pick<Ports, 'cancelTimers' | 'keySpending'> &
  Pick<Ports, 'webhookDeliveries'>;

/**
 * Deletes expired single-use messages, rate windows, idempotency entries, operator sessions, counts of past days, old webhook
 * deliveries, and metadata of contracts that were never deployed. Call periodically.
 */
export const makeTidy = (ports: Needs) => async (): Promise<void> => {
  const { clock, signedMessages, rates, idempotency, operatorSessions } = ports;
  const { keySpending, ownerUsage, webhookDeliveries } = ports;
  const now = clock.now();
  await signedMessages.deleteExpired(now);
  await rates.deleteBefore(windowStart(new Date(now.getTime() - RATE_WINDOW_KEPT_MS)));
  await idempotency.deleteExpired(now);
  await operatorSessions.deleteExpired(now);
  await ports.ends?.deleteBefore(new Date(now.getTime() - ENDS_KEPT_MS));
  const oldestDay = dayOf(new Date(now.getTime() - DAY_KEPT_MS));
  await ownerUsage.deleteBefore(oldestDay);
  await keySpending.deleteBefore(oldestDay);
  await ports.cancelTimers.deleteFiredBefore(new Date(now.getTime() - FIRED_KEPT_MS));
  await webhookDeliveries.deleteEnded({
    delivered: new Date(now.getTime() - DELIVERED_KEPT_MS),
    dead: new Date(now.getTime() - DEAD_KEPT_MS),
  });
  await makeDropUndeployed(ports)();
};
