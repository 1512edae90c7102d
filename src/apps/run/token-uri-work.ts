import type { Core } from '../../application/core.js';
import type { LoopOptions } from './housekeeping.js';
import { SILENT } from './log.js';
import { repeat } from './repeat.js';

/** Pause in ms between two tokens, which gives three a minute. */
const PAUSE_MS = 20_000;

/**
 * Reads the metadata at the chain's `token_uri` for listed tokens, one every twenty seconds as long as any is due. The returned
 * function stops the loop and waits for the current read.
 *
 * @example const stop = startTokenUris(core.metadata, { log: console });
 */
export const startTokenUris = (
  { refreshUris }: Pick<Core['metadata'], 'refreshUris'>,
  { log = SILENT, intervalMs = PAUSE_MS }: LoopOptions = {},
): (() => Promise<void>) =>
  repeat(
    async () => {
      const refreshed = await refreshUris();
      if (refreshed.ok && refreshed.value !== undefined)
        log.debug(refreshed.value, 'the metadata of a token was read from its token_uri');
    },
    {
      pauseMs: intervalMs,
      onError: (error) => log.error({ err: error }, 'reading token_uri failed and will be retried'),
    },
  );
