import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { planOf, type Plan, type PlanPart } from '../../../domain/order/plan.js';
import type { Address } from '../../../domain/shared/address.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { PlanPage, PlanQuery, PlanReader } from '../../../ports/plan-reader.js';
import { joined, plain, sql, StoredFields, type Queries, type Session, type Sql } from '../database/index.js';
import type { OrderRow } from './order-table.js';
import { runFrom } from './plan-run.js';

interface HeadRow {
  strategy_id: string;
  /** Of the oldest order. */
  terms: string;
}

interface PartRow {
  strategy_id: string;
  status_rank: number;
  input_token: string;
  output_token: string;
  orders: number | string;
  plan_run: string;
  amount_in: string;
  executed_in: string;
  executed_out: string;
}

export class TypeOrmPlanReader implements PlanReader {
  constructor(private readonly session: Session) {}

  async find(owner: Address, strategyId: string): Promise<Plan | undefined> {
    const [plan] = await this.plansOf(owner, strategyId === '' ? undefined : oldestIn(owner, strategyId));
    return plan;
  }

  async list({ owner, after = '', limit }: PlanQuery): Promise<PlanPage> {
    const plans = await this.plansOf(owner, headsAfter(owner, after, limit + 1));
    const last = plans.length > limit ? plans[limit - 1] : undefined;
    return { plans: plans.slice(0, limit), ...(last && { next: last.strategyId }) };
  }

  private plansOf(owner: Address, heads: Sql | undefined): Promise<readonly Plan[]> {
    return this.session.read(async (queries) => {
      const found = heads === undefined ? [] : await queries.select<HeadRow>(heads);
      if (found.length === 0) return [];
      const ids = found.map(({ strategy_id }) => strategy_id);
      const rows = await queries.select<PartRow>(partsOf(queries, owner, ids));
      return found.map((head) => {
        const parts = rows.filter((row) => row.strategy_id === head.strategy_id).map(partFrom);
        return planOf(headFrom(owner, head), parts);
      });
    });
  }
}

/** The plan's id with the terms of its oldest order. */
const oldestIn = (owner: Address, strategyId: string): Sql => sql`
  SELECT strategy_id, terms FROM orders WHERE owner = ${owner} AND strategy_id = ${strategyId}
  ORDER BY created_at, handle LIMIT 1`;

/** The same of up to `limit` plans: each id is looked up in the index from the one before, however many orders they have. */
const headsAfter = (owner: Address, after: string, limit: number): Sql => sql`
  WITH RECURSIVE ids (n, strategy_id) AS (
    SELECT 1, found.strategy_id FROM (${nextId(owner, sql`${after}`)}) found
    UNION ALL
    SELECT n + 1, (${nextId(owner, sql`ids.strategy_id`)}) FROM ids
    WHERE n < ${limit} AND ids.strategy_id IS NOT NULL)
  SELECT strategy_id, (
    SELECT terms FROM orders WHERE owner = ${owner} AND orders.strategy_id = ids.strategy_id
    ORDER BY created_at, handle LIMIT 1) AS terms
  FROM ids WHERE strategy_id IS NOT NULL ORDER BY n`;

const nextId = (owner: Address, after: Sql): Sql => sql`
  SELECT strategy_id FROM orders WHERE owner = ${owner} AND strategy_id > ${after}
  ORDER BY strategy_id LIMIT 1`;

/** Reads the index alone. */
const partsOf = ({ dialect }: Queries, owner: Address, ids: readonly string[]): Sql => sql`
  SELECT part.*, input_token, output_token FROM (
    SELECT strategy_id, status_rank, tokens_id, COUNT(*) AS orders, MIN(plan_run) AS plan_run,
      ${sumOf('amount_in')}, ${sumOf('executed_in')}, ${sumOf('executed_out')}
    FROM orders WHERE owner = ${owner} AND ${dialect.oneOf(sql`strategy_id`, ids)}
    GROUP BY strategy_id, status_rank, tokens_id) part
  JOIN order_tokens ON order_tokens.id = tokens_id`;

/** First digit and length of the limbs of an amount; those of 900 million amounts add up to less than 2^63. */
const LIMBS = [
  [1, 9],
  [10, 10],
  [20, 10],
  [30, 10],
] as const;
const LIMB = 10n ** 10n;

/** The sums of a column's limbs, one by one: neither database's whole numbers hold amounts of 39 digits. */
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

function headFrom(owner: Address, row: HeadRow) {
  const labels = new StoredFields(row, `plan ${row.strategy_id}`).parsed('terms').inside('strategy');
  return {
    owner,
    strategyId: row.strategy_id,
    strategyType: labels.has('strategyType') ? labels.text('strategyType') : undefined,
    strategySize: labels.has('strategySize') ? labels.number('strategySize') : undefined,
  };
}
