import {
  afterOutage,
  LONGEST_OUTAGE_MS,
  type Moment,
  type Outage,
} from '../../../domain/order/evaluation/retry-policy.js';
import { isPending } from '../../../domain/shared/time.js';

/** Blocks sending during an outage of the node or the operator account. Each trip without a reset in between blocks it for longer. */
export class CircuitBreaker {
  private outage: { readonly failures: number; readonly until: Date } | undefined;

  /** End of the pause; undefined while the breaker is closed. */
  openUntil(now: Date): Date | undefined {
    if (this.outage === undefined) return undefined;
    const { until } = this.outage;
    return isPending(until.getTime(), now.getTime(), LONGEST_OUTAGE_MS) ? until : undefined;
  }

  /** Reports a failure caused by an outage. Returns the end of the pause. */
  trip(outage: Outage, moment: Moment): Date {
    const running = this.openUntil(moment.now);
    if (running !== undefined) return running;
    const failures = (this.outage?.failures ?? 0) + 1;
    this.outage = { failures, until: afterOutage(failures, outage, moment) };
    return this.outage.until;
  }

  /** Closes the breaker. To be called when no attempt has failed because of an outage. */
  reset(): void {
    this.outage = undefined;
  }
}
