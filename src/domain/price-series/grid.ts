import { GRID_SECONDS } from './price.js';

/** The newest point of the five-minute grid at or before the time. */
export function gridPointAt(time: Date): Date {
  const step = GRID_SECONDS * 1000;
  return new Date(Math.floor(time.getTime() / step) * step);
}
