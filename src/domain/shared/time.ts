import { err, ok, type Result } from './result.js';

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const REASON = 'must be an ISO 8601 time, such as 2026-11-20T12:00:00Z';

/** Parses an ISO 8601 time of the years 2000 to 9999. A time without a zone is in UTC; a date alone means midnight UTC. */
export function parseTime(raw: unknown): Result<Date, { readonly reason: string }> {
  const written = typeof raw === 'string' ? TIME.exec(raw) : null;
  if (written === null) return err({ reason: REASON });
  const [text, zone] = written;
  // JavaScript interprets a time without a zone in the machine's zone.
  const time = new Date(zone === undefined && text.includes('T') ? `${text}Z` : text);
  const year = time.getUTCFullYear();
  return isOnCalendar(text) && year >= 2000 && year <= 9999 ? ok(time) : err({ reason: REASON });
}

/**
 * Whether a pause of at most `longestMs` milliseconds is still in force. `untilMs`, its end, and `nowMs` are Unix milliseconds. A
 * pause with more than `longestMs` left began before the clock was set back, so it is no longer in force.
 */
export const isPending = (untilMs: number, nowMs: number, longestMs: number): boolean =>
  nowMs < untilMs && untilMs - nowMs <= longestMs;

/** Whether the day exists as written, before its offset is applied: JavaScript silently turns 30 February into a day of March. */
function isOnCalendar(raw: string): boolean {
  const day = raw.slice(0, 10);
  const midnight = new Date(day);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
