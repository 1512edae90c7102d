import type { Order } from './read-orders.js';
import type { OrderEvent } from '../wire/swap.js';

/** Update that following orders yields. */
export type OrderUpdate<O extends Order = Order> =
  /** An order as it was when following began, or began again after a gap that was too long. */
  | { readonly type: 'snapshot'; readonly order: O }
  /** Everything up to now has been yielded: from here on, updates are news. */
  | {
      readonly type: 'synced';
      readonly position: Position;
      /** Whether nothing was left out since the position in the option `after`. */
      readonly isResumed: boolean;
    }
  /** An event of an order, with the order as it was soon after. Each event comes once, those of one order in their sequence. */
  | {
      readonly type: 'event';
      readonly event: OrderEvent;
      readonly order: O;
      readonly position: Position;
    };

/** Position for resuming by the option `after`; undefined if no stream gave one: keep the one before. */
export type Position = string | undefined;

interface Known {
  /** The last event of the order that was yielded; undefined if none was. */
  readonly seq: number | undefined;
  /** Time after which events are new, if none was yielded. Server time, ms. */
  readonly since: number;
  /** The order as it was yielded last. */
  readonly text: string;
  /** Whether more may happen to it soon. */
  readonly isOpen: boolean;
}

/** Number of orders that are remembered. The one without news for longest is forgotten first. */
const MOST_KNOWN = 10_000;

/** Record of what has been yielded of which order, so that nothing is yielded twice or left out. */
export class OrderUpdates {
  readonly #known = new Map<string, Known>();

  constructor(private readonly readEvents: (handle: string) => Promise<readonly OrderEvent[]>) {}

  /** Orders that had not ended when they were yielded, the one without news for longest first. */
  get open(): readonly string[] {
    return [...this.#known].filter(([, { isOpen }]) => isOpen).map(([handle]) => handle);
  }

  knows({ handle }: Order): boolean {
    return this.#known.has(handle);
  }

  /** An order at the beginning. Its events are wanted from the time on, ms. */
  *snapshot(order: Order, since: number): Generator<OrderUpdate, void, undefined> {
    const known = this.#known.get(order.handle);
    if (known?.text === textOf(order)) return;
    this.#know(order, { seq: known?.seq, since });
    yield { type: 'snapshot', order };
  }

  /** An order as a look at it found it. Of one that was placed after the time all events are wanted. */
  async *found(order: Order, since: number): AsyncGenerator<OrderUpdate, void, undefined> {
    const known = this.#known.get(order.handle);
    if (known === undefined && Date.parse(order.createdAt) < since) return yield* this.snapshot(order, since);
    if (known?.text !== textOf(order)) yield* this.missing(order);
  }

  /** An event from a stream, after those before it that the stream did not have. */
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

  /** The events of the order that were not yielded yet, from its log. */
  async *missing(order: Order): AsyncGenerator<OrderUpdate, void, undefined> {
    const { seq, since = -Infinity } = this.#known.get(order.handle) ?? {};
    const log = await this.readEvents(order.handle);
    const isNew = (event: OrderEvent) => (seq === undefined ? Date.parse(event.at) > since : event.seq > seq);
    for (const event of log.filter(isNew)) {
      this.#know(order, { seq: event.seq, since: 0 });
      yield { type: 'event', event, order, position: undefined };
    }
    // Even if nothing is new, so that the order is not looked at again.
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

/** Text of an order as the snapshot of a list has it, without `evaluation`, which changes with every look. */
function textOf({ evaluation: _, ...order }: Order & { readonly evaluation?: unknown }): string {
  return JSON.stringify(order);
}
