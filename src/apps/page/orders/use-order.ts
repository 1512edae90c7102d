import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ClientError, type Client, type Order, type OrderEvent } from '../../../sdk/client/index.js';
import { problemOf, type Problem } from '../live/problem.js';
import { isVisible } from '../live/visible.js';
import { updatesWhileSeen } from '../live/while-seen.js';
import { useClient } from '../session/service.js';
import { readFreely } from '../wallet/owner-reads.js';
import { withUuid } from './merge.js';

/** An order in its current state, with its log. */
export interface OrderNow {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
}

export interface FollowedOrder {
  readonly value: OrderNow | undefined;
  readonly problem: Problem | undefined;
  readonly isLive: boolean;
}

/** Polling interval for the reason why the order waits, ms: prices move without an event of the order. */
const AGAIN_MS = 5_000;
const RETRY_MS = 5_000;

/** Follows one order and its log. Both are read again at each event of the order, and at intervals while the order waits. */
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
        const read = await readOrder(client, id, signal);
        const known = followed.peek().value?.order;
        const order = known === undefined ? read.order : withUuid(read.order, known);
        change({ value: { ...read, order }, problem: undefined });
      } catch (error) {
        if (signal.aborted) return;
        change({ problem: isUnknown(error) ? UNKNOWN : problemOf(error) });
        if (isUnknown(error)) ended.abort();
      }
    };
    void read();
    void follow({ client, id, signal, read, change });
    const timer = setInterval(() => {
      const status = followed.peek().value?.order.status ?? 'open';
      if (status === 'open' && !signal.aborted && isVisible()) void read();
    }, AGAIN_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [client, id, followed]);
  return followed;
}

/** Whether the address names no order. This is final: no order will appear there later. */
const isUnknown = (error: unknown): boolean => error instanceof ClientError && error.status === 404;

const UNKNOWN: Problem = {
  message: 'This server has no such order.',
  hint: 'Its id may be mistyped, or the order is on another server or network.',
  isOffline: false,
};

async function readOrder(client: Client, id: string, signal: AbortSignal): Promise<OrderNow> {
  const [order, events] = await Promise.all([
    readFreely((by) => client.orders.get(id, { by, signal })),
    client.orders.events(id, { by: 'anyone', signal }),
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
  // Needed because the stream may come back without an event that would show it.
  const onLive = () => change({ isLive: true });
  while (!signal.aborted) {
    try {
      for await (const update of updatesWhileSeen(client, { id }, { signal, onTrouble, onLive })) {
        if (update.type === 'event') await read();
      }
    } catch (error) {
      if (signal.aborted) return;
      change({ isLive: false, problem: problemOf(error) });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
