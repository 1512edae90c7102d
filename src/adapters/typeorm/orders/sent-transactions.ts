import type { SentTransaction } from '../../../domain/operator/costs.js';
import type { OrderHandle, Txid } from '../../../domain/order/ids.js';
import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { LIVE_SWAP_STATES, type SwapState } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { defined } from '../../../domain/shared/fields.js';
import type { SentQuery } from '../../../ports/swap-repository.js';
import { isoTime, plain, sql, StoredFields, type Queries } from '../database/index.js';
import { blockFrom, integratorIn } from './order-row.js';

export const PURPOSES = ['swap', 'fill'] as const;
export const SWAP_STATES = [...LIVE_SWAP_STATES, 'final', 'dead'] as const satisfies readonly SwapState[];

const SENT_COLUMNS = plain('swaps.txid AS txid, purpose, sender, fee_ustx, stored_at, state, block');

/** A transaction with the columns of its order, which are null if the order is not stored. */
interface SentRow {
  readonly txid: string;
  readonly order_owner: string | null;
  readonly order_txid: string | null;
  readonly handle: string | null;
  readonly status: string | null;
  readonly terms: string | null;
}

/** The transactions of a period with their orders, oldest first. */
export async function listSent(
  queries: Queries,
  { from, to, after, limit }: SentQuery,
): Promise<readonly SentTransaction[]> {
  const behind =
    after === undefined
      ? sql``
      : sql`AND (stored_at, swaps.txid) > (${isoTime(after.storedAt)}, ${after.txid})`;
  const rows = await queries.select<SentRow>(sql`
    SELECT ${SENT_COLUMNS}, orders.owner AS order_owner, handle, status, terms, orders.txid AS order_txid
    FROM swaps LEFT JOIN orders ON orders.uuid = order_uuid
    WHERE stored_at >= ${isoTime(from)} AND stored_at < ${isoTime(to)} ${behind}
    ORDER BY stored_at, swaps.txid LIMIT ${limit}`);
  return rows.map(sentFrom);
}

function sentFrom(row: SentRow): SentTransaction {
  const columns = new StoredFields(row, `swaps ${row.txid}`);
  return {
    txid: columns.text('txid'),
    purpose: columns.oneOf('purpose', PURPOSES),
    sender: columns.text('sender'),
    feeUstx: columns.units('fee_ustx'),
    storedAt: columns.time('stored_at'),
    state: columns.oneOf('state', SWAP_STATES),
    ...(columns.has('block') && { block: blockFrom(columns.parsed('block')) }),
    ...(columns.has('handle') && {
      order: {
        handle: columns.text<OrderHandle>('handle'),
        owner: columns.text<Address>('order_owner'),
        status: columns.oneOf('status', ORDER_STATUSES),
        ...(columns.has('order_txid') && { txid: columns.text<Txid>('order_txid') }),
        ...defined({ integrator: integratorIn(columns.parsed('terms').object('extra')).integrator }),
      },
    }),
  };
}
