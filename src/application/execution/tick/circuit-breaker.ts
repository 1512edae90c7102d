import { afterOutage, type Moment, type Outage } from '../../../domain/order/retry-policy.js';

/** Circuit breaker for outages of the node or the operator account, which block every order. */
export interface CircuitBreaker {
  /** Reports a failure caused by an outage. Returns until when nothing is sent. */
  trip(outage: Outage, moment: Moment): Date;
  /** Closes the breaker: no attempt failed because of an outage. */
  reset(): void;
  /** Until when nothing is sent; undefined while the breaker is closed. */
  openUntil(now: Date): Date | undefined;
}

/** The pauses grow with each trip that follows another without a reset in between. */
export function makeCircuitBreaker(): CircuitBreaker {
  let outage: { readonly failures: number; readonly until: Date } | undefined;

  const openUntil = (now: Date) => (outage !== undefined && outage.until > now ? outage.until : undefined);
  return {
    openUntil,
    trip(how, moment) {
      const running = openUntil(moment.now);
      if (running !== undefined) return running;
      const failures = (outage?.failures ?? 0) + 1;
      outage = { failures, until: afterOutage(failures, how, moment) };
      return outage.until;
    },
    reset: () => void (outage = undefined),
  };
}
