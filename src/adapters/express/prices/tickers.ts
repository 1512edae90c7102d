import type { Ticker } from '../../../domain/trade/ticker.js';
import { contractId } from '../schema/common-schemas.js';
import { fault, HttpError } from '../errors/problem.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { list, number, orNull, text, type WireOf } from '../schema/schema.js';
import { field, fields, named } from '../schema/shape.js';
import type { TradeParts } from './list-trades.js';
import { PRICES_CACHING } from './price-shapes.js';

/** Time (ms) for which everyone gets the same tickers. */
const KEPT_MS = 30_000;

const inTarget = (description: string) =>
  orNull(number(description, { exclusiveMinimum: 0, 'x-unit': 'target per base' }));
const volume = (description: string, unit: string) =>
  orNull(number(description, { minimum: 0, 'x-unit': unit }));

export const TICKER = named(
  'Ticker',
  fields<Ticker>()({
    ticker_id: field(text('<base_currency>_<target_currency>'), ({ base, target }) => `${base}_${target}`),
    base_currency: field(contractId('token A of the vault'), ({ base }) => base),
    target_currency: field(contractId('token B of the vault'), ({ target }) => target),
    pool_id: field(contractId('the vault'), ({ vault }) => vault),
    last_price: field(
      number('price of the newest trade, or else the mean of bid and ask', {
        exclusiveMinimum: 0,
        'x-unit': 'target per base',
      }),
      ({ lastPrice }) => lastPrice,
    ),
    base_volume: field(
      volume('traded in 24 hours; null if not known', 'whole tokens'),
      ({ baseVolume }) => baseVolume,
    ),
    target_volume: field(
      volume('traded in 24 hours; null if not known', 'whole tokens'),
      ({ targetVolume }) => targetVolume,
    ),
    liquidity_in_usd: field(
      volume('what the vault holds; null if not known', 'dollars'),
      ({ liquidityUsd }) => liquidityUsd,
    ),
    bid: field(
      inTarget('for a small sale, after the fee; null if the reserves do not tell'),
      ({ bid }) => bid,
    ),
    ask: field(
      inTarget('for a small purchase, with the fee; null if the reserves do not tell'),
      ({ ask }) => ask,
    ),
    high: field(inTarget('highest of the trades in 24 hours; null without one'), ({ high }) => high),
    low: field(inTarget('lowest of the trades in 24 hours; null without one'), ({ low }) => low),
  }),
);

const TICKERS = list(TICKER.ref(), 'in the order of the registry');

/** The body of `GET /api/v1/tickers`. */
export type TickersResponse = WireOf<typeof TICKERS>;

const FETCH_FAILED = fault('fetch-failed', {
  error: 'Failed to fetch vault data',
  cause: 'the vaults cannot be read',
});

export const listTickers = preparedOperation({
  id: 'listTickers',
  path: '/api/v1/tickers',
  summary: 'Markets of all vaults, in the form that CoinGecko and GeckoTerminal read',
  rules: [
    'A vault is left out if it never traded and its reserves do not tell its price. Bridges between a token and its subnet copy are no markets.',
  ],
  response: { description: 'The tickers.', schema: TICKERS, caching: PRICES_CACHING },
  failure: FETCH_FAILED,
  curl: '"$BASE/prices/api/v1/tickers"',
  prepare: async ({ trades }: TradeParts) => {
    const tickers = await trades.tickers();
    if (!tickers.ok) throw new HttpError(FETCH_FAILED, { cause: tickers.error });
    return { text: jsonText(tickers.value.map((ticker) => TICKER.write(ticker))), holdsMs: KEPT_MS };
  },
});
