import type { Server } from 'node:net';
import type { Request, Response } from 'express';
import { Listeners } from '../../../domain/shared/listeners.js';
import { OpenCounts } from '../requests/open-counts.js';
import { sharedTopic, type SharedCounts } from '../requests/shared-counts.js';
import { fault, HttpError } from '../errors/problem.js';
import { EventStream, RESYNC } from './event-stream.js';

const TOO_MANY_STREAMS = fault('too-many-streams');
const STREAMS_BUSY = fault('streams-busy');

/** Refusals to open an event stream. */
export const STREAM_PLACE_REFUSALS = [TOO_MANY_STREAMS, STREAMS_BUSY] as const;

/** Limits on the number of event streams that are open or opening; 0 means no limit. */
export interface EventStreamLimits {
  /** Maximum in total, 10,000 when absent. */
  readonly atATime: number;
  /** Maximum for one address, 20 when absent. */
  readonly perAddress: number;
}

const LIMITS: EventStreamLimits = { atATime: 10_000, perAddress: 20 };

/** Calls the work every second until the returned function is called. */
export type EverySecond = (work: () => void) => () => void;

const everySecond: EverySecond = (work) => {
  const timer = setInterval(work, 1_000);
  timer.unref();
  return () => clearInterval(timer);
};

const HEARTBEAT_SECONDS = 15;
const HEARTBEAT = Buffer.from(': heartbeat\n\n');

/**
 * The open event streams of a process. One timer serves all of them: each second, a fifteenth of them get their heartbeat, and
 * the streams of readers that are too slow are ended.
 *
 * @example
 * const events = new EventStreams({ perAddress: 5 });
 * const router = swapRouter(core, { events });
 * process.on('SIGTERM', () => events.close());
 */
export class EventStreams {
  private readonly limits: EventStreamLimits;
  private readonly open = new Set<EventStream>();
  /** Open streams whose readers are behind. */
  private readonly behind = new Set<EventStream>();
  private readonly byAddress: OpenCounts;
  private readonly buckets = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<EventStream>());
  private readonly listeners = new Listeners<number>();
  private readonly servers = new Set<Server>();
  /** Number of responses that are open, or about to be. */
  private taken = 0;
  private opened = 0;
  private second = 0;
  private stopTimer: (() => void) | undefined;
  private isClosed = false;

  /**
   * @param limits on the number of open streams.
   * @param timer a timer of one second when absent.
   * @param counts counts of streams of other processes; none when absent.
   */
  constructor(
    limits: Partial<EventStreamLimits> = {},
    private readonly timer: EverySecond = everySecond,
    counts?: SharedCounts,
  ) {
    this.byAddress = new OpenCounts(sharedTopic(counts, 'streams'));
    this.limits = { ...LIMITS, ...limits };
  }

  /** Number of open streams. */
  get size(): number {
    return this.open.size;
  }

  /**
   * Takes a place until the response closes. Call it before reading for the stream: an opening stream costs more than an open
   * one.
   *
   * @throws HttpError if there is no place.
   */
  enter(req: Request, res: Response): void {
    this.refuse(req.ip);
    if (res.closed) return;
    this.taken++;
    const leave = this.byAddress.add(req.ip);
    res.once('close', () => {
      this.taken--;
      leave();
    });
  }

  /** Begins a response that has a place. The stream ends when either side closes it, or when the caller reads too slowly. */
  begin(req: Request, res: Response): EventStream {
    const stream = new EventStream(req, res, this.behind);
    const bucket = this.buckets[this.opened++ % HEARTBEAT_SECONDS]!;
    this.open.add(stream);
    bucket.add(stream);
    if (stream.server !== undefined) this.servers.add(stream.server);
    this.stopTimer ??= this.timer(() => this.tick());
    stream.onClose(() => {
      this.open.delete(stream);
      this.behind.delete(stream);
      bucket.delete(stream);
      if (this.open.size === 0) this.rest();
    });
    // The process may have begun to stop since the place was taken.
    if (this.isClosed) stream.end();
    return stream;
  }

  /** Calls the listener each second while streams are open, with a running number of the second. */
  onSecond(listener: (second: number) => void): void {
    this.listeners.add(listener);
  }

  /** Makes the readers of all streams start over, since the database no longer has what they have read. */
  resync(): void {
    for (const stream of this.open) stream.end(RESYNC.wentBack);
  }

  /** Makes the readers of all streams open them again behind what they have read. */
  reopen(): void {
    for (const stream of this.open) stream.end();
  }

  /** Ends all streams and opens no more. Call it before closing the server, which waits for its responses. */
  close(): void {
    this.isClosed = true;
    this.reopen();
  }

  private refuse(address: string | undefined): void {
    const { atATime, perAddress } = this.limits;
    const isFull = this.isClosed || (atATime > 0 && this.taken >= atATime);
    if (isFull) throw new HttpError(STREAMS_BUSY);
    if (perAddress > 0 && this.byAddress.of(address) >= perAddress) throw new HttpError(TOO_MANY_STREAMS);
  }

  private rest(): void {
    this.stopTimer?.();
    this.stopTimer = undefined;
    this.servers.clear();
  }

  private tick(): void {
    const second = ++this.second;
    for (const stream of this.buckets[second % HEARTBEAT_SECONDS]!) stream.send(HEARTBEAT);
    for (const stream of this.behind) stream.check();
    this.listeners.tell(second);
    // A closed server waits for its responses, so its streams are ended.
    for (const server of this.servers) if (!server.listening) this.endOf(server);
  }

  private endOf(server: Server): void {
    this.servers.delete(server);
    for (const stream of this.open) if (stream.server === server) stream.end();
  }
}
