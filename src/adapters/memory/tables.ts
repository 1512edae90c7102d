import type { Alert } from '../../domain/alert/alert.js';
import type { ApiKey, ApiKeyId } from '../../domain/api-key/api-key.js';
import type { KeySpending } from '../../domain/api-key/spending.js';
import type { CancelTimer } from '../../domain/cancel-timer/cancel-timer.js';
import type { KeyUsage } from '../../domain/api-key/usage.js';
import type { KeyEntry } from '../../domain/idempotency/idempotency.js';
import type { MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import type { DisplacementKind } from '../../domain/operator/displacement.js';
import type { LogoPictures, TokenLogo } from '../../domain/metadata-record/token-logo.js';
import type { TokenUri } from '../../domain/metadata-record/token-uri.js';
import type { OperatorSession } from '../../domain/operator/session.js';
import type { SwitchPosition } from '../../domain/order/evaluation/brakes.js';
import type { Mark } from '../../domain/order/conditions/marks.js';
import type { LoggedOrderEvent } from '../../domain/order/events.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import type { Order } from '../../domain/order/order.js';
import type { SwapOutcome } from '../../domain/order/report/outcome.js';
import type { StoredOrders } from '../../domain/order/limits/quotas.js';
import type { Retry } from '../../domain/order/evaluation/retry-policy.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import type { Webhook } from '../../domain/webhook/webhook.js';
import type { Presence } from '../../ports/execution-queue.js';
import type { FeedEvent } from '../../ports/order-feed.js';

/** Rows by key. A `Map` has this interface. */
export interface Rows<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): unknown;
  delete(key: string): unknown;
  entries(): Iterable<[string, V]>;
  values(): Iterable<V>;
}

/** The lease on an open order, and the failure of its last attempt. */
export interface QueueEntry {
  readonly claim?: { readonly claimant: string; readonly until: Date } | undefined;
  readonly retry?: Retry | undefined;
}

/** A delivery with the claim on it. */
export interface DeliveryRow extends Delivery {
  readonly claimant?: string | undefined;
}

export interface MetadataRow {
  readonly contractId: string;
  /** Undefined if it was dropped. */
  readonly record: MetadataRecord | undefined;
  /** Time of expiry, past or future; absent if none. */
  readonly expiresAt?: Date | undefined;
  /** Number of the record's last save. Saves are numbered from 1. */
  readonly savedAs: number;
}

export interface LogoRow {
  readonly logo: TokenLogo;
  readonly pictures: LogoPictures | undefined;
}

