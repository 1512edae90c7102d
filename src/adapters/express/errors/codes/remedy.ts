/** Whether a request that got an error is worth sending again, as it is. */
export const RETRIES = {
  changed: 'no, the same request fails again',
  later: 'yes, later; where the response has Retry-After, after so many seconds',
  'after-reading': 'after reading what became of the first one: it may have taken effect',
} as const;

/** Advice to a caller who gets a code. */
export interface Remedy {
  readonly retry: keyof typeof RETRIES;
  /** One sentence, or two. */
  readonly remedy: string;
}

const having =
  (retry: Remedy['retry']) =>
  (remedy: string): Remedy => ({ retry, remedy });

/** The request, or what it is about, must change. */
export const change = having('changed');
/** The same request may succeed later. */
export const later = having('later');
/** Whether the request took effect is unknown. */
export const readFirst = having('after-reading');
