import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import type { JsonObject } from '../shared/json.js';
import type { Units } from '../shared/units.js';
import type { Condition } from './conditions/conditions.js';
import type { OrderSignature, OrderUuid, Txid } from './ids.js';
import type { BlockRef, ExecutionQuote } from './swap-transaction.js';

/** How orders of one plan belong together. All of it is the owner's own labelling, except one-cancels-other. */
export interface Strategy {
  readonly strategyId?: string;
  readonly strategyType?: string;
  readonly strategyDescription?: string;
  /** 1-based, at most strategySize. */
  readonly strategyPosition?: number;
  readonly strategySize?: number;
}

/** What the owner asked for. Fixed when the order is placed. */
export interface OrderTerms {
  readonly uuid: OrderUuid;
  readonly owner: Address;
  /** The subnet token that is paid. */
  readonly inputToken: ContractId;
  readonly outputToken: ContractId;
  /** Smallest units of inputToken, 1 to 2^64 - 1. */
  readonly amountIn: Units;
  readonly recipient: Address;
  /** The multihop contract that the signature allows to take the input. */
  readonly router: ContractId;
  readonly signature: OrderSignature;
  /** When the server sends the order; absent, only its owner does. */
  readonly trigger?: Condition;
  /** Not sent by the server before this time. */
  readonly validFrom?: Date;
  /** Not sent at or after this time. */
  readonly validTo?: Date;
  readonly strategy: Strategy;
  readonly clientOrderId?: string;
  /** Smallest units of outputToken; a quote below it is never sent. */
  readonly minAmountOut?: Units;
  readonly metadata?: JsonObject;
  /** Fields that mean nothing here, kept and returned as they were sent. */
  readonly extra: JsonObject;
}

interface OrderBase {
  readonly terms: OrderTerms;
  readonly createdAt: Date;
  /** Counts the stored changes; an update names the version it read. */
  readonly version: number;
}

export interface OpenOrder extends OrderBase {
  readonly status: 'open';
  /** The signed swap that is stored and may be on its way; while it is there the order can be neither cancelled nor sent anew. */
  readonly sending?: Txid;
}

interface Sent extends OrderBase {
  readonly txid: Txid;
  readonly broadcastedAt: Date;
  readonly quote: ExecutionQuote;
}

export interface BroadcastedOrder extends Sent {
  readonly status: 'broadcasted';
}

export interface ConfirmedOrder extends Sent, BlockRef {
  readonly status: 'confirmed';
  readonly confirmedAt: Date;
  readonly executedAmountIn: Units;
  readonly executedAmountOut: Units;
  readonly feeUstx: Units;
}

export interface FailedOrder extends Sent, BlockRef {
  readonly status: 'failed';
  readonly failedAt: Date;
  /** The chain's own words. */
  readonly failureReason: string;
}

export type CancelReason = 'owner' | 'expired' | 'max-age' | 'oco';

export interface CancelledOrder extends OrderBase {
  readonly status: 'cancelled';
  readonly cancelledAt: Date;
  readonly cancelReason: CancelReason;
}

export type Order = OpenOrder | BroadcastedOrder | ConfirmedOrder | FailedOrder | CancelledOrder;
export type OrderStatus = Order['status'];

/** In the order in which lists sort them. */
export const ORDER_STATUSES = [
  'open',
  'broadcasted',
  'confirmed',
  'failed',
  'cancelled',
] as const satisfies readonly OrderStatus[];
