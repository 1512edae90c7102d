import type { Address, Sha256 } from '../../shared/address.js';
import { toHex } from '../../shared/hex.js';
import type { OrderHandle, OrderUuid } from '../ids.js';
import type { Order } from '../order.js';

/**
 * An order's public name: the SHA-256 of `charisma-order:<uuid>`, its first 32 hex digits in the form of a version 4 UUID. Other
 * servers of the protocol derive the same name. It does not reveal the uuid, which the owner signed: together with a captured
 * signature, the uuid is enough to submit the swap, and some verifiers let anyone who knows it mark the order as spent.
 *
 * @example
 * const handle = handleOf(uuid, systemPorts().hasher.sha256);
 */
export function handleOf(uuid: OrderUuid, sha256: Sha256): OrderHandle {
  const hex = toHex(sha256(new TextEncoder().encode(`charisma-order:${uuid}`)).subarray(0, 16));
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ];
  return groups.join('-') as OrderHandle;
}

/** Proof that a reader has given of knowing or owning an order. */
export interface Reader {
  /** The reader's proven address. */
  readonly owner?: Address | undefined;
  /** The name by which the reader requested the order. */
  readonly ref?: string;
}

/** The order's id for this reader: the uuid for its owner and for a reader who named it, the handle for others. */
export function idFor({ owner, ref }: Reader, { terms }: Pick<Order, 'terms'>): OrderUuid | OrderHandle {
  const isKnown = owner === terms.owner || ref?.toLowerCase() === terms.uuid;
  return isKnown ? terms.uuid : terms.handle;
}
