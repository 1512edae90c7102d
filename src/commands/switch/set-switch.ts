import { hostname, userInfo } from 'node:os';
import { SystemClock } from '../../adapters/system/index.js';
import type { SwitchPosition } from '../../domain/order/brakes.js';
import { withDatabase } from '../../process/database.js';

/** What an operator asks for. */
export interface SwitchRequest {
  readonly isPaused: boolean;
  readonly reason: string | undefined;
  /** `user@host` when undefined. */
  readonly by: string | undefined;
}

/** Sets the switch in the database that DATABASE_URL names. Returns a line that says what is and what was before. */
export async function setSwitch({ isPaused, reason, by }: SwitchRequest): Promise<string> {
  const position: SwitchPosition = {
    isPaused,
    at: new SystemClock().now(),
    by: by ?? `${userInfo().username}@${hostname()}`,
    ...(reason !== undefined && { reason }),
  };
  return withDatabase(async ({ sendingSwitch }) => {
    const before = await sendingSwitch.position();
    await sendingSwitch.set(position);
    return `${described(position)}; before: ${before === undefined ? 'never paused' : described(before)}`;
  });
}

const described = ({ isPaused, at, by, reason }: SwitchPosition): string =>
  `${isPaused ? 'paused' : 'resumed'} by ${by} at ${at.toISOString()}${reason === undefined ? '' : `: ${reason}`}`;
