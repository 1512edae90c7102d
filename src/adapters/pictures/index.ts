import type { LogoPictures } from '../../domain/metadata-record/token-logo.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { decoderFile, drawingThread } from './drawing-thread.js';
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
    decoderFile();
    return true;
  } catch {
    return false;
  }
}

/**
 * Draws square PNG pictures of PNG, JPEG, WebP and GIF files, whose bytes alone tell what they are. Each file is decoded in
 * WebAssembly with a memory of its own, in a thread: neither a file that breaks the decoder nor one that keeps it busy affects
 * anything else. Files are drawn one after another.
 *
 * @example
 * const draw = makeDrawPictures();
 * const pictures = await draw(await readFile('token.png'));
 */
export function makeDrawPictures({ timeoutMs = TIMEOUT_MS }: DrawOptions = {}) {
  const drawInThread = drawingThread(timeoutMs);
  let last: Promise<unknown> = Promise.resolve();
  return async (file: Uint8Array): Promise<Result<LogoPictures, string>> => {
    const head = pictureHead(file);
    if (head === undefined) return err('the file is no PNG, JPEG, WebP or GIF');
    const { format, width, height } = head;
    const isTooSmall = Math.max(width, height) < MIN_SIDE || Math.min(width, height) === 0;
    const isTooLarge = Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS;
    if (isTooSmall || isTooLarge)
      return err(`the ${format} has ${width} × ${height} pixels, too ${isTooSmall ? 'few' : 'many'}`);
    const drawing = last.then(() => drawInThread(file));
    last = drawing.catch(() => undefined);
    const drawn = await drawing;
    return drawn === undefined ? err(`the ${format} cannot be decoded`) : ok(drawn);
  };
}
