import { IsIn } from 'class-validator';
import {
  MOST_COST_DAYS,
  MOST_COST_GROUPS,
  MOST_COSTS,
  type CostReading,
} from '../../../application/operator/read-costs.js';
import { COST_GROUPS, COST_OUTCOMES, type CostGroup, type CostSum } from '../../../domain/operator/costs.js';
import { costRows } from '../../../domain/operator/cost-rows.js';
import { parseTime } from '../../../domain/shared/time.js';
import { usdOf, type NanoUsd } from '../../../domain/wallet/nano-usd.js';
import { csvText } from '../../../sdk/words/csv.js';
import type { Core } from '../../../application/core.js';
import { valueOrThrow } from '../errors/errors.js';
import { countFurther } from '../requests/address-limits.js';
import { operation, SENT } from '../operation/operation.js';
import { Param, Reads } from '../schema/request-class.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import {
  digits,
  flag,
  list,
  number,
  oneOf,
  text,
  time,
  whole,
  WRITE,
  type JsonSchema,
  type Schema,
  type WireOf,
} from '../schema/schema.js';
import { field, fields, named } from '../schema/shape.js';
import { requireSession, SESSION_ERRORS, type OperatorParts } from './session.js';

const ustx = (description: string) => digits(text(description, { 'x-unit': 'microSTX' }));
const dollars = (description: string): Schema<number, NanoUsd> => ({
  ...(number(description, { 'x-unit': 'dollars', minimum: 0 }) as JsonSchema),
  [WRITE]: usdOf,
});

const SUM = {
  confirmed: field(
    whole('transactions that paid their order', { minimum: 0 }),
    (sum: CostSum) => sum.outcomes.confirmed,
  ),
  aborted: field(
    whole('transactions that were mined and paid nothing', { minimum: 0 }),
    (sum: CostSum) => sum.outcomes.aborted,
  ),
  noOps: field(
    whole('transactions that were mined to use their nonce', { minimum: 0 }),
    (sum: CostSum) => sum.outcomes['no-op'],
  ),
  neverMined: field(
    whole('transactions that cost nothing, because another one has their nonce or they were dropped', {
      minimum: 0,
    }),
    (sum: CostSum) => sum.outcomes['never-mined'],
  ),
  pending: field(
    whole('transactions that may still be mined, and have cost nothing yet', { minimum: 0 }),
    (sum: CostSum) => sum.outcomes.pending,
  ),
  costUstx: ustx('fees of the mined ones'),
  costUsd: dollars('these fees at the recorded STX price of each block, as far as one is recorded'),
  unpricedUstx: ustx('the fees of blocks without a recorded price, which costUsd lacks'),
};

export const COST_SUM = named('CostSum', fields<CostSum>()(SUM));
export const COST_GROUP = named(
  'CostGroup',
  fields<CostGroup>()({
    key: text(
      'the UTC day, account, owner or integrator; empty for transactions without an owner or integrator',
    ),
    ...SUM,
  }),
);

const BODY = fields<CostReading>()({
  from: time('start of the period'),
  to: time('end of the period'),
  by: oneOf(COST_GROUPS, 'what the groups are'),
  total: COST_SUM.ref('all transactions of the period'),
  groups: list(COST_GROUP.ref(), 'days in their order; others by cost, the highest first', {
    maxItems: MOST_COST_GROUPS,
  }),
  isComplete: flag(`whether these are all groups: at most ${MOST_COST_GROUPS.toLocaleString('en')}`),
});

/** The body of `GET /api/v1/costs`. */
export type CostsResponse = WireOf<typeof BODY.schema>;

const IsTime = Reads(parseTime, {
  message: 'Invalid $property parameter: must be an ISO 8601 time or a date',
});

class PeriodQuery {
  @IsTime
  @Param(time('only transactions stored at this time or later; 30 days before to when absent'), {
    cause: 'from is malformed',
  })
  from?: Date;

  @IsTime
  @Param(time('only transactions stored before this time; now when absent'), { cause: 'to is malformed' })
  to?: Date;
}

class CostsQuery extends PeriodQuery {
  @IsIn(COST_GROUPS)
  @Param('property by which costs are added up')
  by: (typeof COST_GROUPS)[number] = 'day';
}

/** Number of reads as which one counts. */
const COUNTS_AS = 20;

const READ = {
  limitedAs: 'reads',
  access: ['operator-session'],
  errors: [
    ...SESSION_ERRORS,
    ...outcomes<ErrorOf<Core['operator']['costs']['sums']>>()(['invalid-cost-period', 'too-many-costs']),
  ],
} as const;

const RULES = [
  `A transaction belongs to the time at which it was stored, before it was sent. A period has ${MOST_COST_DAYS} days and ${MOST_COSTS.toLocaleString('en')} transactions at most. It counts as ${COUNTS_AS} reads against the limit per address.`,
  'A transaction costs its fee once it is mined, also if it was aborted or is a no-op; of a transaction and its replacements only one is mined. Dollars are those of the recorded STX price at the time of the block, at most a day old.',
];

export const readCosts = operation({
  ...READ,
  id: 'readCosts',
  path: '/api/v1/costs',
  summary: 'Cost of the operator’s transactions in STX and dollars, by day, account, owner or integrator',
  rules: RULES,
  query: CostsQuery,
  response: { description: 'The sums.', schema: BODY.schema },
  curl: '"$BASE/operator/api/v1/costs?by=integrator" -H "Authorization: Bearer $SESSION"',
  handle: async (parts: OperatorParts, { query, req, res }): Promise<CostsResponse> => {
    await requireSession(parts, req);
    countFurther(req, res, 'reads', COUNTS_AS - 1);
    return BODY.write(valueOrThrow(await parts.operator.costs.sums(query)));
  },
});

export const exportCosts = operation({
  ...READ,
  id: 'exportCosts',
  path: '/api/v1/costs.csv',
  summary: 'Cost of each of the operator’s transactions as a file, oldest first',
  rules: RULES,
  query: PeriodQuery,
  response: {
    description: 'The file.',
    mediaType: 'text/csv',
    schema: text(`RFC 4180, with a header; outcome is one of ${COST_OUTCOMES.join(', ')}`),
    headers: { 'Content-Disposition': 'attachment, with the name of the file' },
  },
  curl: '"$BASE/operator/api/v1/costs.csv" -H "Authorization: Bearer $SESSION"',
  handle: async (parts: OperatorParts, { query, req, res }) => {
    await requireSession(parts, req);
    countFurther(req, res, 'reads', COUNTS_AS - 1);
    const costs = valueOrThrow(await parts.operator.costs.list(query));
    res
      .attachment('costs.csv')
      .type('text/csv')
      .send(csvText(costRows(costs)));
    return SENT;
  },
});
