import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Core } from '../../../../application/core.js';
import type { OrderChange, SeenEvent } from '../../../../application/orders/follow-orders.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import { idFor, type Reader } from '../../../../domain/order/terms/handle.js';
import type { Order } from '../../../../domain/order/order.js';
import { defined } from '../../../../domain/shared/fields.js';
import type { CallersPositions, FeedScope } from '../../../../ports/index.js';
import { eventBytes, RESYNC, type EventStream } from '../../streams/event-stream.js';
import type { EventStreams } from '../../streams/event-streams.js';
import { eventIdOf } from '../../streams/last-event-id.js';
import { sendInPieces } from '../../streams/pieces.js';
import { orderResponse } from '../orders/order-shapes.js';
import { orderEventResponse } from '../orders/order-event-shape.js';
import { Followers, type Follower } from './followers.js';

/** Number of streams to write an event to before yielding to the event loop. */
const WRITES_AT_A_TIME = 250;
/** Maximum number of orders in the snapshot of an owner or a plan, newest first. */
const MAX_SNAPSHOT = 1_000;
/** Number of catching-up streams that may read and write at a time; the others wait. */
const TURNS_AT_A_TIME = 4;

type FollowCore = Pick<Core['orders'], 'follow' | 'tokens'>;

/** One change as bytes, serialised once for readers who know the order's uuid and once for everyone else. */
class SharedChange {
  private readonly bytes = new Map<string, Buffer>();

  constructor(
    readonly change: OrderChange,
    private readonly tokens: TokenBook,
    private readonly databasePosition: string | undefined,
  ) {}

  bytesFor(reader: Reader): Buffer {
    const { event, order } = this.change;
    const id = idFor(reader, order);
    const known = this.bytes.get(id);
    if (known !== undefined) return known;
    const { position } = event;
    const shown = orderResponse({ order, tokens: this.tokens, id });
    const { databasePosition } = this;
    const of = { position, id, ...defined({ databasePosition }) };
    const data = { ...of, event: orderEventResponse(event), order: shown };
    const made = eventBytes('order', JSON.stringify(data), eventIdOf(event));
    this.bytes.set(id, made);
    return made;
  }
}

function pass(shared: SharedChange, follower: Follower): void {
  const { stream, reader } = follower;
  const { position } = shared.change.event;
  if (follower.position === undefined) {
    follower.missed = position;
  } else if (position > follower.position) {
    follower.position = position;
    stream.send(shared.bytesFor(reader));
  }
}

/**
 * Passes the feed of order events on to the streams of the process, reading it once for all of them. It is read when the storage
 * notifies of new events, and every second, but only while there are streams.
 */
export class OrderFanOut {
  private readonly followers = new Followers();
  private readonly inTurn = pLimit(TURNS_AT_A_TIME);
  private count = 0;
  /** Streams that follow more than one order. */
  private wide = 0;
  /** Position up to which everything was passed on; undefined while there are no followers. */
  private position: number | undefined;
  private starting: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;
  private isReading = false;
  private isWoken = false;
  private hasFailed = false;
  /** Logger of the stream that joined last. */
  private log: EventStream['log'] | undefined;

  /**
   * @param onSent called with each event that was passed to a stream, for metrics.
   * @param positions of callers, if replicas serve reads.
   */
  constructor(
    private readonly core: FollowCore,
    streams: EventStreams,
    private readonly onSent: (event: OrderChange['event']) => void = () => {},
    private readonly positions?: Pick<CallersPositions, 'shown'>,
  ) {
    streams.onSecond(() => this.wake());
  }

  /**
   * Sends a snapshot of the scope, or everything since the position, and then every event.
   *
   * @param after the last event that the reader has seen; undefined to begin with a snapshot. Its position is NaN if its id is
   * malformed.
   */
  async follow(
    stream: EventStream,
    scope: FeedScope,
    reader: Reader,
    after: SeenEvent | undefined,
  ): Promise<void> {
    if (stream.isClosed) return;
    const follower: Follower = { stream, scope, reader, position: undefined, missed: 0 };
    this.add(follower);
    this.log = stream.log;
    stream.onClose(() => this.remove(follower));
    const newest = await this.inTurn(() => this.joined(scope, after));
    if (newest === undefined) {
      stream.end(RESYNC.unknownPosition);
      return;
    }
    if (after === undefined) await this.sendSnapshot(follower);
    else await this.sendChanges(follower, after.position, newest);
    const synced = JSON.stringify(defined({ databasePosition: await this.positions?.shown() }));
    await stream.sendPaced(eventBytes('synced', synced, await this.lastIdUpTo(newest)));
    let position = newest;
    while (follower.missed > position && !stream.isClosed) {
      const { missed } = follower;
      await this.sendChanges(follower, position, missed);
      position = missed;
    }
    follower.position = position;
  }

