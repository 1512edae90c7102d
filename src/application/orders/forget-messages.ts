import type { Ports } from '../../ports/index.js';

/** Forgets single-use messages that are too old to be used again. To be done now and then, or the list only grows. */
export type ForgetMessages = () => Promise<void>;

export const makeForgetMessages =
  ({ signedMessages, clock }: Pick<Ports, 'signedMessages' | 'clock'>): ForgetMessages =>
  () =>
    signedMessages.deleteExpired(clock.now());
