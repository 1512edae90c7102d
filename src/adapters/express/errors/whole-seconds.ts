/** Wait for Retry-After in whole seconds, at least 1. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));
