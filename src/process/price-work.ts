import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { repeat } from './repeat.js';
import type { PricesCore } from '../application/prices/prices-core.js';
import type { RecordOutcome, RecordPricesError } from '../application/prices/record-prices.js';
import { gridPointAt } from '../domain/price-series/price.js';
import type { Clock } from '../ports/index.js';

export interface PriceWorkOptions {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** How often it is looked whether there is something to do. Default 1,000. */
  readonly lookMs?: number;
}

const LOOK_MS = 1_000;
const RETRY_MS = 15_000;
/** The process does not wait for its first prices for longer, so that a slow source does not hold up its start. */
const FIRST_RUN_MS = 2_000;
/** How long a run under way may take once the process was asked to stop. Cut off, it has written nothing. */
const LAST_RUN_MS = 3_000;

/**
 * Records the newest grid point at once and every later one when it comes. A run that failed is tried again every 15
 * seconds until its grid point is stored or the next one is there. Resolves after the first run or two seconds; the
 * answered function ends it and waits for a run under way.
 */
export async function startRecorder(
  prices: Pick<PricesCore, 'record'>,
  { clock, log, lookMs = LOOK_MS }: PriceWorkOptions,
): Promise<() => Promise<void>> {
  let point: number | undefined;
  /** Unix milliseconds before which nothing is to be done about the point. */
  let idleUntil = 0;
  const record = async () => {
    const startedAt = clock.now();
    const newest = gridPointAt(startedAt).getTime();
    if (newest === point && startedAt.getTime() < idleUntil) return;
    [point, idleUntil] = [newest, startedAt.getTime() + RETRY_MS];
    const recorded = await prices.record();
    if (!recorded.ok)
      return log.warn(factsOf(recorded.error), 'prices could not be recorded; it is tried again');
    idleUntil = Infinity;
    tell(log, recorded.value, clock.now().getTime() - startedAt.getTime());
  };
  const onError = (error: unknown) => log.error({ err: error }, 'recording prices failed; it is tried again');
  const first = record().catch(onError);
  const later = repeat(() => first.then(record), { pauseMs: lookMs, onError });
  await Promise.race([first, setTimeout(FIRST_RUN_MS, undefined, { ref: false })]);
  return async () => {
    const ended = Promise.all([first, later.stop()]);
    await Promise.race([ended, setTimeout(LAST_RUN_MS, undefined, { ref: false })]);
  };
}

/**
 * Reads the price list at once, and anew whenever a grid point has passed that it does not have yet; the tokens' names
 * each time it is looked. Resolves after the first reading; the answered function ends it.
 */
export async function startListRefresh(
  prices: Pick<PricesCore, 'current' | 'list' | 'refresh'>,
  { clock, log, lookMs = LOOK_MS }: PriceWorkOptions,
): Promise<() => Promise<void>> {
  const refresh = async () => {
    const run = prices.current()?.run;
    if (run === undefined || run.at < gridPointAt(clock.now())) await prices.refresh();
    else await prices.list();
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'prices could not be read; the list stays as it is');
  await refresh().catch(onError);
  const refreshing = repeat(refresh, { pauseMs: lookMs, onError });
  return () => refreshing.stop();
}

function tell(log: PriceWorkOptions['log'], outcome: RecordOutcome, ms: number): void {
  const { kind, ...facts } = outcome;
  if (kind === 'recorded') log.info({ ...facts, ms }, 'prices recorded');
  else log.debug(facts, 'prices were recorded already');
}

function factsOf(error: RecordPricesError): object {
  return error.kind === 'no-btc-price'
    ? { reason: error.reason, dropped: error.dropped, failed: error.failed }
    : { reason: error.reason };
}
