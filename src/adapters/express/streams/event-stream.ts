import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Request, Response } from 'express';
import { SENT } from '../operation/operation.js';
import { logOf, type Logger } from '../requests/request-log.js';

/** Number of waiting bytes above which a reader is slow. */
const MAX_WAITING = 64 * 1024;
/** Maximum number of bytes held back until the connection takes more. A reader with more is cut off at once. */
const MAX_HELD = 1024 * 1024;
/** Seconds for which a reader may be slow before it is cut off. */
const SLOW_SECONDS = 5;
/** Seconds that a reader that is catching up may need to take what it was sent. */
const STUCK_SECONDS = 15;
/** Seconds that a reader has, when it is cut off, to take earlier bytes and the notice. */
const NOTICE_SECONDS = 5;
/** Range of the delay before a client reconnects, ms. It is random, so that clients that lost a server together do not return together. */
const RETRY_MS = [1_000, 3_000] as const;

/** Header value that keeps proxies and compressing middlewares from changing the response. */
export const STREAM_CACHING = 'no-store, no-transform';

/** Sets the headers of a response of events. */
function announceEvents(res: Response): void {
  // Express would add a charset, which this type does not have.
  res.setHeader('Content-Type', 'text/event-stream');
  res.setHeader('Cache-Control', STREAM_CACHING);
  res.setHeader('X-Accel-Buffering', 'no');
}

/** Answers a HEAD request for a stream, which has no body. */
export function endHead(res: Response): typeof SENT {
  announceEvents(res);
  res.end();
  return SENT;
}

/** One event as bytes, for any number of streams. */
export const eventBytes = (type: string, data: string, id?: string): Buffer =>
  Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`);

/** Events that tell a reader to start over without a position, by reason. */
export const RESYNC = {
  tooSlow: eventBytes('resync', '{"reason":"too-slow"}'),
  wentBack: eventBytes('resync', '{"reason":"database-went-back"}'),
  unknownPosition: eventBytes('resync', '{"reason":"unknown-position"}'),
} as const;

/** A response of server-sent events. */
export class EventStream {
  private readonly res: Response;
  /** The log for lines about the stream; undefined if nothing is logged. */
  readonly log: Logger | undefined;
  /** Bytes that the connection does not take yet. They are kept here because written bytes could no longer be dropped. */
  private held: Buffer[] = [];
  private heldBytes = 0;
  private slowSeconds = 0;
  private isCatchingUp = false;
  private isEnding = false;

  /** @param behind set that contains the stream while it must be checked each second; idle streams are not in it and cost nothing. */
  constructor(
    req: Request,
    res: Response,
    private readonly behind: Set<EventStream>,
  ) {
    this.res = res;
    this.log = logOf(req);
    res.status(200);
    announceEvents(res);
    // The connection ends with the response, so each event is one write without chunk framing.
    res.setHeader('Connection', 'close');
    res.useChunkedEncodingByDefault = false;
    const [least, most] = RETRY_MS;
    res.write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
    // A client that resets its connection is gone, which is not a fault.
    res.on('error', () => res.destroy());
    this.server = (req.socket as { readonly server?: Server }).server;
  }

  /** The server that accepted the connection, if Node exposes it. */
  readonly server: Server | undefined;

  get isClosed(): boolean {
    return this.isEnding || this.res.destroyed || this.res.closed;
  }

  /** Runs the work that sends the first events. If it fails, ends the stream: the client will reconnect, and a refusal then says why. */
  async open(work: () => void | Promise<void>): Promise<typeof SENT> {
    try {
      await work();
    } catch (error) {
      this.log?.warn({ err: error }, 'a stream could not begin');
      this.end();
    }
    return SENT;
  }

  /** Calls the listener when the response closes, or at once if it is already closed because the reader has left. */
  onClose(listener: () => void): void {
    if (this.res.closed) listener();
    else this.res.once('close', listener);
  }

  /** Sends the bytes as soon as the reader takes them. For a reader that is too far behind, `resync` replaces everything that waits. */
  send(bytes: Buffer): void {
    if (this.isClosed) return;
    if (this.res.writableNeedDrain) this.hold(bytes);
    else this.res.write(bytes);
    if (this.heldBytes > MAX_HELD) this.end(RESYNC.tooSlow);
    else if (this.waitingBytes > MAX_WAITING) this.behind.add(this);
  }

  /** Sends the bytes and waits until the reader has taken nearly everything. */
  async sendPaced(bytes: Buffer): Promise<void> {
    this.send(bytes);
    if (this.isClosed || !this.res.writableNeedDrain) return;
    this.isCatchingUp = true;
    this.behind.add(this);
    const closed = new AbortController();
    const onClose = () => closed.abort();
    this.res.once('close', onClose);
    await once(this.res, 'drain', { signal: closed.signal }).catch(() => undefined);
    this.res.off('close', onClose);
    this.isCatchingUp = false;
    this.slowSeconds = 0;
  }

  /** Sends the last event, if any, in place of all that waits, and ends the response. */
  end(last?: Buffer): void {
    if (this.isClosed) return;
    this.isEnding = true;
    this.held = [];
    this.slowSeconds = 0;
    this.behind.add(this);
    const { socket } = this.res;
    // Over a kept connection, the reader would come back to a server that is closing.
    this.res.end(last, () => this.server?.listening === false && socket?.end());
  }

  /** Ends the stream if it has been behind for too long. Called each second while it may be behind. */
  check(): void {
    if (this.waitingBytes <= MAX_WAITING && !this.isCatchingUp && !this.isEnding) {
      this.slowSeconds = 0;
      this.behind.delete(this);
      return;
    }
    this.slowSeconds++;
    if (this.isEnding) {
      if (this.slowSeconds > NOTICE_SECONDS) this.res.destroy();
    } else if (this.isCatchingUp) {
      if (this.slowSeconds > STUCK_SECONDS) this.res.destroy();
    } else if (this.slowSeconds > SLOW_SECONDS) this.end(RESYNC.tooSlow);
  }

  private get waitingBytes(): number {
    return this.res.writableLength + this.heldBytes;
  }

  private hold(bytes: Buffer): void {
    if (this.held.push(bytes) === 1) this.res.once('drain', this.passOn);
    this.heldBytes += bytes.length;
  }

  private readonly passOn = (): void => {
    while (this.held.length > 0 && !this.res.writableNeedDrain) {
      const next = this.held.shift()!;
      this.heldBytes -= next.length;
      this.res.write(next);
    }
    if (this.held.length > 0) this.res.once('drain', this.passOn);
  };
}
