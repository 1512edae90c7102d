/** A time: a Date, Unix seconds, or ISO 8601 text. */
export type Time = Date | number | string;

/** The time as the prices service accepts it. */
export const timeOf = (time: Time | undefined): string | undefined =>
  time instanceof Date ? time.toISOString() : time?.toString();

/** The time in ISO 8601. */
export const isoOf = (time: Time | undefined): string | undefined =>
  typeof time === 'number' ? new Date(time * 1_000).toISOString() : timeOf(time);
