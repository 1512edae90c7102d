import type { Core } from '../../application/core.js';
import { SILENT } from './log.js';
import { repeat } from './repeat.js';
import type { LoopOptions } from './housekeeping.js';

/** Interval at which alerts are looked at, ms. */
const ALERTS_MS = 15_000;

/**
 * Fires the alerts that are true, every 15 seconds by default. The returned function stops the loop and waits for the current look.
 *
 * @example const stop = startAlerts(core.alerts, { log: console });
 */
export const startAlerts = (
  { fireDue }: Pick<Core['alerts'], 'fireDue'>,
  { log = SILENT, intervalMs = ALERTS_MS }: LoopOptions = {},
): (() => Promise<void>) => {
  const look = async () => {
    const { fired } = await fireDue();
    if (fired > 0) log.info({ fired }, 'alerts fired');
  };
  return repeat(look, {
    pauseMs: intervalMs,
    onError: (error) => log.error({ err: error }, 'alerts could not be looked at; the next look retries'),
  });
};
