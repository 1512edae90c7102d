import type { Ports } from '../ports/index.js';
import { makeForgetWindows } from './api-keys/forget-windows.js';
import { makeForgetAnswers } from './idempotency/forget-answers.js';
import { makeForgetMessages } from './orders/forget-messages.js';

/** Forgets everything that has had its time. To be done now and then, or storage only grows. */
export type Tidy = () => Promise<void>;

type Needs = Pick<Ports, 'clock' | 'signedMessages' | 'rates' | 'idempotency'>;

export const makeTidy = (ports: Needs): Tidy => {
  const chores = [makeForgetMessages(ports), makeForgetWindows(ports), makeForgetAnswers(ports)];
  return async () => {
    for (const chore of chores) await chore();
  };
};
