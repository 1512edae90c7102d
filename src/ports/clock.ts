/** The time of day. Nothing else in the program reads it. */
export interface Clock {
  now(): Date;
}
