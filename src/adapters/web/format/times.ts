const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago, or in how long: `5 min ago`, `in 2 hr`. Both are Unix milliseconds. */
export function fromNow(time: number, now: number): string {
  const difference = time - now;
  for (const [unit, ms] of UNITS)
    if (Math.abs(difference) >= ms) return relative.format(Math.trunc(difference / ms), unit);
  return 'just now';
}

/** A time in the visitor's zone, in full. */
export const fullTime = (iso: string): string => full.format(new Date(iso));
