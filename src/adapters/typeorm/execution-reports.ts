import type { OrderUuid, Txid } from '../../domain/order/ids.js';
import {
  ABORT_CAUSES,
  dayOfBlock,
  figuresOf,
  type OutcomeFigures,
  type SwapOutcome,
} from '../../domain/order/report/outcome.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import type { ExecutionReports } from '../../ports/execution-reports.js';
import {
  column,
  columnsOf,
  insertInto,
  joined,
  json,
  plain,
  prepared,
  sql,
  StoredFields,
  type Session,
} from './database/index.js';
import { outcomeFrom } from './execution-report-row.js';

/** Outcomes of mined swaps, with the figures that statistics are made of. Property names are column names. */
export const ExecutionReportTable = column.table('execution_reports', {
  order_uuid: column.primary(column.text<OrderUuid>()),
  txid: column.text<Txid>(),
  /** Days since 1970, UTC, of the block's time. */
  day: column.integer(),
  block_height: column.integer(),
  token_in: column.text<ContractId>(),
  token_out: column.text<ContractId>(),
  /** Null if the swap paid. */
  abort_cause: column.nullable(column.text()),
  /** 1 or 0. */
  is_exact: column.integer(),
  shortfall_bps: column.nullable(column.double()),
  surplus_bps: column.nullable(column.double()),
  over_minimum_bps: column.nullable(column.double()),
  to_broadcast_ms: column.nullable(column.double()),
  to_block_ms: column.nullable(column.double()),
  /** JSON. */
  outcome: column.text(),
});

type ReportRow = column.RowOf<typeof ExecutionReportTable>;

const COLUMNS = columnsOf(ExecutionReportTable.options.columns);
const CHANGED = joined(
  Object.keys(ExecutionReportTable.options.columns)
    .filter((name) => name !== 'order_uuid')
    .map((name) => plain(`${name} = excluded.${name}`)),
  ', ',
);
const CURSOR = 'order-events';

export class TypeOrmExecutionReports implements ExecutionReports {
  constructor(private readonly session: Session) {}

  async cursor(): Promise<number | undefined> {
    const [row] = await this.session.select<{ position: number | string }>(
      sql`SELECT position FROM execution_report_cursor WHERE name = ${CURSOR}`,
    );
    return row && Number(row.position);
  }

  moveCursor(position: number): Promise<void> {
    return this.session.write(async (queries) => {
      await queries.execute(sql`
        INSERT INTO execution_report_cursor (name, position) VALUES (${CURSOR}, ${position})
        ON CONFLICT (name) DO UPDATE SET position = excluded.position`);
    });
  }

  save(outcomes: readonly SwapOutcome[]): Promise<void> {
    return this.session.write(async (queries) => {
      for (const row of outcomes.map(toRow))
        await queries.execute(
          prepared(sql`
            ${insertInto('execution_reports', row)} ON CONFLICT (order_uuid) DO UPDATE SET ${CHANGED}`),
        );
    });
  }

  async delete(uuids: readonly OrderUuid[]): Promise<void> {
    if (uuids.length === 0) return;
    await this.session.write((queries) =>
      queries.execute(
        sql`DELETE FROM execution_reports WHERE ${queries.dialect.oneOf(plain('order_uuid'), uuids)}`,
      ),
    );
  }

  async find(uuids: readonly OrderUuid[]): Promise<ReadonlyMap<OrderUuid, SwapOutcome>> {
    if (uuids.length === 0) return new Map();
    const rows = await this.session.read((queries) =>
      queries.select<ReportRow>(
        prepared(sql`
          SELECT ${COLUMNS} FROM execution_reports WHERE ${queries.dialect.oneOf(plain('order_uuid'), uuids)}`),
      ),
    );
    return new Map(rows.map((row) => [row.order_uuid, outcomeFrom(row)]));
  }

  async figuresOf(day: number, limit: number): Promise<readonly OutcomeFigures[]> {
    // A day may have many swaps, so reading them must not delay other reads.
    const rows = await this.session.scan('list', (queries) =>
      queries.select<ReportRow>(sql`
        SELECT token_in, token_out, abort_cause, is_exact, shortfall_bps, surplus_bps, over_minimum_bps,
          to_broadcast_ms, to_block_ms
        FROM execution_reports WHERE day = ${day} ORDER BY block_height DESC, order_uuid LIMIT ${limit}`),
    );
    return rows.map(toFigures);
  }
}

function toRow(outcome: SwapOutcome): ReportRow {
  const { uuid, txid, block } = outcome;
  const { tokenIn, tokenOut, ...figures } = figuresOf(outcome);
  return {
    order_uuid: uuid,
    txid,
    day: dayOfBlock(block),
    block_height: block.blockHeight,
    token_in: tokenIn,
    token_out: tokenOut,
    abort_cause: figures.abort ?? null,
    is_exact: figures.isExact ? 1 : 0,
    shortfall_bps: figures.shortfallBps ?? null,
    surplus_bps: figures.surplusBps ?? null,
    over_minimum_bps: figures.overMinimumBps ?? null,
    to_broadcast_ms: figures.toBroadcastMs ?? null,
    to_block_ms: figures.toBlockMs,
    outcome: json(outcome),
  };
}

function toFigures(row: ReportRow): OutcomeFigures {
  const fields = new StoredFields(row, 'execution_reports');
  const figure = (name: keyof ReportRow) => (fields.has(name) ? fields.number(name) : undefined);
  return {
    tokenIn: row.token_in,
    tokenOut: row.token_out,
    isExact: row.is_exact === 1,
    toBlockMs: fields.number('to_block_ms'),
    ...defined({
      abort: fields.has('abort_cause') ? fields.oneOf('abort_cause', ABORT_CAUSES) : undefined,
      shortfallBps: figure('shortfall_bps'),
      surplusBps: figure('surplus_bps'),
      overMinimumBps: figure('over_minimum_bps'),
      toBroadcastMs: figure('to_broadcast_ms'),
    }),
  };
}
