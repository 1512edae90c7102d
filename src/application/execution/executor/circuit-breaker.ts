import { afterOutage, type Moment, type Outage } from '../../../domain/order/retry-policy.js';

/** Whether the chain, or the operator's account on it, is in the way of every order, as far as those who tried know. */
export interface ChainWatch {
  /** Somebody failed because of it. Answers until when it is left alone. */
  lost(how: Outage, moment: Moment): Date;
  /** Nobody of those who tried failed because of it. */
  reached(): void;
  /** Until when it is left alone, if it is at that time. */
  lostUntil(now: Date): Date | undefined;
}

/** The pauses grow from one to the next for as long as nobody gets on in between. */
export function watchChain(): ChainWatch {
  let outage: { readonly failures: number; readonly until: Date } | undefined;

  const lostUntil = (now: Date) => (outage !== undefined && outage.until > now ? outage.until : undefined);
  return {
    lostUntil,
    lost(how, moment) {
      const running = lostUntil(moment.now);
      if (running !== undefined) return running;
      const failures = (outage?.failures ?? 0) + 1;
      outage = { failures, until: afterOutage(failures, how, moment) };
      return outage.until;
    },
    reached: () => void (outage = undefined),
  };
}
