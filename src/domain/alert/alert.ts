import type { Address } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import { toHex } from '../shared/hex.js';
import type { AlertTerms } from './condition.js';
import type { AlertReach } from './reach.js';

/** 32 lower-case hex characters. */
export type AlertId = Brand<string, 'AlertId'>;

export const ALERT_STATES = ['armed', 'clearing', 'fired'] as const;

/**
 * State of an alert. `armed`: it fires at the first look at which it is true. `clearing`: it was armed again while it was true, and is
 * armed as soon as it is not. `fired`: nothing more happens until it is armed again.
 */
export type AlertState = (typeof ALERT_STATES)[number];

/** Maximum number of alerts of one owner, fired ones included. */
export const MAX_ALERTS = 50;

/** The event's type when an alert fires. */
export const ALERT_FIRED = 'alert.fired';

/** A wish of an owner to be told once when something becomes true. */
export interface Alert extends AlertTerms {
  readonly id: AlertId;
  readonly owner: Address;
  readonly createdAt: Date;
  readonly state: AlertState;
  /** The last firing, also after it was armed again; absent before the first. */
  readonly firing?: AlertFiring;
}

/** One firing of an alert. */
export interface AlertFiring {
  /** Unique among all firings of the storage, and later than those that were stored before. */
  readonly at: Date;
  /** Price, signed basis points, or units at which it fired; absent for the kinds stale and thin. */
  readonly value?: string;
}

/** An alert that has fired. */
export type FiredAlert = Alert & { readonly firing: AlertFiring };

const ID = /^[0-9a-f]{32}$/;

/** Number of random bytes in an id. */
export const ALERT_ID_BYTES = 16;

/** Parses an id; undefined for text that cannot be one. */
export const parseAlertId = (raw: string): AlertId | undefined =>
  ID.test(raw) ? (raw as AlertId) : undefined;

/** Creates an armed alert from 16 random bytes. */
export function createAlert(
  { condition, note }: AlertTerms,
  made: Pick<Alert, 'owner' | 'createdAt'>,
  random: Uint8Array,
): Alert {
  if (random.length !== ALERT_ID_BYTES)
    throw new Error(`the id of an alert needs ${ALERT_ID_BYTES} random bytes`);
  const id = toHex(random) as AlertId;
  return { id, ...made, condition, ...(note !== undefined && { note }), state: 'armed' };
}

/** Fires the alert for what its watch has reached. */
export const fireAlert = (alert: Alert, { value }: AlertReach, at: Date): FiredAlert => ({
  ...alert,
  state: 'fired',
  firing: { at, ...(value !== undefined && { value }) },
});

/** Arms a fired alert again, at once if it is known to be untrue. Another alert stays as it is. */
export const rearmAlert = (alert: Alert, isUntrue: boolean): Alert =>
  alert.state === 'fired' ? { ...alert, state: isUntrue ? 'armed' : 'clearing' } : alert;
