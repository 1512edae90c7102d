import { IsString } from 'class-validator';
import type { OrderHandle } from '../../../../domain/order/ids.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import { byBlock, type Fill, type LedgerFill } from '../../../../domain/wallet/fills.js';
import { operation } from '../../operation/operation.js';
import { HttpError } from '../../errors/problem.js';
import { address } from '../../schema/common-schemas.js';
import { badParameter } from '../../schema/outcomes.js';
import { Param } from '../../schema/request-class.js';
import {
  always,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
  time,
  units,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { IsLimit, LIMIT } from '../access/filters.js';
import { ORDER_TOKEN } from '../orders/token-shapes.js';
import {
  AS_RESULTS,
  OWN_PORTFOLIO,
  OWN_PORTFOLIO_ERRORS,
  OWN_PORTFOLIO_HEADERS,
  PlanQuery,
  signedDollars,
  withLedger,
  type OwnPortfolioParts,
} from './own-portfolio.js';

interface FillView {
  readonly fill: LedgerFill;
  readonly tokens: TokenBook;
}

const KINDS = {
  swap: 'one token for another',
  withdrawal: 'a subnet copy for its token, which moves no cost',
} as const;

export const FILL = named(
  'Fill',
  fields<FillView>()({
    handle: field(text('handle of the order'), ({ fill }) => fill.handle),
    uuid: field(text('uuid of the order'), ({ fill }) => fill.uuid),
    strategyId: optional(text('plan of the order'), ({ fill }) => fill.strategyId),
    txid: field(text('transaction'), ({ fill }) => fill.txid),
    blockHeight: field(whole('block of the transaction', { minimum: 0 }), ({ fill }) => fill.blockHeight),
    at: field(time('time of the block'), ({ fill }) => fill.at),
    kind: field(wordOf(KINDS, 'kind of the fill'), ({ fill }) => fill.kind),
    sold: field(ORDER_TOKEN.ref('the token sold, never a subnet copy'), ({ fill, tokens }) =>
      tokens.describe(fill.sold.token),
    ),
    amountSold: field(units('amount sold'), ({ fill }) => fill.sold.units),
    bought: field(ORDER_TOKEN.ref('the token bought, likewise'), ({ fill, tokens }) =>
      tokens.describe(fill.bought.token),
    ),
    amountBought: field(units('amount bought'), ({ fill }) => fill.bought.units),
    recipient: optional(address('address that received it, if not the owner'), ({ fill }) => fill.recipient),
    pricedBy: optional(
      oneOf(['bought', 'sold'], 'the side whose recorded price gives the worth; absent if neither has one'),
      ({ fill }) => fill.price?.of,
    ),
    priceUsd: field(
      orNull(
        number('price of a whole token on that side; null without one', { 'x-unit': 'dollars', minimum: 0 }),
      ),
      ({ fill }) => fill.price?.usd,
    ),
    worthUsd: field(
      orNull(signedDollars('worth of both sides; null without a price')),
      ({ fill }) => fill.price?.worth,
    ),
    costUsd: field(
      orNull(signedDollars('known cost of what was sold; null for a withdrawal')),
      ({ fill }) => fill.sale?.cost,
    ),
    soldWithoutCost: field(
      units('units sold whose cost is unknown'),
      ({ fill }) => fill.sale?.withoutCost ?? 0n,
    ),
    realisedUsd: field(
      orNull(
        signedDollars('worth of the units sold with a known cost, less that cost; null if there is none'),
      ),
      ({ fill }) => fill.sale?.realised,
    ),
  }),
);

class FillsQuery extends PlanQuery {
  @IsLimit('fills per page') limit = 10;

  @IsString()
  @Param('nextCursor of the previous page', { cause: 'cursor is given more than once' })
  cursor?: string;
}

const INVALID_CURSOR = badParameter(
  'Invalid cursor parameter: must be the nextCursor of a page of fills',
  'cursor is malformed',
);

type Position = Pick<Fill, 'blockHeight' | 'handle'>;

/** Cursor as a text that callers only pass back: the position of the last fill of the page before. */
const writeCursor = ({ blockHeight, handle }: Position): string =>
  Buffer.from(`${blockHeight} ${handle}`).toString('base64url');

const CURSOR = /^(\d{1,15}) ([0-9a-f-]{36})$/;

function readCursor(cursor: string): Position {
  const [, height = '', handle = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { blockHeight: Number(height), handle: handle as OrderHandle };
  if (handle === '' || writeCursor(position) !== cursor) throw new HttpError(INVALID_CURSOR);
  return position;
}

const BODY = object({
  status: always('success'),
  data: list(FILL.ref(), 'the fills, newest block first'),
  pagination: object(
    {
      limit: whole('fills per page', LIMIT),
      total: whole('number of fills', { minimum: 0 }),
      hasNextPage: flag('whether another page follows'),
      nextCursor: text('start of the next page, for the parameter cursor; with hasNextPage'),
    },
    { optional: ['nextCursor'], description: 'number of fills, and the start of the next page' },
  ),
});

/** The body of `GET /api/v1/portfolio/{address}/fills`. */
export type FillListResponse = WireOf<typeof BODY>;

export const listFills = operation({
  id: 'listFills',
  ...OWN_PORTFOLIO,
  path: '/api/v1/portfolio/{address}/fills',
  summary: 'Swaps of the owner’s orders, each with its worth, cost and result',
  rules: [AS_RESULTS],
  query: FillsQuery,
  response: { description: 'One page of fills.', schema: BODY, headers: OWN_PORTFOLIO_HEADERS },
  errors: [INVALID_CURSOR, ...OWN_PORTFOLIO_ERRORS],
  curl: '"$BASE/swap/api/v1/portfolio/$OWNER/fills" -H @headers.txt',
  sign: "action=read_orders uuid='*'",
  handle: (parts: OwnPortfolioParts, call) => {
    const { limit, cursor } = call.query;
    const before = cursor === undefined ? undefined : readCursor(cursor);
    return withLedger(
      parts,
      call,
      { mayBeRecent: before !== undefined },
      async ({ fills }): Promise<FillListResponse> => {
        const tokens = await parts.orders.tokens();
        const left = before === undefined ? fills : fills.filter((fill) => byBlock(fill, before) < 0);
        const page = left.slice(-limit).reverse();
        const last = left.length > limit ? page.at(-1) : undefined;
        return {
          status: 'success',
          data: page.map((fill) => FILL.write({ fill, tokens })),
          pagination: {
            limit,
            total: fills.length,
            hasNextPage: last !== undefined,
            ...(last !== undefined && { nextCursor: writeCursor(last) }),
          },
        };
      },
    );
  },
});
