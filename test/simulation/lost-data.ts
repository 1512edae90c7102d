import type { Tables } from '../../src/adapters/memory/tables.js';
import type { OrderUuid, Txid } from '../../src/domain/order/ids.js';
import type { SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import type { SentSwap } from '../../src/ports/index.js';
import type { Exchange } from './exchange.js';
import type { History } from './history.js';
import type { Change } from './layers.js';

/** Data that the database has lost by going back. A server can promise less about them. */
export class LostData {
  /** Orders of which any row was lost. */
  readonly touched = new Set<OrderUuid>();
  /** Orders that were themselves lost, even if they were placed again. */
  readonly orders = new Set<OrderUuid>();
  readonly txids = new Set<Txid>();
  private readonly swapsOf = new Set<OrderUuid>();
  /** Lost swaps that have been in the mempool ever since. */
  private pending: readonly SentSwap[] = [];

  get hasAny(): boolean {
    return this.orders.size + this.swapsOf.size > 0;
  }

  /** Whether the order was lost, or a swap of it. */
  hasOrder(uuid: OrderUuid): boolean {
    return this.orders.has(uuid) || this.swapsOf.has(uuid);
  }

  note(undone: readonly Change[], tables: Tables, chain: Exchange, history: History): void {
    for (const { table, key, before, after } of undone) {
      if (table === 'orders' || table === 'events') this.touched.add(key as OrderUuid);
      if (table === 'orders' && before === undefined) this.orders.add(key as OrderUuid);
      if (table !== 'swaps') continue;
      const { orderUuid } = after as SwapTransaction;
      this.touched.add(orderUuid);
      const was = before as SwapTransaction | undefined;
      // A dropped swap is revived when the same one is sent again.
      if (was !== undefined && was.state !== 'dead') continue;
      this.txids.add(key as Txid);
      this.swapsOf.add(orderUuid);
    }
    for (const uuid of this.orders) {
      history.acknowledged.delete(uuid);
      history.ended.delete(uuid);
    }
    history.received = history.received.filter(
      ({ uuid, seq }) => seq <= (tables.events.get(uuid)?.length ?? 0),
    );
    history.admitted.clear();
    const accounts = chain.signers.map(({ address }) => address);
    const pending = accounts.flatMap((account) => chain.pendingOf(account).swaps);
    this.pending = pending.filter(({ txid }) => this.txids.has(txid));
  }

  /** Lost swaps that a server must find, because they are still in the mempool. Call it after each step. */
  stillPending(chain: Exchange): readonly SentSwap[] {
    if (this.pending.length === 0) return this.pending;
    const now = new Set(chain.pending());
    return (this.pending = this.pending.filter(({ txid }) => now.has(txid)));
  }
}
