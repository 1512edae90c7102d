import type { Logger } from 'pino';

/** Interval of the lines, ms. */
const LOG_EVERY_MS = 60_000;

/** Makes a function that counts refusals: it logs the first one at once, and then only their number, at most once a minute. */
export function countingLog(log: Pick<Logger, 'warn'>, message: string): () => void {
  let refused = 0;
  let loggedAt = -Infinity;
  return () => {
    refused++;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    log.warn({ refused }, message);
    [refused, loggedAt] = [0, now];
  };
}
