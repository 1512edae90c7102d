import {
  REQUESTS_PER_WINDOW,
  WINDOW_SECONDS,
  type RateStanding,
} from '../../../domain/api-key/rate-window.js';

const LIMIT = 'X-RateLimit-Limit';
const REMAINING = 'X-RateLimit-Remaining';
const RESET = 'X-RateLimit-Reset';
const WINDOW = 'X-RateLimit-Window';

/** The headers of every response to a valid API key, with their meaning. */
export const RATE_HEADERS = {
  [LIMIT]: `with an API key: requests allowed in a window, ${REQUESTS_PER_WINDOW}`,
  [REMAINING]: 'with an API key: requests left in this window',
  [RESET]: 'with an API key: end of the window, Unix seconds',
  [WINDOW]: `with an API key: length of a window in seconds, ${WINDOW_SECONDS}`,
};

export const rateHeaders = (standing: RateStanding): Record<keyof typeof RATE_HEADERS, string> => ({
  [LIMIT]: String(standing.limit),
  [REMAINING]: String(standing.remaining),
  [RESET]: String(standing.resetsAt.getTime() / 1000),
  [WINDOW]: String(WINDOW_SECONDS),
});
