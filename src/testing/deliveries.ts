import type { AfterAttempt } from '../domain/webhook/attempt.js';
import type { Busy } from '../domain/webhook/bounds.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import type { StorageAccess } from '../ports/index.js';
import { at, T0 } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';
import { aWebhook, deliveryIdOf, webhookIdOf } from './webhooks.js';

export const IDLE: Busy = { hosts: [], webhooks: [], doubtful: false };
export const delivered = (ended: Date): AfterAttempt => ({
  state: 'delivered',
  attempts: 1,
  last: { at: ended, tookMs: 12, status: 204 },
  endedAt: ended,
});
export const dead = (ended: Date): AfterAttempt => ({
  state: 'dead',
  attempts: 9,
  last: { at: ended, tookMs: 10_000, failure: 'no-response-in-time' },
  endedAt: ended,
});
export const retried = (ended: Date, nextAt: Date): AfterAttempt => ({
  state: 'waiting',
  attempts: 1,
  last: { at: ended, tookMs: 3, status: 500 },
  nextAt,
});
export const TIMES = { now: T0, until: at(60_000) };

/** Opens a new storage with two webhooks before each test of the suite, and returns the tests' operations on its deliveries. */
export function deliverySteps(harness: StorageHarness) {
  let ports: StorageAccess;
  openEach(harness, async (opened) => {
    ports = opened;
    for (const n of [1, 2]) await ports.webhooks.insert(aWebhook(n));
  });

  const deliveries = () => ports.webhookDeliveries;
  return {
    deliveries,
    webhooks: () => ports.webhooks,
    /** Numbers of the due deliveries, in the order in which they are due. */
    due: async (now = T0, busy = IDLE) =>
      (await deliveries().listDue({ now, busy, limit: 100 })).map(({ id }) => Number(`0x${id.slice(4)}`)),
    claimOf: ({ id, webhookId }: NewDelivery, claimant = 'a') => ({ id, webhookId, claimant }),
    /** Claims the nth delivery of the first webhook, and ends its attempt. */
    end: async (n: number, result: AfterAttempt, now = T0) => {
      const claim = { id: deliveryIdOf(n), webhookId: webhookIdOf(1), claimant: `end-${n}` };
      await deliveries().claim(claim, { now, until: at(60_000) });
      return deliveries().finish(claim, result);
    },
    ofWebhook: (n = 1) => deliveries().list({ webhookId: webhookIdOf(n), limit: 100 }),
  };
}
