import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib';
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

/** Whether an Accept-Encoding header takes the encoding at all. */
export const accepts = (acceptEncoding: string | undefined, encoding: Encoding): boolean =>
  new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([encoding]).length > 0;

const [gzipped, brotlied, deflated] = [promisify(gzip), promisify(brotliCompress), promisify(deflateRaw)];

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

/** Compresses a part of a body for `gzipOf`, in a thread of its own. It refers to no other part. */
export const deflatePart = (part: string | Buffer): Promise<Buffer> =>
  deflated(part, { finishFlush: constants.Z_SYNC_FLUSH });

/** As gzip writes it when it knows neither name nor time (RFC 1952). */
const GZIP_START = Buffer.from('1f8b0800000000000003', 'hex');
/** An empty block that says it is the last. */
const DEFLATE_END = Buffer.from('0300', 'hex');

/**
 * The gzip form of a body whose parts are deflated already. It is one gzip member: of several, which gzip allows,
 * browsers read the first only.
 */
export function gzipOf(body: Buffer, parts: readonly Buffer[]): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(body));
  trailer.writeUInt32LE(body.length, 4);
  return Buffer.concat([GZIP_START, ...parts, DEFLATE_END, trailer]);
}
