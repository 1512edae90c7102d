import type { ApiKey } from '../api-key/api-key.js';
import type { OrderEvent } from '../order/events.js';
import type { OrderHandle } from '../order/ids.js';
import type { Sha256 } from '../shared/address.js';
import { toHex } from '../shared/hex.js';
import type { Webhook } from '../webhook/webhook.js';

/** Kinds of permanent ends that leave no trace on the chain; `resume` ends a pause. */
export const END_KINDS = ['cancel', 'oco', 'revoke', 'delete-webhook', 'pause', 'resume'] as const;

/** One of {@link END_KINDS}. */
export type EndKind = (typeof END_KINDS)[number];

/** A permanent end by an owner or an operator. */
export interface End {
  readonly kind: EndKind;
  readonly at: Date;
  /** A hash that identifies the ended subject without making it usable: neither a uuid nor a key. `-` for a pause. */
  readonly hash: string;
}

/** The end recorded in an order's event; undefined for events that the chain or the clock would repeat. */
export function endOfOrder(handle: OrderHandle, { type, at, facts }: OrderEvent): End | undefined {
  if (type === 'cancel-requested') return { kind: 'cancel', at, hash: handle };
  if (type !== 'cancelled') return undefined;
  const { reason } = facts;
  if (reason === 'oco') return { kind: 'oco', at, hash: handle };
  return reason === 'owner' || reason === 'restored' ? { kind: 'cancel', at, hash: handle } : undefined;
}

/** The end recorded by a key's revocation; undefined if the key is not revoked. */
export const endOfKey = ({ hash, revokedAt }: ApiKey): End | undefined =>
  revokedAt === undefined ? undefined : { kind: 'revoke', at: revokedAt, hash };

/** The name of a webhook in the log. */
export const webhookHash = (id: Webhook['id'], sha256: Sha256): string =>
  toHex(sha256(new TextEncoder().encode(`webhook:${id}`)));
