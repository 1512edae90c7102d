import { ok, type Result } from '../../domain/shared/result.js';
import { readPublic, type PublicOptions } from './read-public.js';

/** Types in the Accept header are those that `makeDrawPictures` can draw. The response's type is not looked at: its bytes tell. */
const LIMITS = {
  accept: 'image/png, image/jpeg, image/webp, image/gif',
  maxBytes: 1_048_576,
  timeoutMs: 5_000,
};
const DATA = /^data:image\/[a-z]+;base64,(.*)$/is;

/**
 * Reads image files from data: addresses, and over https from addresses of the public internet: at most 1 MB in five seconds.
 * Redirects must meet the same rules.
 *
 * @example
 * const read = makeReadImage();
 * const file = await read('https://example.org/token.png');
 */
export const makeReadImage =
  (options: PublicOptions = {}) =>
  async (address: string): Promise<Result<Uint8Array, string>> => {
    const data = DATA.exec(address);
    return data === null ? readPublic(address, LIMITS, options) : ok(Buffer.from(data[1]!, 'base64'));
  };
