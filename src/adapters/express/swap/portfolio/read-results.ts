import { MOST_FILLS, type OwnerLedger } from '../../../../application/wallets/read-fills.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import type { TokenResult } from '../../../../domain/wallet/results.js';
import { operation } from '../../operation/operation.js';
import { address } from '../../schema/common-schemas.js';
import {
  always,
  flag,
  list,
  number,
  object,
  orNull,
  time,
  units,
  whole,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { ORDER_TOKEN } from '../orders/token-shapes.js';
import {
  LEDGER_RULES,
  OWN_PORTFOLIO,
  OWN_PORTFOLIO_ERRORS,
  OWN_PORTFOLIO_HEADERS,
  PlanQuery,
  signedDollars,
  withLedger,
  type OwnPortfolioParts,
} from './own-portfolio.js';

interface ResultView {
  readonly result: TokenResult;
  readonly tokens: TokenBook;
}

export const TOKEN_RESULT = named(
  'TokenResult',
  fields<ResultView>()({
    token: field(ORDER_TOKEN.ref('the token, never a subnet copy'), ({ result, tokens }) =>
      tokens.describe(result.token),
    ),
    reserved: field(
      units('amount that open orders take if they are sent; exits count once their entry is confirmed'),
      ({ result }) => result.reserved.units,
    ),
    openOrders: field(
      whole('number of these orders', { minimum: 0 }),
      ({ result }) => result.reserved.orders,
    ),
    quantity: field(
      units('units that fills bought at a known cost and did not sell'),
      ({ result }) => result.quantity,
    ),
    costUsd: field(signedDollars('cost of these units'), ({ result }) => result.cost),
    averageCostUsd: field(
      orNull(signedDollars('average cost of a whole token; null if there are none')),
      ({ result }) => result.averageCost,
    ),
    usd: field(
      orNull(number('newest price of a whole token; null without one', { 'x-unit': 'dollars', minimum: 0 })),
      ({ result }) => result.usd,
    ),
    unrealisedUsd: field(
      orNull(signedDollars('their worth at that price less their cost; null without a price')),
      ({ result }) => result.unrealised,
    ),
    realisedUsd: field(
      signedDollars('what sold units with a known cost brought, less that cost'),
      ({ result }) => result.realised,
    ),
    soldWithoutCost: field(
      units('units sold at a recorded price whose cost is unknown'),
      ({ result }) => result.soldWithoutCost,
    ),
    proceedsWithoutCostUsd: field(
      signedDollars('what those brought; no part of realisedUsd'),
      ({ result }) => result.proceedsWithoutCost,
    ),
    quantityWithoutCost: field(
      units('units that unpriced fills bought, and that are not sold yet'),
      ({ result }) => result.quantityWithoutCost,
    ),
    unpriced: field(
      units('units that unpriced fills bought or sold; no part of any result'),
      ({ result }) => result.unpriced,
    ),
  }),
);

interface LedgerView {
  readonly ledger: OwnerLedger;
  readonly tokens: TokenBook;
}

export const PORTFOLIO_RESULTS = named(
  'PortfolioResults',
  fields<LedgerView>()({
    address: field(address('the wallet'), ({ ledger }) => ledger.owner),
    fills: field(whole('number of fills', { minimum: 0 }), ({ ledger }) => ledger.fills.length),
    since: optional(
      time('time of the first of them; absent without any'),
      ({ ledger }) => ledger.fills[0]?.at,
    ),
    unpricedFills: field(
      whole('number of swaps among them without a recorded price', { minimum: 0 }),
      ({ ledger }) => ledger.unpricedFills,
    ),
    importedFills: field(
      whole('number of confirmed orders that another exchange ran, whose amounts are unknown; no fills', {
        minimum: 0,
      }),
      ({ ledger }) => ledger.importedFills,
    ),
    isComplete: field(
      flag(
        `whether these are all fills and all open orders: the newest ${MOST_FILLS.toLocaleString('en')} of each count`,
      ),
      ({ ledger }) => ledger.isComplete,
    ),
    pricesAt: optional(
      time('time of the newest prices; absent before the first run'),
      ({ ledger }) => ledger.pricesAt,
    ),
    realisedUsd: field(signedDollars('sum over the tokens'), ({ ledger }) => ledger.realised),
    unrealisedUsd: field(
      signedDollars('sum over the tokens, as far as it is known'),
      ({ ledger }) => ledger.unrealised,
    ),
    tokens: field(
      list(TOKEN_RESULT.ref(), 'every token that a fill or an open order names, sorted by contract id'),
      ({ ledger, tokens }) => ledger.tokens.map((result) => ({ result, tokens })),
    ),
  }),
);

const BODY = object({ status: always('success'), data: PORTFOLIO_RESULTS.ref('the results') });

/** The body of `GET /api/v1/portfolio/{address}/results`. */
export type PortfolioResultsResponse = WireOf<typeof BODY>;

export const readResults = operation({
  id: 'readResults',
  ...OWN_PORTFOLIO,
  path: '/api/v1/portfolio/{address}/results',
  summary: 'Average cost, realised and unrealised result of the owner’s fills, and what open orders reserve',
  rules: LEDGER_RULES,
  query: PlanQuery,
  response: { description: 'The results.', schema: BODY, headers: OWN_PORTFOLIO_HEADERS },
  errors: OWN_PORTFOLIO_ERRORS,
  curl: '"$BASE/swap/api/v1/portfolio/$OWNER/results" -H @headers.txt',
  sign: "action=read_orders uuid='*'",
  handle: (parts: OwnPortfolioParts, call) =>
    withLedger(parts, call, {}, async (ledger): Promise<PortfolioResultsResponse> => {
      const tokens = await parts.orders.tokens();
      return { status: 'success', data: PORTFOLIO_RESULTS.write({ ledger, tokens }) };
    }),
});
