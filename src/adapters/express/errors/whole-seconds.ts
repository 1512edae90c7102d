/** Wait in whole seconds, 1 or more, as Retry-After gives it. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));