  /** The position up to which a stream that already gets new events has to catch up; undefined if it cannot. */
  private async joined(scope: FeedScope, after: SeenEvent | undefined): Promise<number | undefined> {
    await this.start();
    // The stream gets everything after the position at which it joined, and the newest position is not before that one.
    const newest = await this.newestFor(after?.position);
    const reaches = after === undefined || (await this.core.follow.reaches(scope, after, newest));
    return reaches ? newest : undefined;
  }

  private async newestFor(after: number | undefined): Promise<number> {
    const { follow } = this.core;
    const newest = await follow.newest();
    // The position may come from a process that has, for an instant, read further than this process can see.
    return after === undefined || !(after > newest) ? newest : follow.newest();
  }

  /** The id of the last event up to the position; not every position has an event. */
  private async lastIdUpTo(position: number): Promise<string> {
    const last = await this.core.follow.lastUpTo(position);
    return last === undefined ? '0' : eventIdOf(last);
  }

  private async sendSnapshot({ stream, scope, reader }: Follower): Promise<void> {
    const tokens = await this.core.tokens();
    let seen = 0;
    let last: Order | undefined;
    await sendInPieces(stream, this.inTurn, {
      read: async (limit) => {
        const most = Math.min(limit, MAX_SNAPSHOT - seen);
        const orders = await this.core.follow.snapshot(scope, most, last);
        return { items: orders, isLast: orders.length < limit };
      },
      bytesOf: (order) => {
        const shown = orderResponse({ order, tokens, id: idFor(reader, order) });
        return eventBytes('snapshot', JSON.stringify({ order: shown }));
      },
      sent: (order) => {
        seen++;
        last = order;
      },
    });
  }

  private async sendChanges({ stream, scope, reader }: Follower, after: number, upTo: number): Promise<void> {
    const tokens = await this.core.tokens();
    let position = after;
    let shown: string | undefined;
    await sendInPieces(stream, this.inTurn, {
      read: async (limit) => {
        const page = await this.core.follow.changes(scope, position, upTo, limit);
        shown = await this.positions?.shown();
        // A page is empty if its orders are gone.
        if (page.changes.length === 0) position = page.after;
        return { items: page.changes, isLast: page.isLast };
      },
      bytesOf: (change) => new SharedChange(change, tokens, shown).bytesFor(reader),
      sent: ({ event }) => {
        position = event.position;
      },
    });
  }

  private add(follower: Follower): void {
    this.followers.add(follower);
    this.count++;
    if (!('uuid' in follower.scope)) this.wide++;
  }

  private remove(follower: Follower): void {
    this.followers.delete(follower);
    if (!('uuid' in follower.scope)) this.wide--;
    if (--this.count > 0) return;
    this.stopListening?.();
    [this.stopListening, this.starting, this.position] = [undefined, undefined, undefined];
  }

  /** Starts reading at the newest position. */
  private start(): Promise<void> {
    this.starting ??= (async () => {
      try {
        this.stopListening ??= this.core.follow.onAppended(() => this.wake());
        const newest = await this.core.follow.newest();
        if (this.count > 0) this.position ??= newest;
      } catch (error) {
        this.starting = undefined;
        throw error;
      }
    })();
    return this.starting;
  }

  private wake(): void {
    if (this.position === undefined) return;
    this.isWoken = true;
    if (!this.isReading) void this.readOn();
  }

  private async readOn(): Promise<void> {
    this.isReading = true;
    try {
      while (this.isWoken) {
        this.isWoken = false;
        await this.passOn();
      }
      this.hasFailed = false;
    } catch (error) {
      // The next second tries again. A long database outage is logged once.
      if (!this.hasFailed) this.log?.warn({ err: error }, 'order events cannot be read; streams wait');
      this.hasFailed = true;
    } finally {
      this.isReading = false;
    }
  }

  private async passOn(): Promise<void> {
    const { follow, tokens } = this.core;
    for (;;) {
      const before = this.position;
      if (before === undefined) return;
      const page = await follow.all(before, (uuid) => this.wide > 0 || this.followers.followsOrder(uuid));
      // While the page was read, the last follower left, or the first ones joined again.
      if (this.position !== before) return;
      if (page.changes.length > 0) {
        const [book, shown] = await Promise.all([tokens(), this.positions?.shown()]);
        for (const change of page.changes) await this.deliver(new SharedChange(change, book, shown));
      }
      if (this.position === before) this.position = page.after;
      if (page.isLast) return;
    }
  }

  private async deliver(shared: SharedChange): Promise<void> {
    let written = 0;
    for (const follower of this.followers.of(shared.change.order)) {
      pass(shared, follower);
      if (++written % WRITES_AT_A_TIME === 0) await setImmediate();
    }
    if (written > 0) this.onSent(shared.change.event);
  }
}
