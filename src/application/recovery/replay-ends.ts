import { revoke, statusOf, type ApiKeyHash } from '../../domain/api-key/api-key.js';
import { webhookHash, type End, type EndKind } from '../../domain/operator/end.js';
import { cancelOrder, requestEnd } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderHandle } from '../../domain/order/ids.js';
import type { CancelReason, Order } from '../../domain/order/order.js';
import { err } from '../../domain/shared/result.js';
import type { WebhookId } from '../../domain/webhook/webhook.js';
import type { EndsLog, Ports } from '../../ports/index.js';
import { changeOrder, runUntilCurrent } from '../orders/change-order.js';

/** Numbers of orders, keys and webhooks that were ended again. */
export interface ReplayedEnds {
  orders: number;
  keys: number;
  webhooks: number;
  /** Whether the switch had to be set to its position in the log. */
  switched: boolean;
}

/** Ports that replaying ends needs. */
export type ReplayPorts = Pick<
  Ports,
  'apiKeys' | 'clock' | 'hasher' | 'orders' | 'sendingSwitch' | 'unitOfWork' | 'webhooks'
>;

const PAGE = 500;

/** Repeats the ends in the log, from `since` on, that the database lacks. May run repeatedly, and while servers are running. */
export async function replayEnds(ports: ReplayPorts, log: EndsLog, since: Date): Promise<ReplayedEnds> {
  const { apiKeys, clock, orders, sendingSwitch } = ports;
  const replayed: ReplayedEnds = { orders: 0, keys: 0, webhooks: 0, switched: false };
  const goneWebhooks = new Set<string>();
  let lastSwitch: End | undefined;
  for await (const end of log.since(since)) {
    switch (end.kind) {
      case 'cancel':
      case 'oco': {
        const order = await orders.findByHandle(end.hash as OrderHandle);
        const reason = end.kind === 'oco' ? 'oco' : 'owner';
        if (order !== undefined && (await endOpen(ports, order.terms.handle, reason))) replayed.orders += 1;
        break;
      }
      case 'revoke': {
        const key = await apiKeys.findByHash(end.hash as ApiKeyHash);
        if (key === undefined || statusOf(key, clock.now()) === 'revoked') break;
        await apiKeys.update(revoke(key, end.at));
        replayed.keys += 1;
        break;
      }
      case 'delete-webhook':
        goneWebhooks.add(end.hash);
        break;
      case 'pause':
      case 'resume':
        if (lastSwitch === undefined || end.at >= lastSwitch.at) lastSwitch = end;
    }
  }
  if (goneWebhooks.size > 0) replayed.webhooks = await deleteWebhooks(ports, goneWebhooks);
  const position = await sendingSwitch.position();
  const isPaused = lastSwitch?.kind === 'pause';
  if (lastSwitch === undefined || (position !== undefined && position.at >= lastSwitch.at)) return replayed;
  replayed.switched = (position?.isPaused ?? false) !== isPaused;
  if (replayed.switched) await sendingSwitch.set({ isPaused, at: lastSwitch.at, by: 'the log of ends' });
  return replayed;
}

interface EndedOtherwise {
  readonly kind: 'ended-otherwise';
}
const OTHERWISE: EndedOtherwise = { kind: 'ended-otherwise' };

type Compared = Pick<ReplayPorts, 'apiKeys' | 'orders' | 'sendingSwitch'>;
type IsLacked = (ports: Compared, end: End) => Promise<boolean>;

const isOpen: IsLacked = async ({ orders }, { hash }) => {
  const order = await orders.findByHandle(hash as OrderHandle);
  return order?.status === 'open' && order.ending === undefined;
};

const isSetBefore: IsLacked = async ({ sendingSwitch }, { at }) => {
  const position = await sendingSwitch.position();
  return position === undefined || position.at < at;
};

/** Checks whether the database lacks an end, by kind of end. */
const IS_LACKED: Readonly<Record<EndKind, IsLacked>> = {
  cancel: isOpen,
  oco: isOpen,
  revoke: async ({ apiKeys }, { hash }) => {
    const key = await apiKeys.findByHash(hash as ApiKeyHash);
    return key !== undefined && key.revokedAt === undefined;
  },
  // Not checked, since finding a webhook would take the hashes of all existing ones.
  'delete-webhook': async () => false,
  pause: isSetBefore,
  resume: isSetBefore,
};

/**
 * Whether the log has an end, from `since` on, that the database lacks. If so, the database was rolled back together with the
 * data that distinguishes copies.
 */
export async function lacksEnds(ports: Compared, log: EndsLog, since: Date): Promise<boolean> {
  for await (const end of log.since(since)) if (await IS_LACKED[end.kind](ports, end)) return true;
  return false;
}

/**
 * Cancels an open order, or has settlement end it if one of its swaps is in progress. Returns false if the order has already
 * ended otherwise.
 */
export async function endOpen(
  { clock, unitOfWork }: Pick<ReplayPorts, 'clock' | 'unitOfWork'>,
  handle: OrderHandle,
  reason: CancelReason,
): Promise<boolean> {
  const ended = await runUntilCurrent<Order, EndedOtherwise>(unitOfWork, async (storage) => {
    const order = await storage.orders.findByHandle(handle);
    if (order?.status !== 'open' && order?.status !== 'broadcasted') return err(OTHERWISE);
    const cancelled = cancelOrder(order, reason, clock.now());
    if (cancelled.ok && cancelled.value.event !== undefined) return changeOrder(storage, cancelled.value);
    const ending = requestEnd(order, clock.now());
    return ending.ok && ending.value.event !== undefined
      ? changeOrder(storage, ending.value)
      : err(OTHERWISE);
  });
  return ended.ok;
}

async function deleteWebhooks(
  { webhooks, hasher }: Pick<ReplayPorts, 'webhooks' | 'hasher'>,
  hashes: ReadonlySet<string>,
): Promise<number> {
  let deleted = 0;
  for (let behind: WebhookId | undefined; ;) {
    const page = await webhooks.listBehind(behind, PAGE);
    for (const { id } of page) {
      if (!hashes.has(webhookHash(id, hasher.sha256))) continue;
      await webhooks.delete(id);
      deleted += 1;
    }
    behind = page.at(-1)?.id;
    if (page.length < PAGE) return deleted;
  }
}
