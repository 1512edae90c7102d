import { LANGUAGE } from './language.js';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'always', style: 'narrow' });
/** The language is the page’s, but a 12-hour or 24-hour clock is the visitor's choice. */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
const cycle = hourCycle === undefined ? {} : { hourCycle };
const full = new Intl.DateTimeFormat(LANGUAGE, {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  ...cycle,
});
const clock = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short', ...cycle });
const clockUtc = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short', timeZone: 'UTC', ...cycle });
const dayUtc = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });

/** Time since a moment, or until it: `5 min ago`, `in 2 hr`. Both are Unix milliseconds. */
export function fromNow(time: number, now: number): string {
  const difference = time - now;
  for (const [unit, ms] of UNITS)
    if (Math.abs(difference) >= ms) return relative.format(Math.trunc(difference / ms), unit);
  return 'just now';
}

/** A time in full, with its zone: the caller's, which for an agent is that of the server. */
export const fullTime = (iso: string): string => full.format(new Date(iso));

/**
 * A time in the visitor's zone, to the minute: `20:35` or `8:35 PM` today, by the visitor's format; `Nov 24, 20:35` this year,
 * `Jan 2, 2027, 20:35` in another year. `time` is ISO 8601 or Unix milliseconds, `now` is Unix milliseconds.
 */
export function clockTime(time: string | number, now: number): string {
  const [at, today] = [new Date(time), new Date(now)];
  const text = clock.format(at);
  if (at.toDateString() === today.toDateString()) return text;
  const date = at.getFullYear() === today.getFullYear() ? day : dayOfYear;
  return `${date.format(at)}, ${text}`;
}

/** The UTC time of day, to the minute: for times that were shifted by the visitor's zone. */
export const timeOfUtc = (at: Date): string => clockUtc.format(at);

/** The UTC day, for the same times. */
export const dayOfUtc = (at: Date): string => dayUtc.format(at);
