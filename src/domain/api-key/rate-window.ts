/** Number of requests that one key may make in a window. */
export const REQUESTS_PER_WINDOW = 100;

/** Length of a window. Windows begin at whole minutes of Unix time, regardless of when a key's first request arrives. */
export const WINDOW_SECONDS = 60;

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** A key's rate limit after one of its requests. */
export interface RateStanding {
  /** Requests allowed in a window. */
  readonly limit: number;
  /** Requests still allowed in the window after this one, 0 or more. */
  readonly remaining: number;
  /** The end of the window. */
  readonly resetsAt: Date;
}

/** The start of the window that contains the time. */
export const windowStart = (at: Date): Date => new Date(Math.floor(at.getTime() / WINDOW_MS) * WINDOW_MS);

/** Whether a request is allowed after `before` others in its window. */
export const isAllowed = (before: number): boolean => before < REQUESTS_PER_WINDOW;

/** The rate limit after a request that followed `before` others in its window. */
export const standingAfter = (start: Date, before: number): RateStanding => ({
  limit: REQUESTS_PER_WINDOW,
  remaining: Math.max(0, REQUESTS_PER_WINDOW - before - 1),
  resetsAt: new Date(start.getTime() + WINDOW_MS),
});
