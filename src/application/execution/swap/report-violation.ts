import { INVARIANTS, type Violation } from '../../../domain/order/lifecycle/invariants.js';
import type { Ports } from '../../../ports/index.js';

/** Reports a violated invariant, if there is one, and stops new swaps if it says so. */
export type ReportViolation = (violation: Violation | undefined) => Promise<void>;

/**
 * The single place that acts on violated invariants: each one is reported to the observer, which logs and counts it; one that
 * stops new swaps pauses them in every process. For the same order that happens once, since a person who resumes has seen it.
 */
export const makeReportViolation = ({
  clock,
  executionObserver,
  sendingSwitch,
}: Pick<Ports, 'clock' | 'executionObserver' | 'sendingSwitch'>): ReportViolation => {
  const stopped = new Set<string>();
  return async (violation) => {
    if (violation === undefined) return;
    executionObserver?.observe(violation);
    const { invariant, uuid } = violation;
    const key = `${invariant} ${uuid}`;
    if (!INVARIANTS[invariant].stops || stopped.has(key)) return;
    const position = await sendingSwitch.position();
    if (position?.isPaused !== true) {
      const reason = `the invariant ${invariant} is violated; see the log`;
      await sendingSwitch.set({ isPaused: true, at: clock.now(), by: 'sluice', reason });
    }
    stopped.add(key);
  };
};
