import { PLATFORM } from '../../../sdk/client/transport/system.js';

/** Looks again and again, with a pause of so many milliseconds between two looks, until the signal ends it. */
export async function lookAgain(
  look: () => Promise<void>,
  pauseMs: number,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    // The page says elsewhere that the server cannot be reached.
    await look().catch(() => undefined);
    await PLATFORM.pause(pauseMs, ended).catch(() => undefined);
  }
}
