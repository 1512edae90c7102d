import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { ClientError, type Client, type Order } from '../../../../sdk/client/index.js';
import { hasEnded } from '../../../../sdk/words/order.js';
import { problemOf, type Problem } from '../../live/problem.js';
import { isVisible } from '../../live/visible.js';
import { updatesWhileSeen } from '../../live/while-seen.js';

/** Orders that were placed together, as they are now. */
export interface Placed {
  readonly orders: ReadonlySignal<readonly Order[]>;
  /** Reason why the orders may be out of date; undefined while they are followed. */
  readonly problem: ReadonlySignal<Problem | undefined>;
}

/** An entry that can be updated. */
interface Entry extends Placed {
  readonly orders: Signal<readonly Order[]>;
  readonly problem: Signal<Problem | undefined>;
}

const all = signal<readonly Entry[]>([]);

/** Orders placed since the page was opened, newest first. */
export const placed: ReadonlySignal<readonly Placed[]> = all;

const MOST_SHOWN = 10;
/** Polling interval of the reasons why the first orders wait, ms: prices and the operator’s switch change without an event of the order. */
const AGAIN_MS = 5_000;
const MOST_EVALUATED = 4;

/** Owners whose orders are followed. Each has one stream: a browser keeps no more than six connections to a host. */
const followed = new Set<string>();

/** Shows orders that were just placed, and follows them until all have ended. */
export function followPlaced(client: Client, stored: readonly Order[]): Placed {
  const entry: Entry = { orders: signal(stored), problem: signal<Problem | undefined>(undefined) };
  all.value = [entry, ...all.value].slice(0, MOST_SHOWN);
  const owner = stored[0]?.owner;
  if (owner !== undefined && !followed.has(owner)) void followOwner(client, owner);
  return entry;
}

/** The entries of an owner that are shown. */
const entriesOf = (owner: string): readonly Entry[] =>
  all.peek().filter(({ orders }) => orders.peek()[0]?.owner === owner);

/** Whether something can still change: what has ended stays up to date without a stream. */
const isAnyWaiting = (owner: string): boolean =>
  entriesOf(owner).some(({ orders }) => !orders.peek().every(hasEnded));

/** Follows what an owner has placed until all of it has ended, and what is placed meanwhile. */
async function followOwner(client: Client, owner: string): Promise<void> {
  const tell = (problem: Problem | undefined) => {
    for (const entry of entriesOf(owner)) entry.problem.value = problem;
  };
  const onTrouble = (error: unknown) => tell(problemOf(error));
  const onLive = () => tell(undefined);
  followed.add(owner);
  const timer = setInterval(() => {
    if (isVisible()) for (const entry of entriesOf(owner)) readWaiting(client, entry);
  }, AGAIN_MS);
  try {
    // Again for what is placed while a stream is being closed.
    while (isAnyWaiting(owner))
      for await (const update of updatesWhileSeen(client, { owner }, { onTrouble, onLive })) {
        if (update.type === 'synced') continue;
        const holders = entriesOf(owner).filter((entry) => holds(entry, update.order));
        if (holders.length === 0) continue;
        const order = await withEvaluation(client, update.order);
        for (const entry of holders) take(entry, order);
        if (!isAnyWaiting(owner)) break;
      }
  } catch (error) {
    onTrouble(error);
  } finally {
    clearInterval(timer);
    followed.delete(owner);
  }
}

const holds = ({ orders }: Entry, { handle }: Order): boolean =>
  orders.peek().some((order) => order.handle === handle);

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
