import type { Core } from '../../../application/core.js';
import type { PricesAt, TokenPricesAt } from '../../../application/prices/read-prices-at.js';
import {
  LOOK_BACK_SECONDS,
  MAX_PRICED_TIMES,
  MAX_PRICED_TOKENS,
  MAX_PRICES,
} from '../../../domain/price-series/price-times.js';
import type { PricePoint } from '../../../domain/price-series/price.js';
import { countFurther } from '../requests/address-limits.js';
import { sendTagged } from '../operation/caching.js';
import { valueOrThrow } from '../errors/errors.js';
import { operation, SENT } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { flag, list, orNull, text, whole, type WireOf } from '../schema/schema.js';
import { field, fields, named } from '../schema/shape.js';
import { price, PRICES_CACHING } from './price-shapes.js';
import { PAST_CACHING } from './price-history.js';
import type { PriceParts } from './read-prices.js';

const POINT = fields<PricePoint>()({
  time: whole('time of the recording', { 'x-unit': 'Unix seconds' }),
  usd: price('price of a whole token', 'dollars'),
  sbtc: field(price('price of a whole token', 'sBTC'), ({ usd, btcUsd }) => usd / btcUsd),
});

const TOKEN = fields<TokenPricesAt>()({
  contractId: field(text('the token, as sent'), ({ token }) => token),
  known: field(flag('whether it was ever priced'), ({ isKnown }) => isKnown),
  prices: field(
    list(
      orNull(POINT.schema),
      'one for each time: the newest price then, or null if none was recorded in the preceding 24 hours',
    ),
    ({ points }) => points,
  ),
});

export const PRICES_AT = named(
  'PricesAt',
  fields<PricesAt>()({
    times: list(whole('a time', { 'x-unit': 'Unix seconds' }), 'as sent, in the same order'),
    tokens: list(TOKEN.schema, 'as sent, each once'),
  }),
);

/** The body of `GET /api/v1/prices/at`: for each token, its price at each of the times, or null. */
export type PricesAtResponse = WireOf<typeof PRICES_AT>;

export const pricesAt = operation({
  id: 'pricesAt',
  limitedAs: 'reads',
  path: '/api/v1/prices/at',
  summary: 'Prices that several tokens had at several times',
  rules: [
    `A price counts at a time if it is the newest one then, and at most ${LOOK_BACK_SECONDS / 3600} hours old.`,
    `The number of tokens times the number of times is at most ${MAX_PRICES}. Each token counts as a read against the limit per address.`,
  ],
  rawQuery: {
    tokens: text(`1 to ${MAX_PRICED_TOKENS} contract ids, separated by commas; .stx for STX`),
    times: text(
      `1 to ${MAX_PRICED_TIMES} times, separated by commas: Unix seconds, or ISO 8601, UTC if they name no zone; none in the future`,
    ),
  },
  required: ['tokens', 'times'],
  response: {
    description: 'The prices.',
    schema: PRICES_AT.ref(),
    caching: PRICES_CACHING,
    cachingNote: `a response with times that are all past: ${PAST_CACHING}`,
    tagged: true,
  },
  errors: outcomes<ErrorOf<Core['prices']['at']>>()([
    { kind: 'invalid-price-times', parameter: 'tokens', cause: 'tokens is absent, empty or too long' },
    {
      kind: 'invalid-price-times',
      parameter: 'times',
      cause:
        'times is absent, too long, has a malformed or future time, or tokens times times exceed the limit',
    },
  ]),
  curl: '"$BASE/prices/api/v1/prices/at?tokens=.stx,$TOKEN&times=$(date +%s)"',
  handle: async ({ prices }: Pick<PriceParts, 'prices'>, { query, req, res }) => {
    const { tokens = '' } = query;
    if (typeof tokens === 'string')
      countFurther(req, res, 'reads', Math.min(tokens.split(',').length, MAX_PRICED_TOKENS) - 1);
    const found = valueOrThrow(await prices.at(query));
    if (!found.isFinal) return PRICES_AT.write(found);
    res.set('Cache-Control', PAST_CACHING);
    sendTagged(res, PRICES_AT.write(found));
    return SENT;
  },
});
