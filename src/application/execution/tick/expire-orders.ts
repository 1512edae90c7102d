import { cancelOrder } from '../../../domain/order/lifecycle/lifecycle.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import { expiryAt } from '../../../domain/order/lifecycle/strategy.js';
import { ok } from '../../../domain/shared/result.js';
import type { Ports } from '../../../ports/index.js';
import { changeOrder, runUntilCurrent } from '../../orders/change-order.js';
import { inParallel } from '../../shared/in-parallel.js';

const BATCH = 200;
/** Number of orders cancelled at a time. Concurrent changes share a commit if the database allows it. */
const WIDTH = 16;
/** Maximum number of batches per pass. Limits how long due orders wait for expired ones, for example after a long downtime. */
const MAX_BATCHES = 10;

type Needs = Pick<Ports, 'databaseHome' | 'executionQueue' | 'unitOfWork' | 'clock'>;

/**
 * Cancels expired orders, oldest first, each with an entry in its log. Returns their number, and whether more are left. Cancels
 * none while the database is displaced: it may have lost swaps that pay them.
 */
export async function expireOrders(
  ports: Needs,
): Promise<{ readonly expired: number; readonly more: boolean }> {
  const { databaseHome, executionQueue, clock } = ports;
  if ((await databaseHome.displaced()) !== undefined) return { expired: 0, more: false };
  let expired = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const ended = await executionQueue.listExpired(clock.now(), BATCH);
    const before = expired;
    await inParallel(ended, WIDTH, async (uuid) => {
      if (await expireOrder(ports, uuid)) expired += 1;
    });
    if (ended.length < BATCH || expired === before) return { expired, more: false };
  }
  return { expired, more: true };
}

/** Cancels an expired order. Returns false if the order has changed meanwhile and no longer expires. */
async function expireOrder({ unitOfWork, clock }: Needs, uuid: OrderUuid): Promise<boolean> {
  const expired = await runUntilCurrent<boolean>(unitOfWork, async (storage) => {
    const order = await storage.orders.findById(uuid);
    const now = clock.now();
    const reason = order && expiryAt(order, now);
    if (order === undefined || reason === undefined) return ok(false);
    const move = cancelOrder(order, reason, now);
    if (!move.ok || move.value.event === undefined) return ok(false);
    const changed = await changeOrder(storage, move.value);
    return changed.ok ? ok(true) : changed;
  });
  return expired.ok && expired.value;
}
