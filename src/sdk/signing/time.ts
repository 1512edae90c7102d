import { SigningError } from './errors.js';

/** Time in Unix milliseconds that the caller's function returns. Programs without types may pass the time itself, which is refused. */
export function timeBy(now: () => number): number {
  if (typeof now === 'function') return now();
  throw new SigningError('now must be a function, such as () => Date.now()', 'invalid-message');
}
