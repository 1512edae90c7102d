import { DAY_SECONDS, dayOf, type PackedDay } from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { TradeCoverage, TradeTotals } from '../../../domain/trade/coverage.js';
import { positionOf, type RecordedTrade } from '../../../domain/trade/recorded-trade.js';
import { wholeDays } from '../../../domain/trade/volumes.js';
import type { NotNext, TradeQuery, TradeStore, ValuedBlock } from '../../../ports/index.js';
import { insertInto, sql, type Database, type Queries, type Sql } from '../database/index.js';
import { numberTokens, PriceTokens } from '../prices/price-tokens.js';
import {
  insertTrades,
  readCoverage,
  TRADE_COLUMNS,
  tradeOf,
  writeCoverage,
  type StoredCoverage,
  type TradeRow,
} from './trade-rows.js';
import { packDay, readDays, readSlots, tradesSince, unpackFrom } from './trade-volumes.js';

/** Lock that lets one process at a time record trades. */
const TRADE_LOCK = 'trades';
const CONTRACTS = 'trade_contracts';
const BLOCKS_KEPT = 1_000;

interface TotalsRow {
  readonly vault: number | string;
  readonly token_in: number | string;
  readonly token_out: number | string;
  readonly trades: number | string;
  readonly usd: number | null;
  readonly paid: number;
  readonly received: number;
  readonly lowest: number | null;
  readonly highest: number | null;
}

export class TypeOrmTradeStore implements TradeStore {
  private readonly contracts: PriceTokens;

  constructor(private readonly database: Database) {
    this.contracts = new PriceTokens(database, CONTRACTS);
  }

  append(block: ValuedBlock): Promise<Result<void, NotNext>> {
    const { height, hash, parentHash, time } = block;
    return this.store(block, (coverage) => {
      if (coverage === undefined)
        return {
          first: { height, parentHash, time },
          last: { height, hash, time },
          checkedAt: 0,
          packed: { from: 0, until: 0 },
        };
      const { last } = coverage;
      if (height !== last.height + 1 || parentHash !== last.hash) return undefined;
      return { ...coverage, last: { height, hash, time } };
    });
  }

  prepend(block: ValuedBlock): Promise<Result<void, NotNext>> {
    const { height, hash, parentHash, time } = block;
    return this.store(block, (coverage) => {
      if (coverage?.first.height !== height + 1 || coverage.first.parentHash !== hash) return undefined;
      return { ...coverage, first: { height, parentHash, time } };
    });
  }

  private async store(
    block: ValuedBlock,
    extend: (coverage: StoredCoverage | undefined) => StoredCoverage | undefined,
  ): Promise<Result<void, NotNext>> {
    const named = block.trades.flatMap(({ vault, tokenIn, tokenOut }) => [vault, tokenIn, tokenOut]);
    const known = await this.contracts.numbersOf(named);
    return this.database.transact(async (queries) => {
      await this.database.lock(queries, TRADE_LOCK);
      const coverage = extend(await readCoverage(queries));
      if (coverage === undefined) return err({ kind: 'not-next' });
      const numbers = await numberTokens(queries, known, named, CONTRACTS);
      await insertTrades(queries, block, numbers);
      await writeCoverage(queries, coverage);
      const oldest = coverage.last.height - BLOCKS_KEPT;
      if (block.height > oldest)
        await queries.execute(
          insertInto('trade_blocks', { height: block.height, hash: block.hash, at: block.time }),
        );
      await queries.execute(sql`DELETE FROM trade_blocks WHERE height <= ${oldest}`);
      return ok();
    });
  }

  async dropLast(hash: string): Promise<void> {
    await this.write(async (queries, coverage) => {
      const { last, packed } = coverage;
      if (last.hash !== hash) return;
      await queries.execute(sql`DELETE FROM trade_blocks WHERE height = ${last.height}`);
      const [before] = await queries.select<{ readonly hash: string; readonly at: number | string }>(
        sql`SELECT hash, at FROM trade_blocks WHERE height = ${last.height - 1}`,
      );
      if (before === undefined) return clear(queries);
      await queries.execute(sql`DELETE FROM trades WHERE position >= ${positionOf(last.height, 0)}`);
      const day = dayOf(last.time);
      if (day < packed.until) await unpackFrom(queries, day);
      await writeCoverage(queries, {
        ...coverage,
        last: { height: last.height - 1, hash: before.hash, time: Number(before.at) },
        checkedAt: 0,
        packed: { from: packed.from, until: Math.max(packed.from, Math.min(packed.until, day)) },
      });
    });
  }

  async checked(hash: string, at: number): Promise<void> {
    await this.database.write((queries) =>
      queries.execute(sql`UPDATE trade_coverage SET checked_at = ${at} WHERE last_hash = ${hash}`),
    );
  }

