import { tagOf } from './caching.js';
import { accepts, bestEncoding, encode, type Encoding } from './encodings.js';
import { CLOSED_HEADERS, OPEN_HEADERS } from './fixed-headers.js';

/** Length below which bodies are sent uncompressed, since compression would save less than a packet. */
const MIN_COMPRESSED_BYTES = 512;
/** Length above which brotli takes much longer than gzip, so the first callers that accept both get gzip. */
const MAX_QUICK_BROTLI_BYTES = 1024 * 1024;

export interface BodyOptions {
  /** The content type; JSON when absent. */
  readonly type?: string;
  /** The Cache-Control header. */
  readonly caching: string;
  /** Whether compression pays off because the body is sent more than once. True when absent. */
  readonly compressed?: boolean;
  /** Whether its headers let pages of any origin read it, true when absent. If not, the sender adds the headers for each origin. */
  readonly open?: boolean;
}

type Compression = Exclude<Encoding, 'identity'>;

/** Bytes with their headers, as alternating names and values. */
export interface Representation {
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

/** The body of a response that is the same for all callers, with its ETag, in every encoding requested so far. */
export class PreparedBody {
  readonly etag: string;
  /** The headers of a 304. */
  readonly unchangedHeaders: readonly string[];
  private readonly plain: Representation;
  private readonly type: string;
  private readonly compressed: boolean;
  private readonly made = new Map<Encoding, Representation>();
  private readonly making = new Map<Encoding, Promise<Representation>>();

  constructor(
    content: string | Buffer,
    { type = 'application/json; charset=utf-8', caching, compressed = true, open = true }: BodyOptions,
    private readonly compress = encode,
  ) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.etag = tagOf(bytes);
    this.type = type;
    this.compressed = compressed && bytes.length >= MIN_COMPRESSED_BYTES;
    const varies = [...(compressed ? ['Accept-Encoding'] : []), ...(open ? [] : ['Origin'])];
    const vary = varies.length > 0 ? ['Vary', varies.join(', ')] : [];
    this.unchangedHeaders = [
      ...(open ? OPEN_HEADERS : CLOSED_HEADERS),
      'Cache-Control',
      caching,
      'ETag',
      this.etag,
      ...vary,
    ];
    this.plain = this.represent(bytes);
  }

  /** Approximate bytes in memory with all encodings. */
  get size(): number {
    return this.plain.bytes.length * (this.compressed ? 2 : 1);
  }

  /** The representation that the header prefers, if it has been made. */
  atHand(acceptEncoding: string | undefined): Representation | undefined {
    if (!this.compressed) return this.plain;
    const encoding = bestEncoding(acceptEncoding);
    return encoding === 'identity' ? this.plain : this.made.get(encoding);
  }

  /** The representation that the header prefers; for a long body, gzip until brotli is ready. Concurrent callers share the work. */
  async representation(acceptEncoding: string | undefined): Promise<Representation> {
    const atHand = this.atHand(acceptEncoding);
    if (atHand !== undefined) return atHand;
    const best = bestEncoding(acceptEncoding) as Compression;
    const isQuick = best === 'gzip' || this.plain.bytes.length <= MAX_QUICK_BROTLI_BYTES;
    if (isQuick || !accepts(acceptEncoding, 'gzip')) return this.obtain(best);
    const gzip = this.obtain('gzip');
    // Brotli starts after gzip, so the two do not compete for cores. After a failure the next caller retries.
    gzip.then(() => this.obtain(best)).catch(() => undefined);
    return gzip;
  }

  private async obtain(encoding: Compression): Promise<Representation> {
    const ready = this.made.get(encoding) ?? this.making.get(encoding);
    if (ready !== undefined) return ready;
    const making = this.make(encoding).finally(() => this.making.delete(encoding));
    this.making.set(encoding, making);
    return making;
  }

  private async make(encoding: Compression): Promise<Representation> {
    const plain = this.plain.bytes;
    const bytes = await this.compress(plain, encoding);
    const made = bytes.length < plain.length ? this.represent(bytes, encoding) : this.plain;
    this.made.set(encoding, made);
    return made;
  }

  private represent(bytes: Buffer, encoding?: Encoding): Representation {
    const encoded = encoding === undefined ? [] : ['Content-Encoding', encoding];
    const content = ['Content-Type', this.type, ...encoded, 'Content-Length', String(bytes.length)];
    return { headers: [...this.unchangedHeaders, ...content], bytes };
  }
}
