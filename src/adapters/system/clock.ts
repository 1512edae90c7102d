import type { Clock } from '../../ports/index.js';

/** The machine's own time of day. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}
