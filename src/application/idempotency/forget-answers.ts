import type { Ports } from '../../ports/index.js';

/** Forgets answers that are no longer replayed, and claims that nobody came back for. */
export type ForgetAnswers = () => Promise<void>;

export const makeForgetAnswers =
  ({ idempotency, clock }: Pick<Ports, 'idempotency' | 'clock'>): ForgetAnswers =>
  () =>
    idempotency.deleteExpired(clock.now());