  async pack({ until, deleteBefore }: { readonly until: number; readonly deleteBefore: number }) {
    await this.write(async (queries, coverage) => {
      const { packed } = coverage;
      const whole = wholeDays(coverage, until);
      if (whole.from >= whole.until) return;
      for (let day = whole.from; day < whole.until; day++)
        if (day < packed.from || day >= packed.until) await packDay(queries, day);
      await writeCoverage(queries, { ...coverage, packed: whole });
      const end = Math.min(whole.until * DAY_SECONDS, Math.floor(deleteBefore / DAY_SECONDS) * DAY_SECONDS);
      await queries.execute(sql`DELETE FROM trades WHERE at >= ${whole.from * DAY_SECONDS} AND at < ${end}`);
    });
  }

  async coverage(): Promise<TradeCoverage | undefined> {
    const stored = await this.database.read(readCoverage);
    return stored && { first: stored.first, last: stored.last, checkedAt: stored.checkedAt };
  }

  async list({ token, before = Number.MAX_SAFE_INTEGER, limit }: TradeQuery) {
    const number = await this.contracts.numberOf(token);
    if (number === undefined) return [];
    const side = (column: Sql) => sql`SELECT * FROM (SELECT ${TRADE_COLUMNS} FROM trades
      WHERE ${column} = ${number} AND position < ${before} ORDER BY position DESC LIMIT ${limit}) one`;
    return this
      .tradesOf(sql`SELECT * FROM (${side(sql`token_in`)} UNION ALL ${side(sql`token_out`)}) both_sides
      ORDER BY position DESC LIMIT ${limit}`);
  }

  async slotVolumes(token: ContractId, from: number, to: number): Promise<readonly PackedDay[]> {
    const number = await this.contracts.numberOf(token);
    if (number === undefined) return [];
    return this.database.read(async (queries) => {
      const coverage = await readCoverage(queries);
      return coverage === undefined ? [] : readSlots(queries, coverage, number, from, to);
    });
  }

  async dayVolumes(token: ContractId, from: number, to: number): Promise<ReadonlyMap<number, number>> {
    const number = await this.contracts.numberOf(token);
    if (number === undefined) return new Map();
    return this.database.read(async (queries) => {
      const coverage = await readCoverage(queries);
      return coverage === undefined ? new Map() : readDays(queries, coverage, number, from, to);
    });
  }

  async tokenVolumes(since: number): Promise<ReadonlyMap<ContractId, number>> {
    const side = (column: Sql) => sql`SELECT ${column} AS token, usd FROM trades WHERE ${tradesSince(since)}`;
    const rows = await this.database.select<{
      readonly token: number | string;
      readonly usd: number | null;
    }>(sql`
      SELECT token, SUM(usd) AS usd FROM (${side(sql`token_in`)} UNION ALL ${side(sql`token_out`)}) sides GROUP BY token`);
    const volumes = new Map<ContractId, number>();
    for (const { token, usd } of rows) volumes.set(await this.contracts.contractOf(Number(token)), usd ?? 0);
    return volumes;
  }

  async totals(since: number): Promise<readonly TradeTotals[]> {
    const [paid, received] = [
      sql`CAST(amount_in AS DOUBLE PRECISION)`,
      sql`CAST(amount_out AS DOUBLE PRECISION)`,
    ];
    const rows = await this.database.select<TotalsRow>(sql`
      SELECT vault, token_in, MIN(token_out) AS token_out, COUNT(*) AS trades, SUM(usd) AS usd, SUM(${paid}) AS paid,
        SUM(${received}) AS received, MIN(${received} / ${paid}) AS lowest, MAX(${received} / ${paid}) AS highest
      FROM trades WHERE ${tradesSince(since)} GROUP BY vault, token_in`);
    return Promise.all(
      rows.map(async (row) => ({
        vault: await this.contracts.contractOf(Number(row.vault)),
        tokenIn: await this.contracts.contractOf(Number(row.token_in)),
        tokenOut: await this.contracts.contractOf(Number(row.token_out)),
        trades: Number(row.trades),
        usd: row.usd ?? 0,
        amountIn: row.paid,
        amountOut: row.received,
        lowest: row.lowest ?? 0,
        highest: row.highest ?? 0,
      })),
    );
  }

  async newest(): Promise<readonly RecordedTrade[]> {
    return this.tradesOf(sql`SELECT ${TRADE_COLUMNS} FROM trades
      WHERE position IN (SELECT MAX(position) FROM trades GROUP BY vault)`);
  }

  private async tradesOf(query: Sql): Promise<readonly RecordedTrade[]> {
    const rows = await this.database.select<TradeRow>(query);
    return Promise.all(rows.map((row) => tradeOf(row, (number) => this.contracts.contractOf(number))));
  }

  /** Runs a change of what is recorded, if anything is. */
  private async write(change: (queries: Queries, coverage: StoredCoverage) => Promise<void>): Promise<void> {
    await this.database.write(async (queries, lock) => {
      await lock(TRADE_LOCK);
      const coverage = await readCoverage(queries);
      if (coverage !== undefined) await change(queries, coverage);
    });
  }
}

async function clear(queries: Queries): Promise<void> {
  await queries.execute(sql`DELETE FROM trades`);
  await queries.execute(sql`DELETE FROM trade_blocks`);
  await queries.execute(sql`DELETE FROM trade_coverage`);
  await queries.execute(sql`DELETE FROM trade_volumes`);
  await queries.execute(sql`DELETE FROM trade_volume_days`);
}
