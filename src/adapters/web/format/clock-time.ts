const time = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** A time in the visitor's zone, to the minute: `20:35`; of another day than today with its date. */
export function clockTime(iso: string, now: number): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date(now).toDateString();
  return isToday ? time.format(at) : `${day.format(at)}, ${time.format(at)}`;
}
