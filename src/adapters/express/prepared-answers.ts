import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { areaUrl, type EarlyAnswers, type Visit } from './areas.js';
import { namesTag } from './caching.js';
import { originHeaders, type Origins } from './cross-origin.js';
import type { BodyOptions, PreparedBody, Representation } from './prepared-body.js';
import { requestIdOf } from './request-log.js';

const DEFAULT_MAX_ANSWERS = 5_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_URL_LENGTH = 4_096;
/** Headers and bookkeeping of one answer, roughly. */
const OVERHEAD_BYTES = 2_048;

/** A body with how long it may be given to whoever asks for the same address. */
export interface Prepared {
  readonly body: PreparedBody;
  /** Milliseconds from when it was asked for; as long as the store says, when absent. */
  readonly holdsMs?: number;
  /** Whether it stays true when what answers are made of changes. */
  readonly unchanging?: boolean;
}

interface Kept {
  readonly body: PreparedBody;
  /** What it was made of; undefined where that does not matter. */
  readonly source: unknown;
  /** Unix milliseconds at which it no longer holds. */
  readonly until: number;
}

interface Making {
  readonly source: unknown;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly prepared: Promise<Prepared>;
}

export interface PreparedAnswersOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds for which an answer holds; without end when absent. */
  readonly ttlMs?: number;
  /** What answers are made of at present: they hold for as long as this is the same. Undefined: not known right now. */
  readonly source?: () => unknown;
  /** Of more than so many, or more than so many bytes, those are forgotten that were not asked for the longest. */
  readonly maxAnswers?: number;
  readonly maxBytes?: number;
  /** Whose pages may read the answers; everybody's when absent. Of a list, bodies are made with `bodyOf`. */
  readonly origins?: Origins;
}

const NO_SOURCE = () => 'none';

/**
 * Answers that many callers share, kept as bytes and sent before Express is entered: most of what a small answer costs
 * is Express. A controller makes an answer once, through `reply`; until it no longer holds, `answer` gives it out.
 */
export class PreparedAnswers implements EarlyAnswers {
  private readonly kept: LRUCache<string, Kept>;
  private readonly making = new Map<string, Making>();
  private readonly now: () => number;
  private readonly ttlMs: number;
  private readonly source: () => unknown;
  private readonly headersFor: ((origin: string | undefined) => readonly string[]) | undefined;
  private hits = 0;
  private misses = 0;

  constructor({
    now,
    ttlMs = Infinity,
    source = NO_SOURCE,
    maxAnswers = DEFAULT_MAX_ANSWERS,
    maxBytes = DEFAULT_MAX_BYTES,
    origins = '*',
  }: PreparedAnswersOptions) {
    this.now = now;
    this.ttlMs = ttlMs;
    this.source = source;
    this.headersFor = origins === '*' ? undefined : originHeaders(origins);
    this.kept = new LRUCache({
      max: maxAnswers,
      maxSize: maxBytes,
      sizeCalculation: ({ body }, url) => body.size + 2 * url.length + OVERHEAD_BYTES,
    });
  }

  /** How bodies of these answers are made: with their Cache-Control, and for those who may read them. */
  bodyOf(caching: string): BodyOptions {
    return { caching, open: this.headersFor === undefined };
  }

  /** How many answers are kept, and how many requests were answered from them and not. */
  counts(): { readonly entries: number; readonly hits: number; readonly misses: number } {
    return { entries: this.kept.size, hits: this.hits, misses: this.misses };
  }

  answer(req: IncomingMessage, res: ServerResponse, { url }: Visit): boolean {
    const body = this.find(url);
    if (body === undefined) return false;
    if (namesTag(req.headers['if-none-match'], body.etag)) this.sendUnchanged(req, res, body);
    else {
      const representation = body.atHand(req.headers['accept-encoding']);
      // An encoding that nobody has asked for yet is made on the way through Express.
      if (representation === undefined) return false;
      this.send(req, res, representation);
    }
    this.hits++;
    return true;
  }

  /**
   * Answers with what is kept, or with what `make` makes; requests that come meanwhile share it. It is kept if its
   * address is one of those that are worth it.
   */
  async reply(
    req: Request,
    res: Response,
    make: () => Promise<Prepared>,
    { keep = true }: { readonly keep?: boolean } = {},
  ): Promise<void> {
    const url = areaUrl(res);
    const body =
      keep && url.length <= MAX_URL_LENGTH ? await this.obtain(url, make) : (await this.miss(make)).body;
    if (namesTag(req.headers['if-none-match'], body.etag)) this.sendUnchanged(req, res, body);
    else this.send(req, res, await body.representation(req.headers['accept-encoding']));
  }

  private find(url: string): PreparedBody | undefined {
    const kept = this.kept.get(url);
    if (kept === undefined) return undefined;
    const source = kept.source === undefined ? undefined : this.source();
    // What cannot be told to be of the present may yet turn out to be.
    if (kept.source !== undefined && source === undefined) return undefined;
    const isOfPresent = kept.source === source;
    if (isOfPresent && (kept.until === Infinity || this.now() < kept.until)) return kept.body;
    this.kept.delete(url);
    return undefined;
  }

  private async obtain(url: string, make: () => Promise<Prepared>): Promise<PreparedBody> {
    const body = this.find(url);
    if (body !== undefined) {
      this.hits++;
      return body;
    }
    const source = this.source();
    const underWay = this.making.get(url);
    if (underWay !== undefined && underWay.source === source) {
      this.hits++;
      return (await underWay.prepared).body;
    }
    const making = { source, startedAt: this.now(), prepared: this.miss(make) };
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
   * What was made while its source changed may be of the old one or the new one, and is not kept. Where the source is not
   * known any more, it is compared again before the answer is given out.
   */
  private keep(url: string, { body, holdsMs, unchanging = false }: Prepared, making: Making): void {
    const { source, startedAt } = making;
    const isOfPresent = source !== undefined && source === (this.source() ?? source);
    if (!unchanging && !isOfPresent) return;
    const until = startedAt + (holdsMs ?? this.ttlMs);
    this.kept.set(url, { body, source: unchanging ? undefined : source, until });
  }

  private send(req: IncomingMessage, res: ServerResponse, { headers, bytes }: Representation): void {
    this.writeHead(200, req, res, headers);
    res.end(req.method === 'HEAD' ? undefined : bytes);
  }

  private sendUnchanged(req: IncomingMessage, res: ServerResponse, { unchangedHeaders }: PreparedBody): void {
    this.writeHead(304, req, res, unchangedHeaders);
    res.end();
  }

  /** One flat list is written as it is; headers that are set one by one are merged first, which costs more than the rest. */
  private writeHead(status: number, req: IncomingMessage, res: ServerResponse, headers: readonly string[]) {
    const forPage = this.headersFor?.(req.headers.origin) ?? [];
    res.writeHead(status, [...headers, ...forPage, 'X-Request-Id', requestIdOf(req)]);
  }

  private miss(make: () => Promise<Prepared>): Promise<Prepared> {
    this.misses++;
    return make();
  }
}
