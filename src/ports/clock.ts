/** The time of day. No other code reads it. */
export interface Clock {
  now(): Date;
}
