import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import type { JsonObject } from '../shared/json.js';
import type { Units } from '../shared/units.js';
import type { Condition } from './conditions/conditions.js';
import type { TriggerGuards } from './conditions/guards.js';
import type { OrderHandle, OrderSignature, OrderUuid, Txid } from './ids.js';
import type { BlockRef, ExecutionQuote } from './swap-transaction.js';

/** Owner's own labels that link the orders of one plan. Only strategyId has an effect, in one-cancels-other groups. */
export interface Strategy {
  readonly strategyId?: string;
  readonly strategyType?: string;
  readonly strategyDescription?: string;
  /** 1-based, at most strategySize. */
  readonly strategyPosition?: number;
  readonly strategySize?: number;
}

/** The fields of an order as its owner sent and signed them. */
export interface SignedFields {
  /** The wallet's signature over the text of `signedMessage`. A secret, like the order's own signature. */
  readonly signature: OrderSignature;
  readonly fields: JsonObject;
  /** Hashes, 1 to 10, that lead from the fields to the root over the orders of a plan; absent if these fields alone are signed. */
  readonly path?: readonly string[];
}

/** Order whose confirmation another one waits for, under both of its names. */
export interface EntryName {
  readonly uuid: OrderUuid;
  readonly handle: OrderHandle;
}

/** Terms that the owner asked for; fixed when the order is placed. */
export interface OrderTerms extends TriggerGuards {
  readonly uuid: OrderUuid;
  /** `handleOf(uuid)`. */
  readonly handle: OrderHandle;
  readonly owner: Address;
  /** The subnet token that the order pays. */
  readonly inputToken: ContractId;
  readonly outputToken: ContractId;
  /** Smallest units of inputToken, 1 to 2^64 - 1. */
  readonly amountIn: Units;
  readonly recipient: Address;
  /** The multihop contract that the signature authorises to take the input. */
  readonly router: ContractId;
  readonly signature: OrderSignature;
  /** Condition under which the server sends the order; if absent, only its owner does. */
  readonly trigger?: Condition;
  /** Earliest time at which the server sends the order. */
  readonly validFrom?: Date;
  /** Time from which the server no longer sends the order. */
  readonly validTo?: Date;
  /** Entry that must be confirmed before the order is sent: the order is one of its exits, which cancel each other. */
  readonly after?: EntryName;
  readonly strategy: Strategy;
  readonly clientOrderId?: string;
  /** Tag of the program through which the order was placed. */
  readonly integrator?: string;
  /**
   * Smallest units of outputToken, 0 to 2^64 - 1. The server sends no swap with a lower quote, and the chain aborts a swap that
   * would pay less.
   */
  readonly minAmountOut?: Units;
  /** Fraction, 0 to 0.5, by which the amounts of the swap may change between its quote and its block. */
  readonly slippage?: number;
  /** Fraction, 0 to 1: the swap waits while its price impact is higher. */
  readonly maxPriceImpact?: number;
  readonly metadata?: JsonObject;
  /** The order that is cancelled as this one is stored. */
  readonly replaces?: OrderHandle;
  /** Number of these terms among those that the owner has signed for the order; later ones have a higher one. 0 if absent. */
  readonly revision?: number;
  /** Fields that the owner's wallet signed in addition to the transfer. The stored terms are compared with them before a swap is sent. */
  readonly signed?: SignedFields;
  /** Fields that this server does not know, kept and returned as sent. */
  readonly extra: JsonObject;
}

interface OrderBase {
  readonly terms: OrderTerms;
  readonly createdAt: Date;
  /** Number of stored changes; an update names the version that it read. */
  readonly version: number;
  /** Present on an exit while its entry is confirmed. */
  readonly activation?: Activation;
}

/** Confirmation of the entry that an exit comes after. */
export interface Activation {
  readonly at: Date;
  /** Smallest units of the exit's inputToken that the entry bought; absent if another exchange ran the entry. */
  readonly bought?: Units;
}

/**
 * End requested by the owner of an order with a swap in progress: a no-op transaction takes the swap's nonce, unless the swap is
 * mined first.
 */
export type Ending = (typeof ENDINGS)[number];
/** The owner's request, or the owner's timer that was not renewed. */
export const ENDINGS = ['owner', 'cancel-after'] as const;

/** An order that may still be sent, or cancelled. */
export interface OpenOrder extends OrderBase {
  readonly status: 'open';
  /** The signed swap that is stored and may have been sent. Until it is settled, the order can be neither cancelled nor sent again. */
  readonly sending?: Txid;
  readonly ending?: Ending;
}

interface Sent extends OrderBase {
  readonly txid: Txid;
  readonly broadcastedAt: Date;
  readonly quote: ExecutionQuote;
}

/** An order whose swap is in flight. */
export interface BroadcastedOrder extends Sent {
  readonly status: 'broadcasted';
  readonly ending?: Ending;
}

/** An order whose swap was mined and paid its owner. */
export interface ConfirmedOrder extends Sent, BlockRef {
  readonly status: 'confirmed';
  readonly confirmedAt: Date;
  readonly executedAmountIn: Units;
  readonly executedAmountOut: Units;
  readonly feeUstx: Units;
}

