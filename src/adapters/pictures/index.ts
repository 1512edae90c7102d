import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { LOGO_SIZES, type LogoPictures } from '../../domain/metadata-record/token-logo.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { DrawThreadData } from './draw-thread-program.js';
import { DRAW_THREAD } from './draw-thread-text.js';
import { pictureHead } from './picture-head.js';

/** Options of `makeDrawPictures`. */
export interface DrawOptions {
  /** Milliseconds for one file. Default 10,000. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Shortest length of an image's longer side, in pixels. The decoder draws smaller WebP files in wrong colours. */
const MIN_SIDE = 32;
/** Longest side of an image, and its area, in pixels. The decoder takes about 16 bytes for each pixel. */
const MAX_SIDE = 8_192;
const MAX_PIXELS = 9_000_000;

/** Whether the optional package that decodes images is installed. */
export function canDraw(): boolean {
  try {
    createRequire(import.meta.url).resolve('@cf-wasm/photon/photon.wasm');
    return true;
  } catch {
    return false;
  }
}

/**
 * Draws square PNG pictures of PNG, JPEG, WebP and GIF files, whose bytes alone tell what they are. Each file is decoded in
 * WebAssembly in a thread of its own, which ends afterwards: neither a file that breaks the decoder nor one that keeps it busy
 * affects anything else.
 *
 * @example
 * const draw = makeDrawPictures();
 * const pictures = await draw(await readFile('token.png'));
 */
export const makeDrawPictures =
  ({ timeoutMs = TIMEOUT_MS }: DrawOptions = {}) =>
  async (file: Uint8Array): Promise<Result<LogoPictures, string>> => {
    const head = pictureHead(file);
    if (head === undefined) return err('the file is no PNG, JPEG, WebP or GIF');
    const { format, width, height } = head;
    const isTooSmall = Math.max(width, height) < MIN_SIDE || Math.min(width, height) === 0;
    const isTooLarge = Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS;
    if (isTooSmall || isTooLarge)
      return err(`the ${format} has ${width} × ${height} pixels, too ${isTooSmall ? 'few' : 'many'}`);
    const drawn = await drawInThread(file, timeoutMs);
    return drawn === undefined ? err(`the ${format} cannot be decoded`) : ok(drawn);
  };

/** Sizes from the largest. */
const SIZES = [...LOGO_SIZES].sort((a, b) => b - a);

/** Draws the pictures; undefined if the thread fails or takes too long. */
function drawInThread(file: Uint8Array, timeoutMs: number): Promise<LogoPictures | undefined> {
  const workerData: DrawThreadData = { from: import.meta.url, file, sizes: SIZES };
  const thread = new Worker(DRAW_THREAD, {
    ...{ eval: true, execArgv: [], workerData, name: 'pictures', env: {} },
    // Reports of a decoder that fails would be lines of the program's own output.
    ...{ stdout: true, stderr: true },
  });
  return new Promise<LogoPictures | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    thread.once('message', (pngs: readonly Uint8Array[]) => {
      clearTimeout(timer);
      resolve(Object.fromEntries(SIZES.map((size, n) => [size, pngs[n]])) as LogoPictures);
    });
    for (const event of ['error', 'exit'])
      thread.once(event, () => {
        clearTimeout(timer);
        resolve(undefined);
      });
  }).finally(() => thread.terminate());
}
