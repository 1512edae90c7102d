import type { Core } from '../../application/core.js';
import { SILENT, type Log } from './log.js';
import { repeat } from './repeat.js';

/** Options of a background loop that needs no clock. */
export interface LoopOptions {
  /** Nothing is logged if absent. */
  readonly log?: Log;
  /** Milliseconds from the end of one run to the start of the next. Each loop has a default. */
  readonly intervalMs?: number;
}

const MAINTENANCE_MS = 10 * 60 * 1000;
/** Interval at which key activity is stored, ms; a crash may lose this much of it. */
const ACTIVITY_MS = 1_000;
const BLOCK_CHECK_MS = 1_000;

/**
 * Deletes expired idempotency keys, signed messages and rate windows every ten minutes. The returned function stops the
 * loop and waits for the current run.
 *
 * @example const stop = startMaintenance(core.maintenance, { log: console });
 */
export const startMaintenance = (
  maintenance: Core['maintenance'],
  { log = SILENT, intervalMs = MAINTENANCE_MS }: LoopOptions = {},
): (() => Promise<void>) =>
  repeat(maintenance.tidy, {
    pauseMs: intervalMs,
    onError: (error) => log.error({ err: error }, 'maintenance failed and will be retried'),
  });

/** Interval at which timers are looked at, ms: a quarter of the two seconds within which they fire. */
const TIMER_MS = 500;

/**
 * Fires the timers that owners have armed to end their orders, every 500 ms by default. Resolves after the first look, since timers
 * may have run out while no process was running. The returned function stops the loop and waits for the current look.
 *
 * @example const stop = await startTimers(core.maintenance);
 */
export async function startTimers(
  { fireTimers }: Pick<Core['maintenance'], 'fireTimers'>,
  { log = SILENT, intervalMs = TIMER_MS }: LoopOptions = {},
): Promise<() => Promise<void>> {
  let isHeld = false;
  const look = async () => {
    const { fired, ended, held } = await fireTimers();
    if (fired > 0 || ended > 0) log.info({ fired, ended }, 'timers were not renewed; their orders end');
    if (held !== undefined && !isHeld)
      log.warn(held, 'the clock and the chain disagree; no timer ends orders');
    isHeld = held !== undefined;
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'timers could not be looked at; the next look retries');
  await look().catch(onError);
  return repeat(look, { pauseMs: intervalMs, onError });
}

/**
 * Checks the chain for a new block, every second by default, so that quotes need not wait for a check. Logs one warning per outage.
 * The returned function stops the loop and waits for the current check.
 *
 * @example const stop = startBlockFollower(core.market, { intervalMs: 5_000 });
 */
export function startBlockFollower(
  market: Core['market'],
  { log = SILENT, intervalMs = BLOCK_CHECK_MS }: LoopOptions = {},
): () => Promise<void> {
  let isLost = false;
  const check = async () => {
    const checked = await market.check();
    if (checked.ok === isLost) {
      if (checked.ok) log.info({}, 'reserves are up to date again');
      else log.warn(checked.error, 'reserves cannot be brought up to date; quotes may fail');
    }
    isLost = !checked.ok;
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the chain could not be followed');
  return repeat(check, { pauseMs: intervalMs, onError });
}

/**
 * Stores the use of API keys every second. The returned function stops the loop and stores what is left.
 *
 * @example const stop = startActivityLog(core.apiKeys);
 */
export function startActivityLog(
  { activity }: Pick<Core['apiKeys'], 'activity'>,
  { log = SILENT, intervalMs = ACTIVITY_MS }: LoopOptions = {},
): () => Promise<void> {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'key activity could not be stored; it is kept in memory');
  const stop = repeat(() => activity.flush(), { pauseMs: intervalMs, onError });
  return async () => {
    await stop();
    await activity.flush().catch(onError);
  };
}
