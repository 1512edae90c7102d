import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { areaUrl, type EarlyResponses, type Visit } from './areas.js';
import { namesTag } from './caching.js';
import { originHeaders, type Origins } from '../requests/cross-origin.js';
import { noteOperation, operationOf } from './operation-of.js';
import { besideHosts } from '../requests/host-headers.js';
import type { BodyOptions, PreparedBody, Representation } from './prepared-body.js';
import { requestIdOf } from '../requests/request-log.js';

const DEFAULT_MAX_RESPONSES = 5_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_URL_LENGTH = 4_096;
/** Approximate bytes that one kept body takes for headers and bookkeeping. */
const OVERHEAD_BYTES = 2_048;

/** A body, and how long it may be sent to everyone who requests the same URL. */
export interface Prepared {
  readonly body: PreparedBody;
  /** Validity in milliseconds from the request; the store's `ttlMs` when absent. */
  readonly holdsMs?: number;
  /** Whether the body stays valid when the source changes. */
  readonly unchanging?: boolean;
}

interface Kept {
  readonly body: PreparedBody;
  readonly operation: string | undefined;
  /** Source that the body was made from; undefined if it stays valid when the source changes. */
  readonly source: unknown;
  /** Unix milliseconds at which the body expires. */
  readonly until: number;
}

interface Making {
  readonly source: unknown;
  /** Operation that makes the body. */
  readonly operation: string | undefined;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly prepared: Promise<Prepared>;
}

export interface PreparedResponsesOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds for which a body is valid; unlimited when absent. */
  readonly ttlMs?: number;
  /** Identifies the current data. Bodies are valid while the result stays the same; undefined means that the data is unknown. */
  readonly source?: () => unknown;
  /** The number of bodies kept, 5,000 when absent. The least recently used are dropped first. */
  readonly maxResponses?: number;
  /** Bytes of all kept bodies, 64 MB when absent. */
  readonly maxBytes?: number;
  /** The origins whose pages may read the responses; every origin when absent. */
  readonly origins?: Origins;
}

/**
 * Responses that many callers share, kept as bytes. They bypass Express, the main cost of a small response. `respond` makes a
 * body on its first request; `respondEarly` sends the body while it is valid.
 */
export class PreparedResponses implements EarlyResponses {
  private readonly kept: LRUCache<string, Kept>;
  private readonly making = new Map<string, Making>();
  private readonly headersFor: ((origin: string | undefined) => readonly string[]) | undefined;
  private hits = 0;
  private misses = 0;

  constructor(private readonly options: PreparedResponsesOptions) {
    const { maxResponses = DEFAULT_MAX_RESPONSES, maxBytes = DEFAULT_MAX_BYTES, origins = '*' } = options;
    this.headersFor = origins === '*' ? undefined : originHeaders(origins);
    this.kept = new LRUCache({
      max: maxResponses,
      maxSize: maxBytes,
      sizeCalculation: ({ body }, url) => body.size + 2 * url.length + OVERHEAD_BYTES,
    });
  }

  /** The options of a body with this Cache-Control, for the origins of this store. */
  bodyOf(caching: string): BodyOptions {
    return { caching, open: this.headersFor === undefined };
  }

  /** The number of kept bodies, of requests that shared a body, and of requests for which one was made. */
  counts(): { readonly entries: number; readonly hits: number; readonly misses: number } {
    return { entries: this.kept.size, hits: this.hits, misses: this.misses };
  }

  respondEarly(req: IncomingMessage, res: ServerResponse, { url }: Visit): boolean {
    const kept = this.find(url);
    if (kept === undefined) return false;
    const { body, operation } = kept;
    if (namesTag(req.headers['if-none-match'], body.etag)) this.sendUnchanged(req, res, body);
    else {
      const representation = body.atHand(req.headers['accept-encoding']);
      // `respond` makes each encoding when it is first requested.
      if (representation === undefined) return false;
      this.send(req, res, representation);
    }
    if (operation !== undefined) noteOperation(res, operation);
    this.hits++;
    return true;
  }

  /**
   * Sends the kept body, or the one that `make` returns, which concurrent requests for the same URL share.
   *
   * @param keep whether to keep the body: false for a URL with parts that have no effect, such as unknown parameters.
   */
  async respond(
    req: Request,
    res: Response,
    make: () => Promise<Prepared>,
    { keep = true }: { readonly keep?: boolean } = {},
  ): Promise<void> {
    const url = areaUrl(res);
    const body =
      keep && url.length <= MAX_URL_LENGTH
        ? await this.obtain(url, make, operationOf(res))
        : (await this.miss(make)).body;
    if (namesTag(req.headers['if-none-match'], body.etag)) this.sendUnchanged(req, res, body);
    else this.send(req, res, await body.representation(req.headers['accept-encoding']));
  }

  private find(url: string): Kept | undefined {
    const kept = this.kept.get(url);
    if (kept === undefined) return undefined;
    const source = kept.source === undefined ? undefined : this.source();
    // Not deleted: the source may turn out unchanged once it is known again.
    if (kept.source !== undefined && source === undefined) return undefined;
    const isCurrent = kept.source === source;
    if (isCurrent && (kept.until === Infinity || this.options.now() < kept.until)) return kept;
    this.kept.delete(url);
    return undefined;
  }

  private async obtain(
    url: string,
    make: () => Promise<Prepared>,
    operation: string | undefined,
  ): Promise<PreparedBody> {
    const kept = this.find(url);
    if (kept !== undefined) {
      this.hits++;
      return kept.body;
    }
    const source = this.source();
    const underWay = this.making.get(url);
    if (underWay !== undefined && underWay.source === source) {
      this.hits++;
      return (await underWay.prepared).body;
    }
    const making = { source, operation, startedAt: this.options.now(), prepared: this.miss(make) };
    this.making.set(url, making);
    try {
      const prepared = await making.prepared;
      this.keep(url, prepared, making);
      return prepared.body;
    } finally {
      if (this.making.get(url) === making) this.making.delete(url);
    }
  }

  /**
   * Keeps the body, unless the source changed while the body was made: it may show either state. If the source became unknown
   * meanwhile, the body is kept, and `find` compares the source later.
   */
  private keep(url: string, { body, holdsMs, unchanging = false }: Prepared, making: Making): void {
    const { source, operation, startedAt } = making;
    const isCurrent = source !== undefined && source === (this.source() ?? source);
    if (!unchanging && !isCurrent) return;
    const until = startedAt + (holdsMs ?? this.options.ttlMs ?? Infinity);
    this.kept.set(url, { body, operation, source: unchanging ? undefined : source, until });
  }

  private send(req: IncomingMessage, res: ServerResponse, { headers, bytes }: Representation): void {
    this.writeHead(200, req, res, headers);
    res.end(req.method === 'HEAD' ? undefined : bytes);
  }

  private sendUnchanged(req: IncomingMessage, res: ServerResponse, { unchangedHeaders }: PreparedBody): void {
    this.writeHead(304, req, res, unchangedHeaders);
    res.end();
  }

  /** Writes the headers as one flat list: merging individually set headers costs more than everything else here. */
  private writeHead(status: number, req: IncomingMessage, res: ServerResponse, headers: readonly string[]) {
    const forPage = this.headersFor?.(req.headers.origin) ?? [];
    res.writeHead(status, [...besideHosts(res, [...headers, ...forPage]), 'X-Request-Id', requestIdOf(req)]);
  }

  private source(): unknown {
    const { source } = this.options;
    return source === undefined ? 'none' : source();
  }

  private miss(make: () => Promise<Prepared>): Promise<Prepared> {
    this.misses++;
    return make();
  }
}
