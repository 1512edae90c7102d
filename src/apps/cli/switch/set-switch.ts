import { hostname, userInfo } from 'node:os';
import { SystemClock } from '../../../adapters/system/index.js';
import { makeSetSwitch } from '../../../application/operator/set-switch.js';
import type { SwitchPosition } from '../../../domain/order/evaluation/brakes.js';
import { withDatabase } from '../../server/database.js';
import { loggingEnds, withEndsLog } from '../../server/ends-log.js';
import { settingsNamed } from '../../server/environment.js';
import { printResult, type JsonOption } from '../result.js';

export interface SwitchOptions extends JsonOption {
  /** Author of the change; `user@host` when undefined. */
  readonly by?: string;
}

type Turn = (reason: string | undefined, options: SwitchOptions) => Promise<number>;

export const pause: Turn = (reason, options) => setSwitch(true, reason, options);
export const resume: Turn = (reason, options) => setSwitch(false, reason, options);

/** Pauses or resumes sending in the database that DATABASE_URL names: see docs/how-to/run-the-executor.md. */
async function setSwitch(
  isPaused: boolean,
  reason: string | undefined,
  { by, ...options }: SwitchOptions,
): Promise<number> {
  const wish = { isPaused, reason, by: by ?? `${userInfo().username}@${hostname()}` };
  const settings = settingsNamed('DATABASE_URL', 'SLUICE_ENDS_LOG');
  return withEndsLog(settings, (ends) =>
    withDatabase(async (storage) => {
      const { sendingSwitch } = loggingEnds(storage, ends);
      const { position, before } = await makeSetSwitch({ clock: new SystemClock(), sendingSwitch })(wish);
      return printResult({ ...position, before }, options, () => [
        `${described(position)}; before: ${before === undefined ? 'never paused' : described(before)}`,
      ]);
    }),
  );
}

const described = ({ isPaused, at, by, reason }: SwitchPosition): string =>
  `${isPaused ? 'paused' : 'resumed'} by ${by} at ${at.toISOString()}${reason === undefined ? '' : `: ${reason}`}`;
