import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import {
  LIVE_SWAP_STATES,
  type SwapState,
  type SwapTransaction,
} from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import type { SwapRepository } from '../../../ports/swap-repository.js';
import type { Session } from '../database/database.js';
import { insertInto } from '../database/queries.js';
import { blockFrom, quoteFrom } from './quote-document.js';
import { digits, isoTime, json, StoredFields } from '../database/stored-fields.js';
import { SwapTable, type SwapRow } from './swap-table.js';

const SWAP_STATES = [...LIVE_SWAP_STATES, 'final', 'dead'] as const satisfies readonly SwapState[];

const INSERT = insertInto(SwapTable, 'txid');
// Written out rather than as parameters, so that both databases recognise the partial indexes.
const IS_LIVE = `state IN (${LIVE_SWAP_STATES.map((state) => `'${state}'`).join(', ')})`;
const BY_NONCE = 'sender, nonce, stored_at, txid';
const REST_OF_NONCE =
  `SELECT * FROM swaps WHERE ${IS_LIVE} AND sender = ? AND nonce = ? AND (stored_at, txid) > (?, ?) ` +
  `ORDER BY ${BY_NONCE}`;
// One for each nonce: rivals hold theirs together.
const HELD_NONCES = `SELECT DISTINCT nonce FROM swaps WHERE ${IS_LIVE} AND sender = ? ORDER BY nonce`;
const BY_SENDER_AND_NONCE = 'SELECT * FROM swaps WHERE sender = ? AND nonce = ? ORDER BY stored_at, txid';

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

  async listLive(
    limit: number,
    after?: Pick<SwapTransaction, 'sender' | 'nonce'>,
  ): Promise<readonly SwapTransaction[]> {
    const rows = await this.session.read(async (queries) => {
      const position = after === undefined ? [] : [after.sender, digits(after.nonce)];
      const behind = after === undefined ? '' : 'AND (sender, nonce) > (?, ?)';
      const page = await queries.rows<SwapRow>(
        `SELECT * FROM swaps WHERE ${IS_LIVE} ${behind} ORDER BY ${BY_NONCE} LIMIT ?`,
        [...position, limit],
      );
      const last = page[limit - 1];
      if (last === undefined) return page;
      const rest = await queries.rows<SwapRow>(REST_OF_NONCE, [
        last.sender,
        last.nonce,
        last.stored_at,
        last.txid,
      ]);
      return [...page, ...rest];
    });
    return rows.map(fromRow);
  }

  async listHeldNonces(sender: Address): Promise<readonly bigint[]> {
    const rows = await this.session.read((queries) =>
      queries.rows<Pick<SwapRow, 'nonce'>>(HELD_NONCES, [sender]),
    );
    return rows.map(({ nonce }) => BigInt(nonce));
  }

  async listByNonce(sender: Address, nonce: bigint): Promise<readonly SwapTransaction[]> {
    const rows = await this.session.read((queries) =>
      queries.rows<SwapRow>(BY_SENDER_AND_NONCE, [sender, digits(nonce)]),
    );
    return rows.map(fromRow);
  }
}

const toRow = (swap: SwapTransaction): SwapRow => ({
  txid: swap.txid,
  purpose: swap.purpose,
  replaces: swap.replaces ?? null,
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
    purpose: columns.oneOf('purpose', ['swap', 'fill']),
    ...(columns.has('replaces') && { replaces: columns.text<Txid>('replaces') }),
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
