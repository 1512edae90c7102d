import { setTimeout } from 'node:timers/promises';
import type { PricesCore } from '../../application/prices/prices-core.js';
import { hasPast } from '../../application/prices/price-list-cache.js';
import type { RecordOutcome } from '../../application/prices/record-prices.js';
import { gridPointAt } from '../../domain/price-series/price.js';
import { countReasons } from '../../domain/price-series/unpriced.js';
import type { Clock } from '../../ports/index.js';
import { SILENT, type Log } from './log.js';
import { repeat } from './repeat.js';

/** Options of {@link startRecorder} and {@link startListRefresh}. */
export interface PriceWorkOptions {
  readonly clock: Clock;
  /** Nothing is logged if absent. */
  readonly log?: Log;
  /** Milliseconds between checks for work. Default 1,000. */
  readonly checkEveryMs?: number;
}

const CHECK_EVERY_MS = 1_000;
const RETRY_MS = 15_000;
/** Milliseconds between looks for imported prices while none of the past is known. */
const PAST_MS = 5_000;
/** Longest time after the start in which the past is looked for, ms. After it, the next grid point brings an import to light. */
const LONGEST_PAST_MS = 120_000;
/** Longest wait of the start for the first prices, ms, so that a slow source does not delay it. */
const FIRST_RUN_MS = 2_000;
/** Longest wait of the stop for a running recording, ms. An interrupted recording stores nothing. */
const LAST_RUN_MS = 3_000;

/**
 * Records prices for the current five-minute grid point at once, then for each new point. After a failure, tries again every 15
 * seconds until the point is recorded or the next one is reached. Resolves after the first run, or after two seconds if that takes
 * longer. The returned function stops the recorder and waits for a running recording, at most three seconds.
 *
 * @example const stop = await startRecorder(core.prices, { clock });
 */
export async function startRecorder(
  prices: Pick<PricesCore, 'record'>,
  { clock, log = SILENT, checkEveryMs = CHECK_EVERY_MS }: PriceWorkOptions,
): Promise<() => Promise<void>> {
  let point: number | undefined;
  /** Time of the next attempt at the same point, Unix milliseconds; infinite once its prices are recorded. */
  let nextAttemptAt = 0;
  const record = async () => {
    const startedAt = clock.now();
    const newest = gridPointAt(startedAt).getTime();
    if (newest === point && startedAt.getTime() < nextAttemptAt) return;
    [point, nextAttemptAt] = [newest, startedAt.getTime() + RETRY_MS];
    const recorded = await prices.record();
    if (!recorded.ok) {
      const { kind: _kind, ...facts } = recorded.error;
      return log.warn(facts, 'prices could not be recorded and will be retried');
    }
    nextAttemptAt = Infinity;
    const facts = factsOf(recorded.value);
    const ms = clock.now().getTime() - startedAt.getTime();
    if (recorded.value.kind === 'recorded') log.info({ ...facts, ms }, 'prices recorded');
    else log.debug(facts, 'prices were already recorded');
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'recording prices failed and will be retried');
  const first = record().catch(onError);
  const stopRepeating = repeat(() => first.then(record), { pauseMs: checkEveryMs, onError });
  await Promise.race([first, setTimeout(FIRST_RUN_MS, undefined, { ref: false })]);
  return async () => {
    const ended = Promise.all([first, stopRepeating()]);
    await Promise.race([ended, setTimeout(LAST_RUN_MS, undefined, { ref: false })]);
  };
}

/** The facts to log. Tokens without a price are only counted, by reason; `/prices/api/v1/health` names them. */
function factsOf(outcome: RecordOutcome): object {
  const { kind, ...facts } = outcome;
  if (!('unpriced' in facts)) return facts;
  const unpriced = countReasons(facts.unpriced.values());
  return { ...facts, unpriced: Object.fromEntries(unpriced.map(({ reason, tokens }) => [reason, tokens])) };
}

/**
 * Reads the price list at once, and again at every check at which it is not that of the newest grid point. For two minutes after the
 * start, also reads it every five seconds while it has no past, which an import may add. Each check also refreshes token names.
 * Resolves after the first read. The returned function stops the loop.
 *
 * @example const stop = await startListRefresh(core.prices, { clock });
 */
export async function startListRefresh(
  prices: Pick<PricesCore, 'current' | 'list' | 'refresh'>,
  { clock, log = SILENT, checkEveryMs = CHECK_EVERY_MS }: PriceWorkOptions,
): Promise<() => Promise<void>> {
  const startedAt = clock.now().getTime();
  let readAt = 0;
  const refresh = async () => {
    const list = prices.current();
    const now = clock.now();
    // Compares for equality, because a clock that was ahead may have read a later run.
    const isOld = list?.run?.at.getTime() !== gridPointAt(now).getTime();
    const since = (at: number) => Math.abs(now.getTime() - at);
    const looksForPast = since(startedAt) < LONGEST_PAST_MS && since(readAt) >= PAST_MS;
    const isDue = isOld || (looksForPast && !hasPast(list.tokens));
    if (!isDue) return void (await prices.list());
    readAt = now.getTime();
    await prices.refresh();
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'prices could not be read; the list is unchanged');
  await refresh().catch(onError);
  return repeat(refresh, { pauseMs: checkEveryMs, onError });
}
