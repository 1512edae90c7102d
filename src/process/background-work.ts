import type { Logger } from 'pino';
import { repeat } from './repeat.js';
import type { Core } from '../application/core.js';
import type { Config } from './config.js';
import { startExecution, type ExecutionWorkOptions } from './execution-work.js';
import type { Clock } from '../ports/index.js';
import { startListRefresh, startRecorder } from './price-work.js';

export type Close = () => Promise<void>;

export interface BackgroundOptions extends Pick<ExecutionWorkOptions, 'onPass'> {
  readonly config: Pick<Config, 'roles' | 'executorMs'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closing: Close[];
}

const MAINTENANCE_MS = 10 * 60 * 1000;
/** What a crash may lose of the keys' activity. */
const ACTIVITY_MS = 1_000;

/** Starts everything that goes on by itself in a process of these roles, and adds how each of it ends to `closing`. */
export async function startBackgroundWork(
  core: Core,
  { config, clock, log, closing, onPass }: BackgroundOptions,
): Promise<void> {
  const { roles, executorMs } = config;
  closing.push(startMaintenance(core, log), startActivityLog(core, log));
  if (roles.includes('executor'))
    closing.push(await startExecution(core.execution, { clock, log, intervalMs: executorMs, onPass }));
  if (roles.includes('recorder')) closing.push(await startRecorder(core.prices, { clock, log }));
  if (roles.includes('api')) closing.push(await startListRefresh(core.prices, { clock, log }));
}

function startMaintenance(core: Core, log: Logger): Close {
  const onError = (error: unknown) => log.error({ err: error }, 'maintenance failed; it is tried again');
  const maintenance = repeat(core.maintenance.tidy, { pauseMs: MAINTENANCE_MS, onError });
  return () => maintenance.stop();
}

/** Writes down every second what keys were used for; once more at the end. */
function startActivityLog({ apiKeys: { activity } }: Core, log: Logger): Close {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'key activity could not be written; it is kept');
  const flushing = repeat(() => activity.flush(), { pauseMs: ACTIVITY_MS, onError });
  return async () => {
    await flushing.stop();
    await activity.flush().catch(onError);
  };
}
