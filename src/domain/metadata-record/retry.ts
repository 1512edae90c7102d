const FIRST_MS = 10 * 60 * 1000;
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Pause in milliseconds after that many failed reads of one address, at least 1: ten minutes, doubled each time, up to a day. */
export const retryAfterMs = (failures: number): number =>
  Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
