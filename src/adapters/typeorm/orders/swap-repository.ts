import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { Spending } from '../../../domain/order/evaluation/brakes.js';
import type { AccountLoad } from '../../../domain/order/evaluation/operator-accounts.js';
import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import { LIVE_SWAP_STATES, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { SentTransaction } from '../../../domain/operator/costs.js';
import type { Address } from '../../../domain/shared/address.js';
import { toUnits } from '../../../domain/shared/units.js';
import type {
  NoncePlace,
  OwnerStanding,
  SentQuery,
  SwapChange,
  SwapRepository,
} from '../../../ports/swap-repository.js';
import {
  column,
  columnsOf,
  digits,
  isoTime,
  joined,
  json,
  plain,
  prepared,
  recordColumnsOf,
  rowOf,
  sql,
  StoredFields,
  type Dialect,
  type Queries,
  type Session,
  type Sql,
} from '../database/index.js';
import { blockFrom, quoteFrom } from './order-row.js';
import { listSent, PURPOSES, SWAP_STATES } from './sent-transactions.js';

/** Stored transactions. Property names are column names. */
export const SwapTable = column.table('swaps', {
  txid: column.primary(column.text()),
  /** `swap` or `fill`. */
  purpose: column.text(),
  /** Null for the first transaction of an order with its nonce. */
  replaces: column.nullable(column.text()),
  order_uuid: column.text(),
  /** Owner of the order; null if the order is not stored. Derived from the order. */
  owner: column.nullable(column.text<Address>()),
  sender: column.text(),
  /** 39 digits. */
  nonce: column.text(),
  /** 39 digits. */
  fee_ustx: column.text(),
  raw: column.text(),
  /** JSON. */
  quote: column.text(),
  /** Worth of the swap in dollars; null unless worths are limited. */
  worth_usd: column.nullable(column.double()),
  /** ISO 8601 in UTC, 24 characters. */
  stored_at: column.text(),
  state: column.text(),
  /** JSON; null while the swap is in no block. */
  block: column.nullable(column.text()),
});

type SwapRow = column.RowOf<typeof SwapTable>;

/** All columns, listed because `SELECT *` must not be prepared. */
const COLUMNS = columnsOf(SwapTable.options.columns);

// Part of the text rather than a parameter, so that one plan suits all owners.
const IS_FAILED = plain(`status_rank = ${ORDER_STATUSES.indexOf('failed')}`);

interface LoadRow {
  readonly sender: string;
  readonly in_flight: number | string;
  /** Time at which the oldest swap was stored, and its id. */
  readonly oldest: string;
}

interface FailuresRow {
  readonly owner: Address;
  readonly failures: number | string;
}

// Part of the text rather than parameters, so both databases use the partial indexes.
const IS_LIVE = plain(`state IN (${LIVE_SWAP_STATES.map((state) => `'${state}'`).join(', ')})`);

export class TypeOrmSwapRepository implements SwapRepository {
  constructor(private readonly session: Session) {}

  async insert(...swaps: readonly SwapTransaction[]): Promise<void> {
    if (swaps.length === 0) return;
    // A record has no fractions, so a worth travels as text.
    const rows = swaps.map(toRow).map((row) => ({ ...row, worth_usd: row.worth_usd?.toString() ?? null }));
    const { worth_usd: _worth, ...plainColumns } = rows[0]!;
    await this.session.write(async (queries) => {
      const stored = await queries.execute(
        prepared(sql`
          INSERT INTO swaps (${columnsOf(plainColumns)}, worth_usd, owner)
          SELECT ${recordColumnsOf(plainColumns)}, CAST(r.worth_usd AS double precision),
            (SELECT orders.owner FROM orders WHERE orders.uuid = r.order_uuid)
          FROM ${queries.dialect.records(rows)} WHERE true ORDER BY r.txid ON CONFLICT (txid) DO NOTHING`),
      );
      if (stored < rows.length) throw new Error(`${named(swaps)} is stored already`);
    });
  }

  async update(...changes: readonly SwapChange[]): Promise<ReadonlySet<Txid>> {
    if (changes.length === 0) return new Set();
    const rows = changes.map(({ from, to }) => ({
      txid: from.txid,
      known: from.state,
      known_block: blockText(from),
      state: to.state,
      block: blockText(to),
    }));
    const updated = await this.session.write((queries) =>
      queries.select<{ readonly txid: Txid }>(
        prepared(sql`
          UPDATE swaps SET state = r.state, block = r.block FROM ${queries.dialect.records(rows)}
          WHERE swaps.txid = r.txid AND swaps.state = r.known
            AND COALESCE(swaps.block, '') = COALESCE(r.known_block, '')
          RETURNING swaps.txid`),
      ),
    );
    return new Set(updated.map(({ txid }) => txid));
  }

  async findByTxid(txid: Txid): Promise<SwapTransaction | undefined> {
    const [swap] = await this.listByTxid(txid);
    return swap;
  }

  listByTxid(...txids: readonly Txid[]): Promise<readonly SwapTransaction[]> {
    return this.list((dialect) => dialect.oneOf(plain('txid'), txids));
  }

  listByOrder(...uuids: readonly OrderUuid[]): Promise<readonly SwapTransaction[]> {
    return this.list((dialect) => dialect.oneOf(plain('order_uuid'), uuids));
  }

  async listLive(limit: number, after?: NoncePlace): Promise<readonly SwapTransaction[]> {
    const behind = after ? sql`AND (sender, nonce) > (${after.sender}, ${digits(after.nonce)})` : sql``;
    const rows = await this.session.read(async (queries) => {
      const page = await queries.select<SwapRow>(sql`
        SELECT * FROM swaps WHERE ${IS_LIVE} ${behind} ORDER BY sender, nonce, stored_at, txid LIMIT ${limit}`);
      const last = page[limit - 1];
      if (last === undefined) return page;
      const restOfNonce = await queries.select<SwapRow>(sql`
        SELECT * FROM swaps
        WHERE ${IS_LIVE} AND sender = ${last.sender} AND nonce = ${last.nonce}
          AND (stored_at, txid) > (${last.stored_at}, ${last.txid})
        ORDER BY stored_at, txid`);
      return [...page, ...restOfNonce];
    });
    return rows.map(fromRow);
  }

  async heldNonces(...senders: readonly Address[]): Promise<ReadonlyMap<Address, readonly bigint[]>> {
    // A replacement has the nonce of the swap that it replaces.
    const rows = await this.session.read((queries) =>
      queries.select<Pick<SwapRow, 'nonce'> & { readonly sender: Address }>(
        prepared(sql`
          SELECT DISTINCT sender, nonce FROM swaps
          WHERE ${IS_LIVE} AND ${queries.dialect.oneOf(plain('sender'), senders)} ORDER BY sender, nonce`),
      ),
    );
    const held = new Map<Address, bigint[]>(senders.map((sender) => [sender, []]));
    for (const { sender, nonce } of rows) held.get(sender)!.push(BigInt(nonce));
    return held;
  }

  liveOf(...owners: readonly Address[]): Promise<ReadonlyMap<Address, readonly SwapTransaction[]>> {
    return this.session.read((queries) => liveBy(queries, owners));
  }

  async standingsOf(
    owners: readonly Address[],
    senders: readonly Address[],
    since: Date,
  ): Promise<ReadonlyMap<Address, OwnerStanding>> {
    const isRecent = sql`swaps.stored_at >= ${isoTime(since)} AND ${senders.length === 0 ? sql`1 = 0` : sql`swaps.sender IN ${rowOf(senders)}`}`;
    return this.session.read(async (queries) => {
      const isTheirs = queries.dialect.oneOf(plain('owner'), owners);
      // First the live swaps: one that fails between the two reads counts twice, rather than not at all.
      const live = await liveBy(queries, owners);
      const failed = await queries.select<FailuresRow>(
        prepared(sql`
          SELECT owner, COUNT(*) AS failures FROM orders
          WHERE ${isTheirs} AND ${IS_FAILED}
            AND EXISTS (SELECT 1 FROM swaps WHERE swaps.order_uuid = orders.uuid AND ${isRecent})
          GROUP BY owner`),
      );
      const failures = new Map(failed.map((row) => [row.owner, Number(row.failures)]));
      return new Map(
        owners.map((owner) => [owner, { live: live.get(owner)!, failures: failures.get(owner) ?? 0 }]),
      );
    });
  }

  async senders(): Promise<readonly Address[]> {
    const rows = await this.session.select<{ readonly sender: Address }>(
      sql`SELECT DISTINCT sender FROM swaps ORDER BY sender`,
    );
    return rows.map(({ sender }) => sender);
  }

  async loads(): Promise<ReadonlyMap<Address, AccountLoad>> {
    // A nonce with a transaction in a block is decided and not counted, although its others are live until the block is final.
    const rows = await this.session.select<LoadRow>(sql`
      SELECT sender, COUNT(*) AS in_flight, MIN(oldest) AS oldest
      FROM (
        SELECT sender, MIN(stored_at || ' ' || txid) AS oldest FROM swaps WHERE ${IS_LIVE}
        GROUP BY sender, nonce HAVING MAX(CASE WHEN state = 'included' THEN 1 ELSE 0 END) = 0
      ) AS waiting
      GROUP BY sender`);
    return new Map(
      rows.map(({ sender, in_flight: inFlight, oldest }) => {
        const [since = '', txid] = oldest.split(' ');
        const load = { inFlight: Number(inFlight), since: new Date(since), oldest: txid as Txid };
        return [sender as Address, load];
      }),
    );
  }

  listByNonce(...places: readonly NoncePlace[]): Promise<readonly SwapTransaction[]> {
    const rows = places.map(({ sender, nonce }) => ({ sender, nonce: digits(nonce) }));
    return this.list(
      (dialect) => sql`(sender, nonce) IN (SELECT r.sender, r.nonce FROM ${dialect.records(rows)})`,
    );
  }

  listSent(query: SentQuery): Promise<readonly SentTransaction[]> {
    return this.session.read((queries) => listSent(queries, query));
  }

  async spentSince(times: readonly Date[]): Promise<readonly Spending[]> {
    // As texts, they sort as the times do.
    const starts = times.map(isoTime);
    const sums = starts.map((start, n) => {
      const counted = sql`FILTER (WHERE stored_at >= ${start})`;
      // Postgres returns sums and counts as text.
      return sql`
        CAST(COUNT(*) ${counted} AS integer) AS ${plain(`swaps_${n}`)},
        CAST(SUM(CAST(fee_ustx AS numeric)) ${counted} AS text) AS ${plain(`fees_${n}`)},
        SUM(worth_usd) ${counted} AS ${plain(`worth_${n}`)}, MIN(stored_at) ${counted} AS ${plain(`oldest_${n}`)}`;
    });
    const counts = sql`stored_at >= ${starts.toSorted()[0]} AND state <> 'dead'`;
    const all = sql`
      SELECT ${joined(sums, ', ')} FROM swaps WHERE ${counts}
        AND txid NOT IN (SELECT replaces FROM swaps WHERE ${counts} AND replaces IS NOT NULL)`;
    const [row] = await this.session.select<object>(prepared(all));
    const columns = new StoredFields(row!, 'spending');
    return times.map((_, n) => ({
      swaps: columns.number(`swaps_${n}`),
      feesUstx: columns.has(`fees_${n}`) ? columns.units(`fees_${n}`) : toUnits(0n),
      worthUsd: columns.has(`worth_${n}`) ? columns.number(`worth_${n}`) : 0,
      ...(columns.has(`oldest_${n}`) && { oldest: columns.time(`oldest_${n}`) }),
    }));
  }

  /** The swaps with the condition, oldest first. */
  private async list(where: (dialect: Dialect) => Sql): Promise<SwapTransaction[]> {
    const rows = await this.session.read((queries) =>
      queries.select<SwapRow>(
        prepared(sql`SELECT ${COLUMNS} FROM swaps WHERE ${where(queries.dialect)} ORDER BY stored_at, txid`),
      ),
    );
    return rows.map(fromRow);
  }
}

/** Each owner's live swaps, oldest first. */
async function liveBy(
  queries: Queries,
  owners: readonly Address[],
): Promise<ReadonlyMap<Address, readonly SwapTransaction[]>> {
  const isTheirs = queries.dialect.oneOf(plain('owner'), owners);
  const rows = await queries.select<SwapRow>(
    prepared(sql`
      SELECT ${COLUMNS} FROM swaps WHERE ${IS_LIVE} AND purpose = 'swap' AND ${isTheirs} ORDER BY stored_at, txid`),
  );
  const live = new Map<Address, SwapTransaction[]>(owners.map((owner) => [owner, []]));
  for (const row of rows) live.get(row.owner!)!.push(fromRow(row));
  return live;
}

const named = (swaps: readonly SwapTransaction[]): string =>
  swaps.length === 1
    ? `swap ${swaps[0]!.txid}`
    : `one of the swaps ${swaps.map(({ txid }) => txid).join(', ')}`;

const toRow = (swap: SwapTransaction): Omit<SwapRow, 'owner'> => ({
  txid: swap.txid,
  purpose: swap.purpose,
  replaces: swap.replaces ?? null,
  order_uuid: swap.orderUuid,
  sender: swap.sender,
  nonce: digits(swap.nonce),
  fee_ustx: digits(swap.feeUstx),
  raw: swap.raw,
  quote: json(swap.quote),
  worth_usd: swap.worthUsd ?? null,
  stored_at: isoTime(swap.storedAt),
  state: swap.state,
  block: blockText(swap),
});

const blockText = ({ block }: Pick<SwapTransaction, 'block'>): string | null =>
  block === undefined ? null : json(block);

function fromRow(row: SwapRow): SwapTransaction {
  const columns = new StoredFields(row, `swaps ${row.txid}`);
  return {
    txid: columns.text('txid'),
    purpose: columns.oneOf('purpose', PURPOSES),
    ...(columns.has('replaces') && { replaces: columns.text<Txid>('replaces') }),
    orderUuid: columns.text('order_uuid'),
    sender: columns.text('sender'),
    nonce: columns.bigint('nonce'),
    feeUstx: columns.units('fee_ustx'),
    raw: columns.text('raw'),
    quote: quoteFrom(columns.parsed('quote')),
    ...(row.worth_usd !== null && { worthUsd: row.worth_usd }),
    storedAt: columns.time('stored_at'),
    state: columns.oneOf('state', SWAP_STATES),
    ...(columns.has('block') && { block: blockFrom(columns.parsed('block')) }),
  };
}
