import type { Delivery, LastAttempt, SendOutcome } from './delivery.js';
import { FAILING_MS, type DisableReason, type Webhook } from './webhook.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Time (ms) for which a delivery is retried after it was queued. The last attempt is at the end of this time. */
export const RETRIED_MS = 24 * HOUR_MS;

/** Pauses before the second attempt, the third and so on. The last pause repeats. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];

/** Fraction of a pause by which it may vary, so that a recovering receiver does not get everything at once. */
const JITTER = 0.2;

/** Pause of a failing webhook after each attempt, as a share of the time for which it has been failing; at most half an hour. */
const PAUSED_SHARE = 0.25;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/** The longest pause that a receiver may ask for. */
const LONGEST_ASKED_MS = HOUR_MS;

/** HTTP status with which a receiver says that it wants no more events, having removed the address. */
const GONE = 410;

/** The outcome of an attempt that was not interrupted. */
export type EndedAttempt = Exclude<SendOutcome, { readonly kind: 'interrupted' }>;

/** State of a delivery after an attempt. */
export type AfterAttempt = Pick<Delivery, 'state' | 'attempts' | 'nextAt' | 'endedAt'> & {
  readonly last: LastAttempt;
};

export const isSuccess = (outcome: EndedAttempt): boolean =>
  outcome.kind === 'responded' && outcome.status >= 200 && outcome.status < 300;

const isGone = (outcome: EndedAttempt): boolean => outcome.kind === 'responded' && outcome.status === GONE;

/**
 * Returns the state of a delivery after an attempt. A 2xx response means that it is delivered, and 410 Gone that it is dead;
 * after anything else it is retried for a day. A ping is tried once.
 *
 * @param random 0 or more, and below 1.
 */
export function afterAttempt(
  delivery: Pick<Delivery, 'event' | 'attempts' | 'queuedAt'>,
  outcome: EndedAttempt,
  { now, random }: { readonly now: Date; readonly random: number },
): AfterAttempt {
  const attempts = delivery.attempts + 1;
  const last = lastOf(outcome, now);
  if (isSuccess(outcome)) return { state: 'delivered', attempts, last, endedAt: now };
  const lastTryAt = delivery.queuedAt.getTime() + RETRIED_MS;
  if (delivery.event === undefined || isGone(outcome) || now.getTime() >= lastTryAt)
    return { state: 'dead', attempts, last, endedAt: now };
  const askedMs = outcome.kind === 'responded' ? (outcome.retryAfterMs ?? 0) : 0;
  const pauseMs = Math.max(pauseAfter(attempts, random), Math.min(askedMs, LONGEST_ASKED_MS));
  return { state: 'waiting', attempts, last, nextAt: new Date(Math.min(now.getTime() + pauseMs, lastTryAt)) };
}

/** The pause, in milliseconds, after this number of failed attempts (1 or more). */
export function pauseAfter(attempts: number, random: number): number {
  const pause = RETRY_PAUSES_MS[attempts - 1] ?? RETRY_PAUSES_MS.at(-1)!;
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}

/**
 * Returns the earliest time at which the next event may be sent to the webhook, whatever is pending: a receiver that fails, or
 * that never agreed to be one, is left alone for a while.
 */
export function nextTryOf({ failingSince }: Pick<Webhook, 'failingSince'>, now: Date): Date {
  const failingMs = failingSince === undefined ? 0 : now.getTime() - failingSince.getTime();
  return new Date(now.getTime() + Math.round(Math.min(failingMs * PAUSED_SHARE, LONGEST_PAUSE_MS)));
}

const lastOf = (outcome: EndedAttempt, now: Date): LastAttempt => ({
  at: now,
  tookMs: outcome.tookMs,
  ...(outcome.kind === 'responded' ? { status: outcome.status } : { failure: outcome.failure }),
});

/** An attempt, as far as it concerns its webhook. */
export interface AttemptOfWebhook {
  readonly isPing: boolean;
  readonly outcome: EndedAttempt;
  readonly now: Date;
  /** The newest position of the feed: a re-enabled webhook gets the events after it. */
  readonly position: number;
}

/**
 * Returns the webhook after an attempt: disabled if the receiver says 410 Gone or has failed for days without a success, and
 * enabled again if a ping succeeds. Returns the same object if nothing changes.
 */
export function webhookAfter(
  webhook: Webhook,
  { isPing, outcome, now, position }: AttemptOfWebhook,
): Webhook {
  const { failingSince, disabled, ...rest } = webhook;
  if (isSuccess(outcome)) {
    if (disabled !== undefined) return isPing ? { ...rest, since: position } : webhook;
    return failingSince === undefined ? webhook : rest;
  }
  if (isPing || disabled !== undefined) return webhook;
  const since = failingSince ?? now;
  const reason: DisableReason | undefined = isGone(outcome)
    ? 'gone'
    : now.getTime() - since.getTime() >= FAILING_MS
      ? 'failing'
      : undefined;
  if (reason !== undefined) return { ...rest, failingSince: since, disabled: { at: now, reason } };
  return failingSince === undefined ? { ...webhook, failingSince: now } : webhook;
}
