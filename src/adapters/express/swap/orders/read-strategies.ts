import { IsDefined, IsString } from 'class-validator';
import type { Core } from '../../../../application/core.js';
import { ORDERS_OF_PLAN, type PlanWithOrders } from '../../../../application/orders/read-plans.js';
import { parseLabel } from '../../../../domain/order/terms/draft-fields.js';
import { idFor, type Reader } from '../../../../domain/order/terms/handle.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import type { OrderStatus } from '../../../../domain/order/order.js';
import type { PlanAmounts, PlannedRun } from '../../../../domain/order/terms/plan.js';
import { valueOrThrow } from '../../errors/errors.js';
import { address, contractId } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { badParameter, outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { Param } from '../../schema/request-class.js';
import {
  always,
  digits,
  flag,
  list,
  object,
  orNull,
  ref,
  text,
  time,
  whole,
  wordOf,
  type Schema,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import { PLAN_WORDS } from '../../../../sdk/words/kinds.js';
import { HttpError } from '../../errors/problem.js';
import { IsLimit, LIMIT } from '../access/filters.js';
import { ORDER, orderResponse, type OrderResponse } from './order-shapes.js';
import {
  asReader,
  CACHED_FOR_ANYONE,
  READ_BY_ANYONE,
  READER_ERRORS,
  ViewQuery,
  type ReaderParts,
} from '../access/reader.js';

/** Parts that an operation needs to read plans. */
export interface PlanParts extends ReaderParts {
  readonly plans: Core['plans'];
}

const sum = (description: string, unit: string) =>
  digits(text(description, { pattern: '^[0-9]+$', 'x-unit': `smallest units of ${unit}` }));

/** Sums over the orders. Executed amounts exclude the orders that another exchange ran, since their amounts are unknown. */
const SUMS = {
  amountIn: sum('inputs of all its orders, whatever became of them', 'inputToken'),
  executedAmountIn: sum('amount that its confirmed orders paid, except imported ones', 'inputToken'),
  executedAmountOut: sum('amount that they received', 'outputToken'),
};

export const STRATEGY_AMOUNTS = named(
  'StrategyAmounts',
  fields<PlanAmounts>()({
    inputToken: contractId('the token to sell'),
    outputToken: contractId('the token to buy'),
    ...SUMS,
  }),
);

const COUNTS: Readonly<Record<OrderStatus, Schema<number>>> = {
  open: whole('open orders', { minimum: 0 }),
  broadcasted: whole('orders whose swap is broadcast', { minimum: 0 }),
  confirmed: whole('orders whose swap is mined', { minimum: 0 }),
  failed: whole('orders whose swap was aborted, or whose signature was used elsewhere', { minimum: 0 }),
  cancelled: whole('cancelled orders', { minimum: 0 }),
};

interface PlanView extends Pick<PlanWithOrders, 'plan'> {
  /** Absent in lists. */
  readonly orders?: PlanWithOrders['orders'];
  readonly reader: Reader;
  readonly tokens: TokenBook;
}

const NEXT = fields<PlannedRun>()(
  {
    position: optional(whole('strategyPosition, if it has one', { minimum: 1 })),
    validFrom: optional(time('absent for an order that may be sent at once')),
  },
  { description: 'the open order that may be sent first; null when none is open' },
);

/** The sums of the plan's only pair of tokens; undefined if its orders swap different tokens, which cannot be added up. */
const onlyPair = ({ plan: { amounts } }: PlanView) => (amounts.length === 1 ? amounts[0] : undefined);

export const STRATEGY = named(
  'Strategy',
  fields<PlanView>()(
    {
      ...within(({ plan }: PlanView) => plan, {
        strategyId: text('as the owner gave it'),
        kind: wordOf(PLAN_WORDS, 'kind of the plan, by the terms of its oldest order'),
        strategyType: optional(text('from its oldest order')),
        owner: address('owner of these orders'),
        size: whole('the strategySize of its oldest order, or else the number of its orders', { minimum: 1 }),
      }),
      ...within(({ plan }: PlanView) => plan.counts, COUNTS),
      ...within(onlyPair, {
        amountIn: optional(SUMS.amountIn),
        executedAmountIn: optional(SUMS.executedAmountIn),
        executedAmountOut: optional(SUMS.executedAmountOut),
      }),
      amounts: field(
        list(STRATEGY_AMOUNTS.ref(), 'the sums of each pair of tokens'),
        ({ plan }) => plan.amounts,
      ),
      next: field(orNull(NEXT.schema), ({ plan }) => plan.next),
      orders: optional(
        list(
          ref<OrderResponse>(ORDER.name),
          `the plan’s ${ORDERS_OF_PLAN} oldest orders; GET /orders?owner=&strategyId= pages through all`,
        ),
        ({ orders, reader, tokens }) =>
          orders?.map((order) => orderResponse({ order, tokens, id: idFor(reader, order) })),
      ),
    },
    {
      description:
        'The orders of one owner with the same strategyId. amountIn, executedAmountIn and executedAmountOut are present if all of them swap between the same two tokens.',
    },
  ),
);

/** A plan as JSON: sums are smallest units as text. */
export type StrategyResponse = WireOf<typeof STRATEGY>;

class OwnerQuery extends ViewQuery {
  @IsDefined({ message: 'Missing required parameter: owner' })
  @IsString({ message: 'Invalid owner parameter: must be one address' })
  @Param(address('owner of the plan: strategies of different owners can share an id'), {
    cause: 'owner is given more than once',
  })
  owner!: string;
}

class PageQuery extends OwnerQuery {
  @IsLimit('plans per page') limit = 10;

  @IsString()
  @Param('nextCursor of the previous page', { cause: 'cursor is given more than once' })
  cursor?: string;
}

const INVALID_CURSOR = badParameter(
  'Invalid cursor parameter: must be the nextCursor of a page of plans',
  'cursor is malformed',
);

/** Cursor as a text that callers only pass back: the id of the last plan before the page. */
const writeCursor = (strategyId: string): string => Buffer.from(strategyId).toString('base64url');

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  const isOne = id !== '' && parseLabel(id).ok && writeCursor(id) === cursor;
  if (!isOne) throw new HttpError(INVALID_CURSOR);
  return id;
}

const STRATEGY_LIST = object({
  status: always('success'),
  data: list(STRATEGY.ref(), 'the plans, sorted by strategyId'),
  pagination: object(
    {
      limit: whole('plans per page', LIMIT),
      hasNextPage: flag('whether another page follows'),
      nextCursor: text('start of the next page, for the parameter cursor; with hasNextPage'),
    },
    { optional: ['nextCursor'], description: 'number of this page, and the start of the next one' },
  ),
});

/** The body of `GET /api/v1/strategies`. */
export type StrategyListResponse = WireOf<typeof STRATEGY_LIST>;

/** Common part of the operations that read plans. */
const READ = {
  ...READ_BY_ANYONE,
  replicated: 'reads',
  signedFields: { ...READ_BY_ANYONE.signedFields, uuid: always('*') },
} as const;

export const listStrategies = operation({
  id: 'listStrategies',
  limitedAs: 'reads',
  path: '/api/v1/strategies',
  ...READ,
  summary: 'An owner’s plans, which are orders with the same strategyId',
  query: PageQuery,
  response: {
    description: 'The plans.',
    schema: STRATEGY_LIST,
    caching: 's-maxage=10, stale-while-revalidate=30',
    ...CACHED_FOR_ANYONE,
  },
  errors: [
    INVALID_CURSOR,
    ...READER_ERRORS,
    ...outcomes<ErrorOf<Core['plans']['list']>>()(['invalid-owner']),
  ],
  curl: '"$BASE/swap/api/v1/strategies?owner=$OWNER"',
  handle: (parts: PlanParts, call) =>
    asReader(parts, call, async (reader): Promise<StrategyListResponse> => {
      const { owner, limit, cursor } = call.query;
      const start = cursor === undefined ? {} : { after: readCursor(cursor) };
      const { plans, next } = valueOrThrow(await parts.plans.list({ owner, limit, ...start }));
      const tokens = await parts.orders.tokens();
      return {
        status: 'success',
        data: plans.map((plan) => STRATEGY.write({ plan, reader, tokens })),
        pagination: {
          limit,
          hasNextPage: next !== undefined,
          ...(next !== undefined && { nextCursor: writeCursor(next) }),
        },
      };
    }),
});

const STRATEGY_BODY = object({ status: always('success'), data: STRATEGY.ref() });

export const getStrategy = operation({
  id: 'getStrategy',
  limitedAs: 'reads',
  path: '/api/v1/strategies/{strategyId}',
  ...READ,
  summary: 'One plan, with its oldest orders',
  params: { strategyId: text('the plan’s id, percent-encoded') },
  query: OwnerQuery,
  response: {
    description: 'The plan.',
    schema: STRATEGY_BODY,
    caching: 'no-cache',
    ...CACHED_FOR_ANYONE,
  },
  errors: [
    ...READER_ERRORS,
    ...outcomes<ErrorOf<Core['plans']['get']>>()(['invalid-owner', 'strategy-not-found']),
  ],
  curl: '"$BASE/swap/api/v1/strategies/plan?owner=$OWNER"',
  handle: (parts: PlanParts, call) =>
    asReader(parts, call, async (reader): Promise<WireOf<typeof STRATEGY_BODY>> => {
      const found = valueOrThrow(await parts.plans.get(call.query.owner, call.params.strategyId));
      const tokens = await parts.orders.tokens();
      return { status: 'success', data: STRATEGY.write({ ...found, reader, tokens }) };
    }),
});
