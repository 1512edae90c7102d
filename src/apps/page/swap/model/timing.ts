import { clockTime } from '../../../../sdk/words/times.js';
import type { Form } from './form.js';
import { MOST_AGE_MS, SPANS } from './form.js';

/** Times between which a swap may be sent, Unix milliseconds; by default from now until the server drops orders. */
export interface Times {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Time at which an immediate swap is sent, and what happens otherwise. `least` is an amount with its unit; undefined if
 * something else holds the swap now.
 */
export function swapTiming({ from, to }: Times, least: string | undefined, now: number): string {
  const end = `until ${clockTime(to ?? now + MOST_AGE_MS, now)}`;
  if (least === undefined) return `It waits ${end}, then ends.`;
  return from === undefined || from <= now
    ? `Sent at once if you get at least ${least}; otherwise it waits ${end}, then ends.`
    : `Sent from ${clockTime(from, now)} on, once you get at least ${least}. It waits ${end}, then ends.`;
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
