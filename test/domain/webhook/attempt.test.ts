import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterAttempt,
  pauseAfter,
  RETRIED_MS,
  RETRY_PAUSES_MS,
  webhookAfter,
  type EndedAttempt,
} from '../../../src/domain/webhook/attempt.js';
import { SEND_FAILURES } from '../../../src/domain/webhook/delivery.js';
import { FAILING_MS } from '../../../src/domain/webhook/webhook.js';
import { aDelivery, aWebhook } from '../../../src/testing/webhooks.js';
import { T0 } from '../../support/builders.js';

const later = (ms: number) => new Date(T0.getTime() + ms);
const status = (code: number): EndedAttempt => ({ kind: 'responded', status: code, tookMs: 7 });
const TIMEOUT: EndedAttempt = { kind: 'failed', failure: 'no-response-in-time', tookMs: 10_000 };
const delivery = { event: aDelivery(1).event!, attempts: 0, queuedAt: T0 };
const HOUR = 60 * 60 * 1000;

const outcome: fc.Arbitrary<EndedAttempt> = fc.oneof(
  fc.integer({ min: 100, max: 599 }).map(status),
  fc.constantFrom(...SEND_FAILURES).map((failure) => ({ kind: 'failed', failure, tookMs: 1 }) as const),
);

describe('afterAttempt', () => {
  it.each([200, 201, 204, 299])('delivers with status %s', (code) => {
    expect(afterAttempt(delivery, status(code), { now: later(5), random: 0 })).toEqual({
      state: 'delivered',
      attempts: 1,
      last: { at: later(5), tookMs: 7, status: code },
      endedAt: later(5),
    });
  });

  it.each([status(100), status(301), status(404), status(500), TIMEOUT])('retries after %j', (failed) => {
    const after = afterAttempt(delivery, failed, { now: later(5), random: 0.5 });
    expect(after).toMatchObject({ state: 'waiting', attempts: 1, nextAt: later(5 + 5_000) });
    expect(after.endedAt).toBeUndefined();
  });

  it('ends with 410 at once', () => {
    expect(afterAttempt(delivery, status(410), { now: T0, random: 0 }).state).toBe('dead');
  });

  it('tries a ping once', () => {
    const { event: _, ...ping } = delivery;
    expect(afterAttempt(ping, TIMEOUT, { now: T0, random: 0 }).state).toBe('dead');
  });

  it('waits as long as the receiver asks for, up to an hour', () => {
    const asking = (retryAfterMs: number) =>
      afterAttempt(delivery, { ...status(503), retryAfterMs } as EndedAttempt, { now: T0, random: 0.5 })
        .nextAt;
    expect(asking(60_000)).toEqual(later(60_000));
    expect(asking(1)).toEqual(later(5_000));
    expect(asking(1e9)).toEqual(later(HOUR));
  });

  it('makes the last attempt when a day is over, whatever the jitter, and 12 to 20 in all', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 30 }), (randoms) => {
        let [now, current, tries] = [T0, delivery as Parameters<typeof afterAttempt>[0], 0];
        for (const random of randoms) {
          const after = afterAttempt(current, TIMEOUT, { now, random });
          tries++;
          if (after.state === 'dead') break;
          expect(after.nextAt!.getTime()).toBeGreaterThan(now.getTime());
          [now, current] = [after.nextAt!, { ...current, attempts: after.attempts }];
        }
        expect(now).toEqual(later(RETRIED_MS));
        expect(tries).toBeGreaterThanOrEqual(12);
        expect(tries).toBeLessThanOrEqual(20);
      }),
    );
  });

  it('keeps to one of its three states, with a next attempt exactly if it waits', () => {
    fc.assert(
      fc.property(outcome, fc.nat(40), fc.nat(2 * RETRIED_MS), (ended, attempts, ageMs) => {
        const after = afterAttempt({ ...delivery, attempts }, ended, { now: later(ageMs), random: 0 });
        expect(after.attempts).toBe(attempts + 1);
        expect(after.nextAt !== undefined).toBe(after.state === 'waiting');
        expect(after.endedAt !== undefined).toBe(after.state !== 'waiting');
        if (after.nextAt) expect(after.nextAt.getTime()).toBeLessThanOrEqual(later(RETRIED_MS).getTime());
      }),
    );
  });
});

describe('pauseAfter', () => {
  it('is within a fifth of the schedule, whose last pause repeats', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (n, random) => {
          const pause = RETRY_PAUSES_MS[n - 1] ?? 4 * HOUR;
          expect(pauseAfter(n, random)).toBeGreaterThanOrEqual(0.8 * pause - 1);
          expect(pauseAfter(n, random)).toBeLessThanOrEqual(1.2 * pause + 1);
        },
      ),
    );
  });
});

describe('webhookAfter', () => {
  const webhook = aWebhook(1);
  const attempt = (ended: EndedAttempt, now: Date, isPing = false) => ({
    isPing,
    outcome: ended,
    now,
    position: 77,
  });

  it('remembers the first failure until a success', () => {
    const failing = webhookAfter(webhook, attempt(TIMEOUT, T0));
    expect(failing).toEqual({ ...webhook, failingSince: T0 });
    expect(webhookAfter(failing, attempt(status(500), later(1)))).toBe(failing);
    expect(webhookAfter(failing, attempt(status(200), later(2)))).toEqual(webhook);
    expect(webhookAfter(webhook, attempt(status(200), later(2)))).toBe(webhook);
  });

  it('is disabled by 410, and by three days of failures without a success', () => {
    expect(webhookAfter(webhook, attempt(status(410), T0)).disabled).toEqual({ at: T0, reason: 'gone' });
    const failing = { ...webhook, failingSince: T0 };
    expect(webhookAfter(failing, attempt(TIMEOUT, later(FAILING_MS - 1))).disabled).toBeUndefined();
    expect(webhookAfter(failing, attempt(TIMEOUT, later(FAILING_MS))).disabled).toEqual({
      at: later(FAILING_MS),
      reason: 'failing',
    });
  });

  it('is enabled again by a ping that succeeds, for events from then on', () => {
    const disabled = { ...webhook, failingSince: T0, disabled: { at: T0, reason: 'gone' as const } };
    expect(webhookAfter(disabled, attempt(status(204), later(1), true))).toEqual({ ...webhook, since: 77 });
    expect(webhookAfter(disabled, attempt(status(204), later(1)))).toBe(disabled);
    expect(webhookAfter(disabled, attempt(TIMEOUT, later(1), true))).toBe(disabled);
  });

  it('does not count a ping that fails', () => {
    expect(webhookAfter(webhook, attempt(TIMEOUT, T0, true))).toBe(webhook);
  });
});
