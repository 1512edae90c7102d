import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { ClientError, type Client, type Order } from '../../../../sdk/client/index.js';
import { hasEnded } from '../../../../sdk/words/order.js';
import { problemOf, type Problem } from '../../live/problem.js';
import { isVisible } from '../../live/visible.js';

/** Orders that were placed together, as they are now. */
export interface Placed {
  readonly orders: ReadonlySignal<readonly Order[]>;
  /** Reason why the orders may be out of date; undefined while they are followed. */
  readonly problem: ReadonlySignal<Problem | undefined>;
}

const all = signal<readonly Placed[]>([]);

/** Orders placed since the page was opened, newest first. */
export const placed: ReadonlySignal<readonly Placed[]> = all;

const MOST_SHOWN = 10;
/** Polling interval of the reasons why the first orders wait, ms: prices and the operator’s switch change without an event of the order. */
const AGAIN_MS = 5_000;
const MOST_EVALUATED = 4;

/** An entry that can be updated. */
interface Entry extends Placed {
  readonly orders: Signal<readonly Order[]>;
  readonly problem: Signal<Problem | undefined>;
}

/** What was placed and has not ended, by owner. Each owner has one stream: a browser keeps no more than six connections to a host. */
const followed = new Map<string, Set<Entry>>();

/** Shows orders that were just placed, and follows them until all have ended. */
export function followPlaced(client: Client, stored: readonly Order[]): Placed {
  const entry: Entry = { orders: signal(stored), problem: signal<Problem | undefined>(undefined) };
  all.value = [entry, ...all.value].slice(0, MOST_SHOWN);
  const [first] = stored;
  if (first === undefined) return entry;
  const entries = followed.get(first.owner);
  if (entries === undefined) followed.set(first.owner, new Set([entry]));
  entries?.add(entry);
  if (entries === undefined) void followOwner(client, first.owner);
  return entry;
}

/** Follows what an owner has placed until all of it has ended, and what is placed meanwhile. */
async function followOwner(client: Client, owner: string): Promise<void> {
  const entries = followed.get(owner)!;
  const tell = (problem: Problem | undefined) => {
    for (const entry of entries) entry.problem.value = problem;
  };
  const onTrouble = (error: unknown) => tell(problemOf(error));
  const onLive = () => tell(undefined);
  const timer = setInterval(() => {
    if (isVisible()) for (const entry of entries) readWaiting(client, entry);
  }, AGAIN_MS);
  try {
    for await (const update of client.orders.follow({ owner }, { by: 'anyone', onTrouble, onLive })) {
      if (update.type === 'synced' || !holds(entries, update.order)) continue;
      const order = await withEvaluation(client, update.order);
      for (const entry of entries) {
        take(entry, order);
        // Nothing can change once all orders have ended, so what is shown stays up to date without the stream.
        if (entry.orders.peek().every(hasEnded)) entries.delete(entry);
      }
      if (entries.size === 0) break;
    }
  } catch (error) {
    onTrouble(error);
    entries.clear();
  } finally {
    clearInterval(timer);
    followed.delete(owner);
  }
  // Placed while the stream was being closed.
  if (entries.size === 0) return;
  followed.set(owner, entries);
  await followOwner(client, owner);
}

const holds = (entries: ReadonlySet<Entry>, { handle }: Pick<Order, 'handle'>): boolean =>
  [...entries].some(({ orders }) => orders.peek().some((order) => order.handle === handle));

function take({ orders }: Entry, next: Order): void {
  orders.value = orders.value.map((order) => (order.handle === next.handle ? next : order));
}

/** Reads again why the first orders of an entry wait. */
function readWaiting(client: Client, entry: Entry): void {
  if (entry.problem.peek() !== undefined) return;
  for (const order of entry.orders.peek().slice(0, MOST_EVALUATED)) {
    if (order.status !== 'open') continue;
    withEvaluation(client, order).then((read) => {
      // Unless an event arrived during the read: it is newer.
      if (entry.orders.peek().includes(order)) take(entry, read);
    }, reportError);
  }
}

/** Reads an open order again: unlike a stream, a read says why the order waits. */
async function withEvaluation(client: Client, order: Order): Promise<Order> {
  if (order.status !== 'open') return order;
  try {
    return await client.orders.get(order.handle, { by: 'anyone' });
  } catch (error) {
    if (error instanceof ClientError) return order;
    throw error;
  }
}
