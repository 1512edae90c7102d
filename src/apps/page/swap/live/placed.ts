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

/** Shows orders that were just placed, and follows them until all have ended. */
export function followPlaced(client: Client, stored: readonly Order[]): Placed {
  const orders = signal(stored);
  const problem = signal<Problem | undefined>(undefined);
  const entry = { orders, problem };
  all.value = [entry, ...all.value].slice(0, MOST_SHOWN);
  const take = (next: Order) => {
    orders.value = orders.value.map((order) => (order.handle === next.handle ? next : order));
  };
  follow(client, entry, take).catch((error: unknown) => (problem.value = problemOf(error)));
  return entry;
}

async function follow(
  client: Client,
  {
    orders,
    problem,
  }: { readonly orders: Signal<readonly Order[]>; readonly problem: Signal<Problem | undefined> },
  take: (order: Order) => void,
): Promise<void> {
  const [first] = orders.peek();
  if (first === undefined) return;
  const { handle, owner, strategyId } = first;
  const scope = strategyId === undefined ? { id: handle } : { owner, strategyId };
  const onTrouble = (error: unknown) => (problem.value = problemOf(error));
  const onLive = () => (problem.value = undefined);
  const timer = setInterval(() => {
    const waiting = orders
      .peek()
      .slice(0, MOST_EVALUATED)
      .filter(({ status }) => status === 'open');
    if (!isVisible() || problem.peek() !== undefined) return;
    for (const order of waiting)
      withEvaluation(client, order).then((read) => {
        // Unless an event arrived during the read: it is newer.
        if (orders.peek().includes(order)) take(read);
      }, reportError);
  }, AGAIN_MS);
  try {
    for await (const update of client.orders.follow(scope, { by: 'anyone', onTrouble, onLive })) {
      if (update.type === 'synced') continue;
      take(await withEvaluation(client, update.order));
      // Nothing can change once all orders have ended, so what is shown stays up to date without the stream.
      if (orders.peek().every(hasEnded)) return onLive();
    }
  } finally {
    clearInterval(timer);
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
