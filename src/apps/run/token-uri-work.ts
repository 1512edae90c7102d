import type { Core } from '../../application/core.js';
import type { LoopOptions } from './housekeeping.js';
import { SILENT, type Log } from './log.js';
import { repeat } from './repeat.js';

/** Pause in ms between two tokens, which gives three a minute. */
const PAUSE_MS = 20_000;

/**
 * Reads the metadata at the chain's `token_uri` for listed tokens, and then the safety facts of their contracts, one token every
 * twenty seconds as long as any is due. The returned function stops the loop and waits for the current read.
 *
 * @example const stop = startTokenUris(core.metadata, { log: console });
 */
export const startTokenUris = (
  { refreshUris, refreshSafety }: Pick<Core['metadata'], 'refreshUris' | 'refreshSafety'>,
  options: LoopOptions = {},
): (() => Promise<void>) =>
  readEach('token_uri', options, async (log) => {
    const refreshed = await refreshUris();
    if (refreshed.ok && refreshed.value !== undefined) {
      log.debug(refreshed.value, 'the metadata of a token was read from its token_uri');
      return;
    }
    const told = await refreshSafety();
    if (told.ok && told.value !== undefined)
      log.debug(told.value, 'the safety facts of a token were read from its contract');
  });

/**
 * Reads the images of listed tokens and stores pictures of them, one token every twenty seconds as long as any is due. The returned
 * function stops the loop and waits for the current read.
 *
 * @example const stop = startTokenLogos(core.metadata, { log: console });
 */
export const startTokenLogos = (
  { refreshLogos }: Pick<Core['metadata'], 'refreshLogos'>,
  options: LoopOptions = {},
): (() => Promise<void>) =>
  readEach('images of tokens', options, async (log) => {
    const refreshed = await refreshLogos();
    if (refreshed !== undefined) log.debug(refreshed, 'the image of a token was read');
  });

/** Reads what one token at a time publishes, again and again. */
const readEach = (
  what: string,
  { log = SILENT, intervalMs = PAUSE_MS }: LoopOptions,
  read: (log: Log) => Promise<void>,
): (() => Promise<void>) =>
  repeat(() => read(log), {
    pauseMs: intervalMs,
    onError: (error) => log.error({ err: error }, `reading ${what} failed and will be retried`),
  });
