import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** The encodings of a body, smallest result first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Quality of brotli. Higher ones save little and take several times as long. */
const BROTLI_QUALITY = 5;
const MAX_HEADERS = 500;
const MAX_HEADER_LENGTH = 200;

/** Results by header. Only a few different headers occur. */
const known = new LRUCache<string, Encoding>({ max: MAX_HEADERS });

/**
 * The encoding that an Accept-Encoding header prefers by its weights; ties go to the smallest result. If the header refuses
 * everything, the encoding is `identity`, which every client can read.
 */
export function bestEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const before = known.get(acceptEncoding);
  if (before !== undefined) return before;
  const [best = 'identity'] = new Negotiator({
    headers: { 'accept-encoding': acceptEncoding },
  }).encodings([...ENCODINGS], { preferred: ENCODINGS }) as Encoding[];
  if (acceptEncoding.length <= MAX_HEADER_LENGTH) known.set(acceptEncoding, best);
  return best;
}

/** Whether an Accept-Encoding header accepts the encoding. */
export const accepts = (acceptEncoding: string | undefined, encoding: Encoding): boolean =>
  new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([encoding]).length > 0;

const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)];

/** Compresses the body in the thread pool. */
export function encode(body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants;
  return brotlied(body, {
    params: {
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
