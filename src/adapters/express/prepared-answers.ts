import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';

interface Prepared {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Headers that belong to one request, not to the answer. */
const OF_ONE_REQUEST = ['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding'];

const MAX_ANSWERS = 2_000;

/**
 * Answers that many callers share, kept as bytes for a short while and sent before Express is entered: most of what a
 * small answer costs is Express.
 */
export class PreparedAnswers {
  private readonly answers: LRUCache<string, Prepared>;

  /** @param ttlMs how long an answer may be given again, in milliseconds. */
  constructor({ ttlMs, now }: { readonly ttlMs: number; readonly now?: () => number }) {
    this.answers = new LRUCache({
      max: MAX_ANSWERS,
      ttl: ttlMs,
      ...(now && { perf: { now }, ttlResolution: 0 }),
    });
  }

  /** Sends the body as JSON, and again to whoever asks for the same address meanwhile. */
  sendJson(req: IncomingMessage & { readonly originalUrl: string }, res: Response, body: object): void {
    const bytes = Buffer.from(JSON.stringify(body));
    res.type('json');
    const headers: OutgoingHttpHeaders = { ...res.getHeaders(), 'content-length': bytes.length };
    for (const name of OF_ONE_REQUEST) delete headers[name];
    this.answers.set(keyOf(req.headers.host, req.originalUrl), { headers, body: bytes });
    res.send(bytes);
  }

  /** Answers the request if its answer is at hand. */
  answer(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const prepared = this.answers.get(keyOf(req.headers.host, req.url ?? ''));
    if (prepared === undefined) return false;
    res.writeHead(200, prepared.headers);
    res.end(req.method === 'HEAD' ? undefined : prepared.body);
    return true;
  }
}

/** An area may stand at the root of a host of its own, whatever the port. */
const keyOf = (host: string | undefined, url: string) => `${host?.replace(/:\d+$/, '') ?? ''} ${url}`;
