import type { RequestListener } from 'node:http';
import { createApp, type AppOptions } from './app.js';
import { STARTING } from '../schema/outcomes.js';

interface StartingOptions extends Pick<AppOptions, 'clock' | 'requestIds' | 'corsOrigins' | 'build'> {
  /** Returns what the process waits for, in words that anyone may read. */
  readonly waitsFor: () => string;
}

/**
 * Routes of a process that is starting: `/healthz` and `/time`. `/readyz` and all other paths respond 503 with what it waits for.
 *
 * @example
 * const waitsFor = () => 'opening the database';
 * const server = createServer(startingApp({ clock, requestIds: randomUUID, waitsFor })).listen(3000);
 */
export function startingApp({ waitsFor, ...options }: StartingOptions): RequestListener {
  const readiness = async () => ({ ready: false, reasons: [`the process is starting: ${waitsFor()}`] });
  const unserved = () => ({
    ...STARTING,
    error: `The server is starting: ${waitsFor()}; try again in a moment`,
  });
  return createApp({ areas: [], readiness, unserved, ...options });
}
