/** How many requests of one key pass in a window. */
export const REQUESTS_PER_WINDOW = 100;

/** Windows are fixed minutes of the epoch, whenever a key's first request comes. */
export const WINDOW_SECONDS = 60;

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Where a key stands in the window of one of its requests. */
export interface RateStanding {
  /** Requests that pass in a window. */
  readonly limit: number;
  /** How many more pass after this one. */
  readonly remaining: number;
  /** The end of the window. */
  readonly resetsAt: Date;
}

/** The start of the window that the time lies in. */
export const windowStart = (at: Date): Date => new Date(Math.floor(at.getTime() / WINDOW_MS) * WINDOW_MS);

/** Whether the request passes that comes after `before` others of its window. */
export const passes = (before: number): boolean => before < REQUESTS_PER_WINDOW;

/** What a request is told that came after `before` others of the window. */
export const standingAfter = (start: Date, before: number): RateStanding => ({
  limit: REQUESTS_PER_WINDOW,
  remaining: Math.max(0, REQUESTS_PER_WINDOW - before - 1),
  resetsAt: new Date(start.getTime() + WINDOW_MS),
});
