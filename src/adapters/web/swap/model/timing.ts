import type { Form } from './form.js';
import { MOST_AGE_MS, SPANS } from './form.js';

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A time in the visitor's zone: `21:23` today, `Nov 24, 21:23` this year, `Jan 2, 2027, 10:00` in another. Both are Unix milliseconds. */
export function shortTime(time: number, now: number): string {
  const text = clock.format(time);
  if (dayOfYear.format(time) === dayOfYear.format(now)) return text;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return `${(isThisYear ? day : dayOfYear).format(time)}, ${text}`;
}

/** When a swap may be sent, Unix milliseconds; absent from now on, and for as long as the server keeps orders. */
export interface Times {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** When a swap now is sent, and what becomes of it otherwise. `least` is an amount with its unit. */
export function swapTiming({ from, to }: Times, least: string, now: number): string {
  const end = `until ${shortTime(to ?? now + MOST_AGE_MS, now)}`;
  return from === undefined || from <= now
    ? `Sent at once if you get at least ${least}; otherwise it waits ${end}, then ends.`
    : `Sent from ${shortTime(from, now)} on, once you get at least ${least}. It waits ${end}, then ends.`;
}

/** The times that a form asks for. */
export function timesOf({ validity, from, to }: Form, now: number): Times {
  if (validity === 'open') return {};
  if (validity !== 'times') return { to: now + SPANS[validity] };
  return { from: timeOf(from), to: timeOf(to) };
}

function timeOf(text: string): number | undefined {
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}
