import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** How a body may be written, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Higher ones win little and cost a multiple. */
const BROTLI_QUALITY = 5;
const MAX_HEADERS = 500;
const MAX_HEADER_LENGTH = 200;

/** Few headers are in use, and the same one comes with every request. */
const known = new LRUCache<string, Encoding>({ max: MAX_HEADERS });

/**
 * What suits an Accept-Encoding header best, by its weights; of equals the smallest. A header that refuses everything
 * gets the body as it is, which every client can read.
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

const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)];

/** Compresses in a thread of its own. */
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
