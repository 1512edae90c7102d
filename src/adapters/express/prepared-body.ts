import { tagOf } from './caching.js';
import { accepts, bestEncoding, encode, type Encoding } from './encodings.js';
import { CLOSED_HEADERS, OPEN_HEADERS } from './fixed-headers.js';

/** Below it, what compression saves is less than a packet. */
const MIN_COMPRESSED_BYTES = 512;

export interface BodyOptions {
  /** The content type; JSON when absent. */
  readonly type?: string;
  /** The Cache-Control header. */
  readonly caching: string;
  /** Whether it is worth to be compressed: it is asked for more than once. True when absent. */
  readonly compressed?: boolean;
  /** Whether any page may read it, which is then said in its headers; whoever sends it says so otherwise. True when absent. */
  readonly open?: boolean;
  /**
   * Makes the gzip form in less time than compressing the whole would take. Those who would rather have brotli get it
   * too, until brotli is made.
   */
  readonly gzip?: () => Promise<Buffer>;
}

type Compression = Exclude<Encoding, 'identity'>;

/** Bytes with their headers, names and values in turn. */
export interface Representation {
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

/** The body of an answer that is the same for everybody, with its tag, in every encoding that was asked for so far. */
export class PreparedBody {
  readonly etag: string;
  /** The headers of a 304. */
  readonly unchangedHeaders: readonly string[];
  private readonly plain: Representation;
  private readonly type: string;
  private readonly compressed: boolean;
  private readonly gzip: BodyOptions['gzip'];
  private readonly made = new Map<Encoding, Representation>();
  private readonly making = new Map<Encoding, Promise<Representation>>();

  constructor(
    content: string | Buffer,
    { type = 'application/json; charset=utf-8', caching, compressed = true, open = true, gzip }: BodyOptions,
  ) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.etag = tagOf(bytes);
    this.type = type;
    this.gzip = gzip;
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

  /** Bytes that it takes in memory with all its encodings, roughly. */
  get size(): number {
    return this.plain.bytes.length * (this.compressed ? 2 : 1);
  }

  /** What the header asks for, if it is at hand. */
  atHand(acceptEncoding: string | undefined): Representation | undefined {
    if (!this.compressed) return this.plain;
    const encoding = bestEncoding(acceptEncoding);
    return encoding === 'identity' ? this.plain : this.made.get(encoding);
  }

  /** What the header asks for. Callers that wait for the same encoding share the work. */
  async representation(acceptEncoding: string | undefined): Promise<Representation> {
    const atHand = this.atHand(acceptEncoding);
    if (atHand !== undefined) return atHand;
    const best = bestEncoding(acceptEncoding) as Compression;
    const mayStandIn = this.gzip !== undefined && accepts(acceptEncoding, 'gzip');
    return mayStandIn ? Promise.race([this.obtain('gzip'), this.obtain(best)]) : this.obtain(best);
  }

  private obtain(encoding: Compression): Promise<Representation> {
    const making = this.making.get(encoding) ?? this.make(encoding);
    this.making.set(encoding, making);
    return making;
  }

  private async make(encoding: Compression): Promise<Representation> {
    try {
      const plain = this.plain.bytes;
      const bytes = await (encoding === 'gzip' && this.gzip ? this.gzip() : encode(plain, encoding));
      const made = bytes.length < plain.length ? this.represent(bytes, encoding) : this.plain;
      this.made.set(encoding, made);
      return made;
    } catch (error) {
      this.making.delete(encoding);
      throw error;
    }
  }

  private represent(bytes: Buffer, encoding?: Encoding): Representation {
    const encoded = encoding === undefined ? [] : ['Content-Encoding', encoding];
    const content = ['Content-Type', this.type, ...encoded, 'Content-Length', String(bytes.length)];
    return { headers: [...this.unchangedHeaders, ...content], bytes };
  }
}
