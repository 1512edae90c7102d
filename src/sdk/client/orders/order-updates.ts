import type { Order } from './read-orders.js';
import type { OrderEvent } from '../wire/swap.js';

/** Update yielded while orders are followed. */
export type OrderUpdate<O extends Order = Order> =
  /** An order as it was when following began, or started over after too long a gap. */
  | { readonly type: 'snapshot'; readonly order: O }
  /** Marks that everything up to now has been yielded; later updates are new. */
  | {
      readonly type: 'synced';
      readonly position: Position;
      /** Whether nothing is missing since the position in the option `after`. */
      readonly isResumed: boolean;
    }
  /** An event of an order, with the order as it was soon after. Each event is yielded once, and the events of one order in sequence. */
  | {
      readonly type: 'event';
      readonly event: OrderEvent;
      readonly order: O;
      readonly position: Position;
    };

/** Position to resume from with the option `after`. If it is undefined, because no stream gave one, keep the previous position. */
export type Position = string | undefined;

interface Known {
  /** Number of the order's last yielded event; undefined if none. */
  readonly seq: number | undefined;
  /** Server time in ms. As long as no event of the order has been yielded, events after this time are new. */
  readonly since: number;
  /** JSON of the order as last yielded. */
  readonly text: string;
  /** Whether the order had not ended when last yielded. */
  readonly isOpen: boolean;
}

/** Maximum number of remembered orders. The one without news for the longest time is forgotten first. */
const MOST_KNOWN = 10_000;

/** Record of what has been yielded of each order, so that nothing is repeated or missed. */
export class OrderUpdates {
  readonly #known = new Map<string, Known>();

  constructor(private readonly readEvents: (handle: string) => Promise<readonly OrderEvent[]>) {}

  /** Orders that had not ended when last yielded, the one without news for the longest time first. */
  get open(): readonly string[] {
    return [...this.#known].filter(([, { isOpen }]) => isOpen).map(([handle]) => handle);
  }

  knows({ handle }: Order): boolean {
    return this.#known.has(handle);
  }

  /** Yields an order as a snapshot, unless it is known and unchanged. Its events after `since`, in ms, are new. */
  *snapshot(order: Order, since: number): Generator<OrderUpdate, void, undefined> {
    const known = this.#known.get(order.handle);
    if (known?.text === textOf(order)) return;
    this.#know(order, { seq: known?.seq, since });
    yield { type: 'snapshot', order };
  }

  /** Yields what is new about an order that a poll found. All events of an unknown order placed after `since` are new. */
  async *found(order: Order, since: number): AsyncGenerator<OrderUpdate, void, undefined> {
    const known = this.#known.get(order.handle);
    if (known === undefined && Date.parse(order.createdAt) < since) return yield* this.snapshot(order, since);
    if (known?.text !== textOf(order)) yield* this.missing(order);
  }

  /** Yields an event from a stream, preceded by any earlier ones that the stream lacked. */
  async *event(
    event: OrderEvent,
    order: Order,
    position: Position,
  ): AsyncGenerator<OrderUpdate, void, undefined> {
    const seq = this.#known.get(order.handle)?.seq;
    if (seq !== undefined && event.seq <= seq) return;
    if (seq !== undefined && event.seq > seq + 1) return yield* this.missing(order);
    this.#know(order, { seq: event.seq, since: 0 });
    yield { type: 'event', event, order, position };
  }

  /** Yields the events in the order's log that were not yielded yet. */
  async *missing(order: Order): AsyncGenerator<OrderUpdate, void, undefined> {
    const { seq, since = -Infinity } = this.#known.get(order.handle) ?? {};
    const log = await this.readEvents(order.handle);
    const isNew = (event: OrderEvent) => (seq === undefined ? Date.parse(event.at) > since : event.seq > seq);
    for (const event of log.filter(isNew)) {
      this.#know(order, { seq: event.seq, since: 0 });
      yield { type: 'event', event, order, position: undefined };
    }
    // Recorded even if no event is new: otherwise the next poll would read the log again.
    this.#know(order, { seq: log.at(-1)?.seq ?? seq, since });
  }

  #know(order: Order, known: Omit<Known, 'text' | 'isOpen'>): void {
    this.#known.delete(order.handle);
    const isOpen = !isSettled(order);
    this.#known.set(order.handle, { ...known, isOpen, text: textOf(order) });
    if (this.#known.size <= MOST_KNOWN) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Whether the order has ended. */
export const isSettled = ({ status }: Order): boolean => status !== 'open' && status !== 'broadcasted';

/** Text of an order as in a snapshot, without `evaluation`, which changes with every poll. */
function textOf({ evaluation: _, ...order }: Order & { readonly evaluation?: unknown }): string {
  return JSON.stringify(order);
}
