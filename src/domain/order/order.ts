import type { Address } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import type { ContractId } from '../shared/contract-id.js';
import type { JsonObject } from '../shared/json.js';
import type { Units } from '../shared/units.js';
import type { ExecutionQuote, Txid } from './swap-transaction.js';
import type { Strategy } from './strategy.js';
import type { Trigger } from './trigger.js';

/** A lower-case UUID. The owner chose and signed it; the chain lets it be spent once. */
export type OrderUuid = Brand<string, 'OrderUuid'>;

/** 65 bytes R, S, V as 130 lower-case hex characters. A secret: whoever holds it can submit the swap. */
export type OrderSignature = Brand<string, 'OrderSignature'>;

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
  readonly trigger?: Trigger;
  /** Not sent by itself before this time. */
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

/** Where a transaction was mined. */
export interface BlockRef {
  readonly blockHeight: number;
  /** Unix seconds. */
  readonly blockTime: number;
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
