import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { planOf, type Plan, type PlanPart } from '../../../domain/order/terms/plan.js';
import type { Address } from '../../../domain/shared/address.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { PlanPage, PlanQuery, PlanReader } from '../../../ports/plan-reader.js';
import { joined, plain, sql, type Queries, type Session, type Sql } from '../database/index.js';
import { fromRow } from './order-row.js';
import type { OrderRow } from './order-table.js';
import { runFrom } from './plan-run.js';

interface PartRow {
  strategy_id: string;
  status_rank: number;
  input_token: string;
  output_token: string;
  orders: number | string;
  plan_run: string;
  oldest: string;
  amount_in: string;
  executed_in: string;
  executed_out: string;
}

export class TypeOrmPlanReader implements PlanReader {
  constructor(private readonly session: Session) {}

  async find(owner: Address, strategyId: string): Promise<Plan | undefined> {
    if (strategyId === '') return undefined;
    const [plan] = await this.session.scan('list', (queries) => plansOf(queries, owner, [strategyId]));
    return plan;
  }

  list({ owner, after = '', limit }: PlanQuery): Promise<PlanPage> {
    return this.session.scan('list', async (queries) => {
      const rows = await queries.select<{ strategy_id: string }>(idsAfter(owner, after, limit + 1));
      const ids = rows.map(({ strategy_id }) => strategy_id);
      const next = ids.length > limit ? ids[limit - 1] : undefined;
      const plans = await plansOf(queries, owner, ids.slice(0, limit));
      return { plans, ...(next !== undefined && { next }) };
    });
  }
}

/** The owner's plans with these ids, in the order of the ids. */
async function plansOf(queries: Queries, owner: Address, ids: readonly string[]): Promise<readonly Plan[]> {
  if (ids.length === 0) return [];
  const rows = await queries.select<PartRow>(partsOf(queries, owner, ids));
  const byId = ids
    .map((strategyId) => ({ strategyId, rows: rows.filter((row) => row.strategy_id === strategyId) }))
    .filter((plan) => plan.rows.length > 0)
    .map((plan) => ({ ...plan, oldest: oldestIn(plan.rows) }));
  const handles = byId.map(({ oldest }) => oldest);
  const oldest = await queries.select<OrderRow>(
    sql`SELECT * FROM orders WHERE ${queries.dialect.oneOf(sql`handle`, handles)}`,
  );
  const terms = new Map(oldest.map((row) => [row.handle, fromRow(row).terms]));
  return byId.map((plan) => planOf(terms.get(plan.oldest)!, plan.rows.map(partFrom)));
}

/** Up to `limit` ids of plans. Each is looked up in the index from the previous one, so the number of orders does not matter. */
const idsAfter = (owner: Address, after: string, limit: number): Sql => sql`
  WITH RECURSIVE ids (n, strategy_id) AS (
    SELECT 1, found.strategy_id FROM (${nextId(owner, sql`${after}`)}) found
    UNION ALL
    SELECT n + 1, (${nextId(owner, sql`ids.strategy_id`)}) FROM ids
    WHERE n < ${limit} AND ids.strategy_id IS NOT NULL)
  SELECT strategy_id FROM ids WHERE strategy_id IS NOT NULL ORDER BY n`;

const nextId = (owner: Address, after: Sql): Sql => sql`
  SELECT strategy_id FROM orders WHERE owner = ${owner} AND strategy_id > ${after}
  ORDER BY strategy_id LIMIT 1`;

/** Sums over the plans' orders, by status and tokens. Reads only the index of the orders. */
const partsOf = ({ dialect }: Queries, owner: Address, ids: readonly string[]): Sql => sql`
  SELECT part.*, input_token, output_token FROM (
    SELECT strategy_id, status_rank, tokens_id, COUNT(*) AS orders, MIN(plan_run) AS plan_run,
      MIN(created_at || handle) AS oldest,
      ${sumOf('amount_in')}, ${sumOf('executed_in')}, ${sumOf('executed_out')}
    FROM orders WHERE owner = ${owner} AND strategy_id IS NOT NULL AND ${dialect.oneOf(sql`strategy_id`, ids)}
    GROUP BY strategy_id, status_rank, tokens_id) part
  JOIN order_tokens ON order_tokens.id = tokens_id`;

/** Characters of a stored time. */
const TIME_LENGTH = 24;

/** First digit and length of each limb of an amount. The sum of a limb over 900 million amounts is less than 2^63. */
const LIMBS = [
  [1, 9],
  [10, 10],
  [20, 10],
  [30, 10],
] as const;
const LIMB = 10n ** 10n;

/** The sums of a column's limbs. Limbs are summed separately, since neither database has whole numbers of 39 digits. */
const sumOf = (column: keyof OrderRow): Sql => {
  const limbs = LIMBS.map(([from, length]) =>
    plain(`COALESCE(SUM(CAST(substr(${column}, ${from}, ${length}) AS bigint)), 0)`),
  );
  return sql`${joined(limbs, " || ' ' || ")} AS ${plain(column)}`;
};

const sumFrom = (limbs: string): bigint =>
  limbs.split(' ').reduce((sum, limb) => sum * LIMB + BigInt(limb), 0n);

const partFrom = (row: PartRow): PlanPart => ({
  status: ORDER_STATUSES[row.status_rank]!,
  orders: Number(row.orders),
  first: runFrom(row.plan_run),
  inputToken: row.input_token as ContractId,
  outputToken: row.output_token as ContractId,
  amountIn: sumFrom(row.amount_in),
  executedAmountIn: sumFrom(row.executed_in),
  executedAmountOut: sumFrom(row.executed_out),
});

/** The handle of the oldest order. */
const oldestIn = (rows: readonly PartRow[]): string =>
  rows
    .reduce((oldest, row) => (row.oldest < oldest ? row.oldest : oldest), rows[0]!.oldest)
    .slice(TIME_LENGTH);
