import { revoke } from '../../domain/api-key/api-key.js';
import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import type { OrderHandle } from '../../domain/order/ids.js';
import type { OrderPosition } from '../../domain/order/order.js';
import type { Ports } from '../../ports/index.js';
import { endOpen } from './replay-ends.js';

/** Numbers of orders and keys that were ended because their owners may have ended them before. */
export interface EndedBefore {
  readonly orders: number;
  readonly keys: number;
}

const PAGE = 200;

/** Cancels the open orders and revokes the API keys that were made before `time`. Owners can make again what they still want. */
export async function endOpenBefore(
  ports: Pick<Ports, 'apiKeys' | 'clock' | 'orders' | 'unitOfWork'>,
  time: Date,
): Promise<EndedBefore> {
  return { orders: await cancelOpen(ports, time), keys: await revokeKeys(ports, time) };
}

async function cancelOpen(ports: Pick<Ports, 'clock' | 'orders' | 'unitOfWork'>, to: Date): Promise<number> {
  const query = { statuses: ['open'], to, sortBy: 'createdAt', sortOrder: 'asc', offset: 0 } as const;
  let cancelled = 0;
  for (let after: OrderPosition | undefined; ;) {
    const page = await ports.orders.listPage({ ...query, ...(after && { after }), limit: PAGE });
    const handles: readonly OrderHandle[] = page.orders.map(({ terms }) => terms.handle);
    for (const handle of handles) if (await endOpen(ports, handle, 'restored')) cancelled += 1;
    after = page.next;
    if (after === undefined) return cancelled;
  }
}

async function revokeKeys(
  { apiKeys, clock }: Pick<Ports, 'apiKeys' | 'clock'>,
  before: Date,
): Promise<number> {
  let revoked = 0;
  for (let behind: ApiKeyId | undefined; ;) {
    const page = await apiKeys.listBehind(behind, PAGE);
    for (const key of page) {
      if (key.revokedAt !== undefined || key.createdAt >= before) continue;
      await apiKeys.update(revoke(key, clock.now()));
      revoked += 1;
    }
    behind = page.at(-1)?.id;
    if (page.length < PAGE) return revoked;
  }
}
