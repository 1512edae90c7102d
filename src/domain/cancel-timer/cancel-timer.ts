import type { ApiKeyId } from '../api-key/api-key.js';
import type { Address } from '../shared/address.js';
import { whole } from '../shared/fields.js';

/** Owner whose open orders a timer ends, or the owner's key: then only those that the key may cancel. */
export interface TimerScope {
  readonly owner: Address;
  /** Absent if the owner's wallet armed the timer. */
  readonly keyId?: ApiKeyId;
}

/**
 * Timer that ends the open orders of its scope unless it is renewed in time, also known as a dead man's switch. The orders that it
 * ends are those that were placed before it fired.
 */
export interface CancelTimer {
  readonly scope: TimerScope;
  /** Absent while the timer is not armed. */
  readonly armed?: ArmedTimer;
  /** The last time that it fired; absent if it never did. */
  readonly fired?: FiredTimer;
}

/** Time that a timer has until it fires. */
export interface ArmedTimer {
  readonly seconds: number;
  /** Time of the last renewal. */
  readonly since: Date;
  readonly firesAt: Date;
}

/** Firing of a timer. */
export interface FiredTimer {
  readonly at: Date;
  /** Whether an order of the scope may still be open, or have a swap in flight that may be dropped. */
  readonly isEnding: boolean;
}

/** Bounds of the time until a timer fires, in seconds. The shortest leaves time for a renewal to be repeated. */
export const CANCEL_AFTER_SECONDS = { min: 5, max: 86_400 } as const;

/** Differences (ms) between the clocks of processes that do not count as a clock that was set back. */
export const CLOCK_TOLERANCE_MS = 5_000;

/** Parses the seconds of a request: 0 disarms the timer. */
export const parseSeconds: ReturnType<typeof whole> = (raw) =>
  raw === 0 ? whole(0, 0)(raw) : whole(CANCEL_AFTER_SECONDS.min, CANCEL_AFTER_SECONDS.max)(raw);

/** Name of a scope, unique among all owners and keys. */
export const scopeId = ({ owner, keyId }: TimerScope): string => keyId ?? owner;

/** Arms the timer for that many seconds from now, or disarms it with 0. A timer whose time has run out fires first: a renewal comes too late for it. */
export function renew(timer: CancelTimer, seconds: number, now: Date): CancelTimer {
  const { scope, fired } = advance(timer, now);
  const armed = seconds > 0 ? { armed: armedFor(seconds, now) } : undefined;
  return { scope, ...armed, ...(fired && { fired }) };
}

/** The timer as it is at the time: it fires if its time has run out, and begins again if the clock was set back to before its renewal. */
export function advance(timer: CancelTimer, now: Date): CancelTimer {
  const { scope, armed, fired } = timer;
  if (armed === undefined) return timer;
  if (now >= armed.firesAt) return { scope, fired: { at: firingAt(now, fired), isEnding: true } };
  const wasSetBack = armed.since.getTime() - now.getTime() > CLOCK_TOLERANCE_MS;
  return wasSetBack ? { scope, armed: armedFor(armed.seconds, now), ...(fired && { fired }) } : timer;
}

/** Time of a firing. While the orders of an earlier one are being ended, it is later than that one, whatever this process's clock says. */
const firingAt = (now: Date, fired: FiredTimer | undefined): Date =>
  fired?.isEnding === true && now <= fired.at ? new Date(fired.at.getTime() + 1) : now;

/** The timer once every order has ended that it fired for. */
export const finish = ({ fired, ...timer }: CancelTimer): CancelTimer =>
  fired === undefined ? timer : { ...timer, fired: { ...fired, isEnding: false } };

const armedFor = (seconds: number, now: Date): ArmedTimer => ({
  seconds,
  since: now,
  firesAt: new Date(now.getTime() + seconds * 1_000),
});
