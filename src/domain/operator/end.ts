import type { ApiKey } from '../api-key/api-key.js';
import type { OrderEvent } from '../order/events.js';
import type { OrderHandle } from '../order/ids.js';
import type { CancelReason } from '../order/order.js';
import type { Sha256 } from '../shared/address.js';
import { toHex } from '../shared/hex.js';
import type { Webhook } from '../webhook/webhook.js';

/** Kinds of permanent decisions that leave no trace on the chain; `resume` ends a pause. */
export const END_KINDS = ['cancel', 'oco', 'revoke', 'delete-webhook', 'pause', 'resume'] as const;

/** One of {@link END_KINDS}. */
export type EndKind = (typeof END_KINDS)[number];

/** A permanent decision of an owner or an operator to end something, such as an order or a key. */
export interface End {
  readonly kind: EndKind;
  readonly at: Date;
  /** Hash that identifies what was ended but, unlike a uuid or a key, gives no access to it. `-` for a pause. */
  readonly hash: string;
}

/** Reasons for cancellation that neither the chain nor the clock would bring about again. */
const BY_DECISION: readonly CancelReason[] = ['owner', 'cancel-after', 'replaced', 'restored'];

/** The end recorded in an order's event; undefined for events that the chain or the clock would bring about again. */
export function endOfOrder(handle: OrderHandle, { type, at, facts }: OrderEvent): End | undefined {
  if (type === 'cancel-requested') return { kind: 'cancel', at, hash: handle };
  if (type !== 'cancelled') return undefined;
  const { reason } = facts;
  if (reason === 'oco') return { kind: 'oco', at, hash: handle };
  return BY_DECISION.some((each) => each === reason) ? { kind: 'cancel', at, hash: handle } : undefined;
}

/** The end recorded by a key's revocation; undefined if the key is not revoked. */
export const endOfKey = ({ hash, revokedAt }: ApiKey): End | undefined =>
  revokedAt === undefined ? undefined : { kind: 'revoke', at: revokedAt, hash };

/** The hash that identifies a webhook in the log of ends. */
export const webhookHash = (id: Webhook['id'], sha256: Sha256): string =>
  toHex(sha256(new TextEncoder().encode(`webhook:${id}`)));