/** Tables of the memory adapters. Rows are never changed in place: a write replaces the row. */
export class Tables {
  /** Orders by uuid. */
  readonly orders: Rows<Order> = new Map();
  /** Uuids of orders by handle. */
  readonly handles: Rows<OrderUuid> = new Map();
  /** Uuids of all orders that had the client order id, by owner and client order id. */
  readonly clientOrderIds: Rows<readonly string[]> = new Map();
  /** Queue entries by order uuid; absent if the order was not claimed since it opened. */
  readonly queue: Rows<QueueEntry> = new Map();
  /** Marks of trailing orders by the name of their group. */
  readonly marks: Rows<readonly Mark[]> = new Map();
  /** Uuids of the trailing orders that have reached their stop. */
  readonly reachedStops: Rows<true> = new Map();
  /** Executors at work, by claimant. */
  readonly executors: Rows<Omit<Presence, 'now'>> = new Map();
  /** Events of each order by its uuid, oldest first. */
  readonly events: Rows<readonly LoggedOrderEvent[]> = new Map();
  /** Feed events by position: numbers from 1 without a gap. */
  readonly feed: Rows<FeedEvent> = new Map();
  /** At most one row: the last position. */
  readonly feedEnd: Rows<number> = new Map();
  /** Usage of owners by owner and start of the day. */
  readonly ownerDays: Rows<StoredOrders & { readonly startMs: number }> = new Map();
  /** Swaps by txid. */
  readonly swaps: Rows<SwapTransaction> = new Map();
  /** Expiry of signed messages by message hash. */
  readonly signedMessages: Rows<Date> = new Map();
  /** API keys by id. */
  readonly apiKeys: Rows<ApiKey> = new Map();
  /** Ids of API keys by hash. */
  readonly apiKeyIds: Rows<ApiKeyId> = new Map();
  /** Usage of API keys by key id: all counts of the key, and its newest requests. */
  readonly apiKeyUsage: Rows<KeyUsage> = new Map();
  /** Orders that keys execute by key id, start of the day and uuid, with the number of attempts. */
  readonly keySpending: Rows<KeySpending & { readonly attempts: number }> = new Map();
  /** Timers by the id of their scope. */
  readonly cancelTimers: Rows<CancelTimer> = new Map();
  /** Request counts by key id or wallet address, and start of the window. */
  readonly rateWindows: Rows<{ readonly startMs: number; readonly requests: number }> = new Map();
  /** Idempotency keys by id. */
  readonly idempotencyKeys: Rows<KeyEntry> = new Map();
  /** Metadata by contract id. */
  readonly metadata: Rows<MetadataRow> = new Map();
  /** Token URIs by contract id. */
  readonly tokenUris: Rows<TokenUri> = new Map();
  /** Logos with their pictures by contract id. */
  readonly tokenLogos: Rows<LogoRow> = new Map();
  /** At most one row. */
  readonly sendingSwitch: Rows<SwitchPosition> = new Map();
  /** At most one row: the kind of displacement. */
  readonly databaseHome: Rows<DisplacementKind> = new Map();
  /** Operator sessions by hash. */
  readonly operatorSessions: Rows<OperatorSession> = new Map();
  /** Alerts by id. */
  readonly alerts: Rows<Alert> = new Map();
  /** Webhooks by id. */
  readonly webhooks: Rows<Webhook> = new Map();
  /** Webhook deliveries by id. */
  readonly webhookDeliveries: Rows<DeliveryRow> = new Map();
  /** At most one row: the position up to which the feed was turned into deliveries. */
  readonly webhookCursor: Rows<number> = new Map();
  /** Outcomes of mined swaps by order uuid. */
  readonly swapOutcomes: Rows<SwapOutcome> = new Map();
  /** At most one row: the position of the feed up to which outcomes were made. */
  readonly reportCursor: Rows<number> = new Map();
}

/**
 * Access to the tables. Inside a unit of work it is immediate; outside, writes wait for units of work. Callers get copies of what
 * is returned.
 */
export interface Session {
  read<T>(query: (tables: Tables) => T): Promise<T>;
  write<T>(change: (tables: Tables) => T): Promise<T>;
}

/** Rows as seen by one unit of work: its own writes over committed rows. */
class StagedRows<V> implements Rows<V> {
  private readonly written = new Map<string, V | undefined>();

  constructor(private readonly committed: Rows<V>) {}

  get(key: string): V | undefined {
    return this.written.has(key) ? this.written.get(key) : this.committed.get(key);
  }

  set(key: string, value: V): void {
    this.written.set(key, value);
  }

  delete(key: string): void {
    this.written.set(key, undefined);
  }

  *entries(): Iterable<[string, V]> {
    for (const entry of this.committed.entries()) if (!this.written.has(entry[0])) yield entry;
    for (const [key, value] of this.written) if (value !== undefined) yield [key, value];
  }

  *values(): Iterable<V> {
    for (const [, value] of this.entries()) yield value;
  }

  commit(): void {
    for (const [key, value] of this.written) {
      if (value === undefined) this.committed.delete(key);
      else this.committed.set(key, value);
    }
  }
}

export function deleteWhere<V>(rows: Rows<V>, condition: (row: V) => boolean): void {
  for (const [key, row] of [...rows.entries()]) if (condition(row)) rows.delete(key);
}

/** Returns the tables with room for uncommitted writes, and a function that commits those writes. */
export function stage(committed: Tables): { readonly tables: Tables; commit(): void } {
  const staged = Object.entries(committed).map(
    ([name, rows]: [string, Rows<unknown>]) => [name, new StagedRows(rows)] as const,
  );
  return {
    tables: Object.assign({ ...committed }, Object.fromEntries(staged)),
    commit: () => staged.forEach(([, rows]) => rows.commit()),
  };
}

/** Returns one page of the rows in the order of their ids: those after `id`, or the first ones if it is undefined. */
export const behind = <V extends { readonly id: string }>(
  rows: Rows<V>,
  id: string | undefined,
  limit: number,
): readonly V[] =>
  [...rows.values()]
    .filter((row) => id === undefined || row.id > id)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit);

interface Created {
  readonly id: string;
  readonly createdAt: Date;
}

/** Compares two rows for a sort by time of creation, newest first. */
export const newestFirst = (a: Created, b: Created): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
