import type { OrderUuid, Txid } from '../../domain/order/ids.js';
import {
  LIVE_SWAP_STATES,
  type SwapState,
  type SwapTransaction,
} from '../../domain/order/swap-transaction.js';
import type { Address } from '../../domain/shared/address.js';
import type { SwapRepository } from '../../ports/swap-repository.js';
import type { Session } from './database.js';
import { insertInto } from './queries.js';
import { blockFrom, quoteFrom } from './quote-document.js';
import { digits, isoTime, json, StoredFields } from './stored-fields.js';
import { SwapTable, type SwapRow } from './swap-table.js';

const SWAP_STATES = [...LIVE_SWAP_STATES, 'final', 'dead'] as const satisfies readonly SwapState[];

const INSERT = insertInto(SwapTable, 'txid');
// Written out rather than as parameters, so that both databases recognise the partial indexes.
const IS_LIVE = `row.state IN (${LIVE_SWAP_STATES.map((state) => `'${state}'`).join(', ')})`;

export class TypeOrmSwapRepository implements SwapRepository {
  constructor(private readonly session: Session) {}

  async insert(swap: SwapTransaction): Promise<void> {
    const row = toRow(swap);
    const stored = await this.session.write((queries) => queries.insert(INSERT, row));
    if (!stored) throw new Error(`swap ${swap.txid} is stored already`);
  }

  async update(swap: SwapTransaction): Promise<void> {
    const { txid, state, block } = toRow(swap);
    const changed = await this.session.write((queries) =>
      queries.execute('UPDATE swaps SET state = ?, block = ? WHERE txid = ?', [state, block, txid]),
    );
    if (changed === 0) throw new Error(`swap ${txid} is not stored`);
  }

  async findByTxid(txid: Txid): Promise<SwapTransaction | undefined> {
    const [row] = await this.session.read((queries) =>
      queries.rows<SwapRow>('SELECT * FROM swaps WHERE txid = ?', [txid]),
    );
    return row && fromRow(row);
  }

  async listByOrder(uuid: OrderUuid): Promise<readonly SwapTransaction[]> {
    const rows = await this.session.read((queries) =>
      queries.rows<SwapRow>('SELECT * FROM swaps WHERE order_uuid = ? ORDER BY stored_at, txid', [uuid]),
    );
    return rows.map(fromRow);
  }

  listLive(
    limit: number,
    after?: Pick<SwapTransaction, 'storedAt' | 'txid'>,
  ): Promise<readonly SwapTransaction[]> {
    return this.session.read(async (queries) => {
      const live = queries.from(SwapTable).where(IS_LIVE);
      if (after !== undefined) {
        const position = { storedAt: isoTime(after.storedAt), txid: after.txid };
        live.andWhere('(row.stored_at, row.txid) > (:storedAt, :txid)', position);
      }
      const rows = await live.orderBy('row.stored_at').addOrderBy('row.txid').limit(limit).getMany();
      return rows.map(fromRow);
    });
  }

  listHeldNonces(sender: Address): Promise<readonly bigint[]> {
    return this.session.read(async (queries) => {
      const rows = await queries
        .from(SwapTable)
        .where(IS_LIVE)
        .andWhere('row.sender = :sender', { sender })
        .orderBy('row.nonce')
        .getMany();
      return rows.map(({ nonce }) => BigInt(nonce));
    });
  }
}

const toRow = (swap: SwapTransaction): SwapRow => ({
  txid: swap.txid,
  order_uuid: swap.orderUuid,
  sender: swap.sender,
  nonce: digits(swap.nonce),
  fee_ustx: digits(swap.feeUstx),
  raw: swap.raw,
  quote: json(swap.quote),
  stored_at: isoTime(swap.storedAt),
  state: swap.state,
  block: swap.block === undefined ? null : json(swap.block),
});

function fromRow(row: SwapRow): SwapTransaction {
  const columns = StoredFields.of(row, `swaps ${row.txid}`);
  return {
    txid: columns.text('txid'),
    orderUuid: columns.text('order_uuid'),
    sender: columns.text('sender'),
    nonce: columns.bigint('nonce'),
    feeUstx: columns.units('fee_ustx'),
    raw: columns.text('raw'),
    quote: quoteFrom(columns.parsed('quote')),
    storedAt: columns.time('stored_at'),
    state: columns.oneOf('state', SWAP_STATES),
    ...(columns.has('block') && { block: blockFrom(columns.parsed('block')) }),
  };
}
