import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ClientError, type Client, type Order, type OrderEvent } from '../../../client/index.js';
import { problemOf, type Problem } from '../live/problem.js';
import { useClient } from '../service.js';

/** An order as it is now, with its log. */
export interface OrderNow {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
}

export interface FollowedOrder {
  readonly value: OrderNow | undefined;
  readonly problem: Problem | undefined;
  readonly isLive: boolean;
}

/** Prices move without an event of the order: why it waits is read again so often. */
const AGAIN_MS = 5_000;
const RETRY_MS = 5_000;

/** Follows one order and its log: read again at each of its events, and while it waits. */
export function useOrder(id: string): ReadonlySignal<FollowedOrder> {
  const client = useClient();
  const followed = useSignal<FollowedOrder>({ value: undefined, problem: undefined, isLive: false });
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    followed.value = { value: undefined, problem: undefined, isLive: false };
    const change = (part: Partial<FollowedOrder>) => {
      if (!signal.aborted) followed.value = { ...followed.peek(), ...part };
    };
    const read = async () => {
      try {
        change({ value: await readOrder(client, id, signal), problem: undefined });
      } catch (error) {
        if (signal.aborted) return;
        change({ problem: problemOf(error) });
        if (isUnknown(error)) ended.abort();
      }
    };
    void read();
    void follow({ client, id, signal, read, change });
    const timer = setInterval(() => {
      const status = followed.peek().value?.order.status ?? 'open';
      if (status === 'open' && !signal.aborted && document.visibilityState === 'visible') void read();
    }, AGAIN_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [client, id, followed]);
  return followed;
}

/** Looking again makes no order of an address that names none. */
const isUnknown = (error: unknown): boolean => error instanceof ClientError && error.status === 404;

async function readOrder(client: Client, id: string, signal: AbortSignal): Promise<OrderNow> {
  const options = { by: 'anyone', signal } as const;
  const [order, events] = await Promise.all([
    client.orders.get(id, options),
    client.orders.events(id, options),
  ]);
  return { order, events };
}

interface Following {
  readonly client: Client;
  readonly id: string;
  readonly signal: AbortSignal;
  readonly read: () => Promise<void>;
  readonly change: (part: Partial<FollowedOrder>) => void;
}

async function follow({ client, id, signal, read, change }: Following): Promise<void> {
  const onTrouble = () => change({ isLive: false });
  while (!signal.aborted) {
    try {
      for await (const update of client.orders.follow({ id }, { by: 'anyone', signal, onTrouble })) {
        change({ isLive: true });
        if (update.type === 'event') await read();
      }
    } catch (error) {
      if (signal.aborted) return;
      change({ isLive: false, problem: problemOf(error) });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
