import type { ApiKey, ApiKeyId } from '../../domain/api-key/api-key.js';
import type { KeyUsage } from '../../domain/api-key/usage.js';
import type { KeyEntry } from '../../domain/idempotency/kept-answer.js';
import type { MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import type { LoggedOrderEvent } from '../../domain/order/events.js';
import type { Order } from '../../domain/order/order.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { Retry } from '../../ports/execution-queue.js';

/** Rows by key. A `Map` is one. */
export interface Rows<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): unknown;
  delete(key: string): unknown;
  entries(): Iterable<[string, V]>;
  values(): Iterable<V>;
}

/** Who holds an open order until when, and how its last attempt failed. */
export interface QueueEntry {
  readonly claim?: { readonly claimant: string; readonly until: Date } | undefined;
  readonly retry?: Retry | undefined;
}

export interface MetadataRow {
  readonly contractId: string;
  readonly record: MetadataRecord;
  /** Saves are numbered from 1; this is the record's last. */
  readonly savedAs: number;
}

/**
 * What the memory adapters store. Rows are never changed in place: a write replaces the row, and callers are given
 * copies.
 */
export interface Tables {
  /** By uuid. */
  readonly orders: Rows<Order>;
  /** Uuids of the orders that ever had it, by owner and client order id. */
  readonly clientOrderIds: Rows<readonly string[]>;
  /** By order uuid; none for an order that nobody claimed since it opened. */
  readonly queue: Rows<QueueEntry>;
  /** By order uuid, oldest first. */
  readonly events: Rows<readonly LoggedOrderEvent[]>;
  /** By txid. */
  readonly swaps: Rows<SwapTransaction>;
  /** Expiry by message hash. */
  readonly signedMessages: Rows<Date>;
  /** By id. */
  readonly apiKeys: Rows<ApiKey>;
  /** By hash. */
  readonly apiKeyIds: Rows<ApiKeyId>;
  /** By key id: everything the key was ever used for, with the newest requests. */
  readonly apiKeyUsage: Rows<KeyUsage>;
  /** By key id and start. */
  readonly rateWindows: Rows<{ readonly startMs: number; readonly requests: number }>;
  /** By id. */
  readonly idempotencyKeys: Rows<KeyEntry>;
  /** By contract id. */
  readonly metadata: Rows<MetadataRow>;
}

/** How a repository reaches the tables: at once inside a unit of work, in turn with the units of work outside. */
export interface Session {
  read<T>(query: (tables: Tables) => T): Promise<T>;
  write<T>(change: (tables: Tables) => T): Promise<T>;
}

/** Rows as one unit of work sees them: its own writes over the committed ones. */
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

export const emptyTables = (): Tables => ({
  orders: new Map(),
  clientOrderIds: new Map(),
  queue: new Map(),
  events: new Map(),
  swaps: new Map(),
  signedMessages: new Map(),
  apiKeys: new Map(),
  apiKeyIds: new Map(),
  apiKeyUsage: new Map(),
  rateWindows: new Map(),
  idempotencyKeys: new Map(),
  metadata: new Map(),
});

/** The tables with room for uncommitted writes, and what makes those writes count. */
export function stage(committed: Tables): { readonly tables: Tables; commit(): void } {
  const staged: { commit(): void }[] = [];
  const over = <V>(rows: Rows<V>): Rows<V> => {
    const room = new StagedRows(rows);
    staged.push(room);
    return room;
  };
  return {
    tables: {
      orders: over(committed.orders),
      clientOrderIds: over(committed.clientOrderIds),
      queue: over(committed.queue),
      events: over(committed.events),
      swaps: over(committed.swaps),
      signedMessages: over(committed.signedMessages),
      apiKeys: over(committed.apiKeys),
      apiKeyIds: over(committed.apiKeyIds),
      apiKeyUsage: over(committed.apiKeyUsage),
      rateWindows: over(committed.rateWindows),
      idempotencyKeys: over(committed.idempotencyKeys),
      metadata: over(committed.metadata),
    },
    commit: () => staged.forEach((rows) => rows.commit()),
  };
}