/** An order whose swap was mined and aborted. */
export interface FailedOrder extends Sent, BlockRef {
  readonly status: 'failed';
  readonly failedAt: Date;
  /** The chain's own words. */
  readonly failureReason: string;
  readonly feeUstx: Units;
}

/** An order that can never be sent: a transaction that is not one of its swaps has used its signature or spent its uuid. */
export interface SpentOrder extends OrderBase {
  readonly status: 'failed';
  readonly failedAt: Date;
  readonly failureReason: string;
  readonly blockHeight: number;
}

/**
 * Reason why an order ended without a swap. `cancel-after`: a timer of its owner was not renewed. `replaced`: its owner placed an order in its stead. `revoked`: its owner has revoked its uuid on the chain. `restored`: a backup was
 * restored, and whether the owner had cancelled the order since is unknown. `entry-ended`: the order is an exit, and its entry ended without being confirmed.
 */
export type CancelReason = (typeof CANCEL_REASONS)[number];
/** Every reason why an order ends without a swap. */
export const CANCEL_REASONS = [
  ...ENDINGS,
  'expired',
  'max-age',
  'oco',
  'replaced',
  'revoked',
  'restored',
  'entry-ended',
] as const;

/** An order that ended without a swap. */
export interface CancelledOrder extends OrderBase {
  readonly status: 'cancelled';
  readonly cancelledAt: Date;
  readonly cancelReason: CancelReason;
}

/**
 * Status of an order. `confirmed`, `failed` and `cancelled` are final, except that a reorganisation of the chain can undo the
 * first two.
 */
export type OrderStatus = 'open' | 'broadcasted' | 'confirmed' | 'failed' | 'cancelled';

/** Facts that another exchange recorded about an order that it ran. Absent facts were not recorded. */
export interface ImportedFacts extends Partial<BlockRef> {
  readonly txid?: Txid;
  readonly broadcastedAt?: Date;
  readonly confirmedAt?: Date;
  readonly failedAt?: Date;
  readonly cancelledAt?: Date;
  readonly failureReason?: string;
}

/** An order that another exchange ran. It stays as recorded there, unless the chain is found to have paid it. */
export interface PastOrder extends OrderBase {
  readonly status: Exclude<OrderStatus, 'open'>;
  readonly imported: ImportedFacts;
}

/** A signed order in one of its states, distinguished by `status`, or by `imported` if another exchange ran it. */
export type Order =
  OpenOrder | BroadcastedOrder | ConfirmedOrder | FailedOrder | SpentOrder | CancelledOrder | PastOrder;

/** The transaction that the order refers to, here or on the exchange that ran it. */
export function txidOf(order: Order): Txid | undefined {
  if (isPast(order)) return order.imported.txid;
  return 'txid' in order ? order.txid : undefined;
}

export const isPast = (order: Order): order is PastOrder => 'imported' in order;

/** Whether the order has a swap that is stored and not mined yet. */
export const isUnderWay = (order: Order): order is OpenOrder | BroadcastedOrder =>
  !isPast(order) &&
  (order.status === 'broadcasted' || (order.status === 'open' && order.sending !== undefined));

/** Whether the order is an exit that waits for its entry. Such an order is not queued, does not expire and is never sent. */
export const isDormant = (order: Order): boolean =>
  order.terms.after !== undefined &&
  order.status === 'open' &&
  order.activation === undefined &&
  order.sending === undefined &&
  order.ending === undefined;

/** Time from which the order could be sent: its creation or, for an exit, its activation. */
export const liveSince = ({ createdAt, activation }: Pick<Order, 'createdAt' | 'activation'>): Date =>
  activation?.at ?? createdAt;

/** Every status, in the order in which lists sort them. */
export const ORDER_STATUSES = [
  'open',
  'broadcasted',
  'confirmed',
  'failed',
  'cancelled',
] as const satisfies readonly OrderStatus[];

/** An order's place in sorted lists, as of the time at which the order was read. */
export interface OrderPosition {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly handle: OrderHandle;
}

export const positionOf = ({ status, createdAt, terms }: Order): OrderPosition => ({
  status,
  createdAt,
  handle: terms.handle,
});

/** Whether two sets of terms are equal in every field, signed or not. The key order of JSON does not matter. */
export const sameTerms = (a: OrderTerms, b: OrderTerms): boolean => canonical(a) === canonical(b);

/** The fields, as their owner sends them, in which two orders differ. */
export function differingTerms(a: OrderTerms, b: OrderTerms): readonly string[] {
  const [left, right] = [sentFields(a), sentFields(b)];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => canonical(left[name]) !== canonical(right[name]));
}

/** The fields that an owner may send, with parsed values. */
export function sentFields({ trigger, strategy, extra, signed, after, handle: _, ...fields }: OrderTerms) {
  const { kind: _kind, ...condition } = { kind: undefined, ...trigger };
  const { signature: termsSignature, path: termsPath } = { ...signed };
  const flat = {
    ...fields,
    ...condition,
    ...strategy,
    ...extra,
    after: after?.uuid,
    termsSignature,
    termsPath,
  };
  return flat as Readonly<Record<string, unknown>>;
}

function canonical(terms: unknown): string {
  return JSON.stringify(terms ?? null, (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  });
}
