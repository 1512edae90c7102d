import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Core } from '../../../application/core.js';
import type { TradePage } from '../../../application/trades/list-trades.js';
import type { RecordedTrade } from '../../../domain/trade/recorded-trade.js';
import { valueOrThrow } from '../errors/errors.js';
import { contractId } from '../schema/common-schemas.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { Param } from '../schema/request-class.js';
import { list, number, orNull, text, units, whole, type WireOf } from '../schema/schema.js';
import { field, fields, named } from '../schema/shape.js';
import { TOKEN_IN_PATH, type PriceParts } from './read-prices.js';

/** Time (ms) for which everyone gets the same page, and seconds for which callers may keep it. */
const KEPT_MS = 5_000;
export const TRADES_CACHING = 'public, max-age=10';
const MOST_TRADES = 200;
const DEFAULT_TRADES = 50;

export type TradeParts = PriceParts & Pick<Core, 'trades'>;

export const recordedSince = orNull(
  whole('time from which trades are recorded; null before the first block was read', {
    'x-unit': 'Unix seconds',
  }),
);

export const TRADE = named(
  'Trade',
  fields<RecordedTrade>()({
    txid: text('the transaction, 64 hex digits'),
    place: whole('index of the event with the input in the transaction', { minimum: 0 }),
    time: whole('time of the block', { 'x-unit': 'Unix seconds' }),
    blockHeight: whole('height of the block', { minimum: 0 }),
    position: whole('order of trades: a later trade has a higher one', { minimum: 0 }),
    vault: contractId('the vault'),
    tokenIn: contractId('the token that the vault received'),
    amountIn: units('amount that the vault received, including a fee that it passes on'),
    tokenOut: contractId('the token that the vault sent'),
    amountOut: units('amount that the vault sent, including a fee that it pays out'),
    usd: orNull(
      number('worth at the price recorded then; null if neither token had one', {
        minimum: 0,
        'x-unit': 'dollars',
      }),
    ),
  }),
);

export const TRADES = named(
  'Trades',
  fields<TradePage>()({
    token: contractId('the token'),
    recordedSince,
    count: field(whole('number of trades on the page', { minimum: 0 }), ({ trades }) => trades.length),
    trades: list(TRADE.ref(), 'newest first'),
    next: orNull(whole('`before` of the next page; null after the last one')),
  }),
);

/** The body of `GET /api/v1/prices/{contractId}/trades`. */
export type TradesResponse = WireOf<typeof TRADES>;

class TradesQuery {
  @IsInt()
  @Min(1)
  @Max(MOST_TRADES)
  @Param('greatest number of trades')
  limit: number = DEFAULT_TRADES;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Param('only trades at lower positions: `next` of the page before')
  before?: number;
}

export const listTrades = preparedOperation({
  id: 'listTrades',
  limitedAs: 'reads',
  path: '/api/v1/prices/{contractId}/trades',
  summary: 'Swaps of all vaults into or out of a token, newest first, from any wallet',
  rules: [
    'A swap over several hops is a trade of each vault on its way. Conversions between a token and its subnet copy are no trades.',
    'Trades of the newest blocks may still disappear, if the chain replaces these. Trades older than 30 days are not listed.',
  ],
  params: TOKEN_IN_PATH,
  query: TradesQuery,
  response: { description: 'The trades.', schema: TRADES.ref(), caching: TRADES_CACHING },
  errors: outcomes<ErrorOf<Core['trades']['list']>>()(['token-not-priced']),
  curl: '"$BASE/prices/api/v1/prices/$TOKEN/trades?limit=20"',
  prepare: async ({ trades }: TradeParts, { params, query }) => {
    const page = valueOrThrow(await trades.list(params.contractId, query));
    return { text: jsonText(TRADES.write(page)), holdsMs: KEPT_MS };
  },
});
