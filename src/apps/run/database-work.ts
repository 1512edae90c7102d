import type { Core } from '../../application/core.js';
import type { Displacement } from '../../domain/operator/displacement.js';
import type { Clock } from '../../ports/index.js';
import { SILENT, type Log } from './log.js';
import { repeat } from './repeat.js';

/** Options of {@link startDatabaseWatch}. */
export interface DatabaseWorkOptions {
  readonly clock: Clock;
  /** Nothing is logged if absent. */
  readonly log?: Log;
  /** Milliseconds from the end of one check to the next. Default 1,000. */
  readonly intervalMs?: number;
}

const LOOK_MS = 1_000;
const BEAT_MS = 10_000;
/** Pause in ms between two attempts to read from an unreachable chain. */
const RETRY_MS = 5_000;

const SENTENCES: Readonly<Record<Displacement['kind'], string>> = {
  restored:
    'the database is a restored copy: until sluice reconcile has run, nothing new is sent and no API key is admitted',
  'went-back':
    'the database went back in time, or a standby took over: until the chain was asked, nothing new is sent and no API key is admitted',
};

/**
 * Watches whether the database is still the one that was last written. If it was rolled back, asks the chain what it lacks.
 * Resolves after the first check, before anything may be sent. The returned function stops the loop and waits for the current
 * check.
 *
 * @example const stop = await startDatabaseWatch(core.database, { clock });
 */
export async function startDatabaseWatch(
  database: Pick<Core['database'], 'look' | 'beat' | 'compare' | 'recover'>,
  { clock, log = SILENT, intervalMs = LOOK_MS }: DatabaseWorkOptions,
): Promise<() => Promise<void>> {
  let known: Displacement['kind'] | undefined;
  let isCompared = false;
  let [beatAt, askAt] = [-Infinity, -Infinity];

  const compare = async (): Promise<void> => {
    const compared = await database.compare();
    isCompared = compared.ok;
    if (!compared.ok) log.debug(compared.error, 'the nonces of the accounts could not be compared');
  };

  const recover = async (displaced: Displacement): Promise<void> => {
    const recovered = await database.recover(displaced);
    if (!recovered.ok)
      return log.warn({ reason: recovered.error.reason }, 'the chain could not be asked; sending waits');
    if (recovered.value === undefined) return;
    known = undefined;
    log.warn(recovered.value, 'the chain was asked about the database; sending continues');
  };

  const look = async (): Promise<void> => {
    const now = clock.now().getTime();
    const isDue = now >= askAt || askAt > now + RETRY_MS;
    if (!isCompared && isDue) await compare();
    const displaced = await database.look();
    if (displaced !== undefined && displaced.kind !== known) log.error(displaced, SENTENCES[displaced.kind]);
    if (displaced === undefined && known !== undefined) log.info({}, 'the database is released');
    known = displaced?.kind;
    if (displaced !== undefined && isDue) await recover(displaced);
    if (isDue && (!isCompared || known !== undefined)) askAt = now + RETRY_MS;
    if (now < beatAt && beatAt <= now + BEAT_MS) return;
    await database.beat();
    beatAt = now + BEAT_MS;
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'the database could not be watched; the next look retries');
  await look().catch(onError);
  return repeat(look, { pauseMs: intervalMs, onError });
}
