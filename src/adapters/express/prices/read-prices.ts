import { IsIn } from 'class-validator';
import type { Core } from '../../../application/core.js';
import { ok } from '../../../domain/shared/result.js';
import { valueOrThrow } from '../errors/errors.js';
import { preparedOperation, type PreparedParts } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { Param, Reads } from '../schema/request-class.js';
import { text } from '../schema/schema.js';
import { PRICE_LIST, priceListText, PRICES_CACHING, priceText, TOKEN_PRICE } from './price-shapes.js';

export type PriceParts = PreparedParts<'prices'>;

class ListPricesQuery {
  @Reads((ids) => ok(new Set(ids.split(',').map((id) => id.trim()))), {
    message: 'Invalid tokens parameter: must be one list of contract ids, separated by commas',
  })
  @Param('only these: contract ids, separated by commas', { cause: 'tokens is given more than once' })
  tokens?: ReadonlySet<string>;

  @IsIn(['0', '1'], { message: 'Invalid sparkline parameter: must be 1 or 0' })
  @Param('1 adds the field sparkline', { cause: 'sparkline is neither 0 nor 1' })
  sparkline: '0' | '1' = '0';
}

export const listPrices = preparedOperation({
  id: 'listPrices',
  path: '/api/v1/prices',
  summary: 'Current prices of all tokens, most liquidity first',
  rules: ['With tokens, unknown ids are ignored; an empty result is 200 with count 0.'],
  query: ListPricesQuery,
  response: { description: 'The list.', schema: PRICE_LIST.ref(), caching: PRICES_CACHING },
  curl: '"$BASE/prices/api/v1/prices?sparkline=1"',
  prepare: async ({ prices }: PriceParts, { query: { tokens, sparkline } }) => {
    const found = await prices.list();
    const asked = tokens === undefined ? found.tokens : found.tokens.filter(({ token }) => tokens.has(token));
    return { text: priceListText(found, asked, sparkline === '1') };
  },
});

/** The path parameter of one token. */
export const TOKEN_IN_PATH = { contractId: text('the token’s contract id; .stx for STX') };

export const getPrice = preparedOperation({
  id: 'getPrice',
  path: '/api/v1/prices/{contractId}',
  summary: 'Current price of one token, with its sparkline',
  params: TOKEN_IN_PATH,
  response: { description: 'The price.', schema: TOKEN_PRICE.ref(), caching: PRICES_CACHING },
  errors: outcomes<ErrorOf<Core['prices']['find']>>()(['token-not-priced']),
  curl: '"$BASE/prices/api/v1/prices/.stx"',
  prepare: async ({ prices }: PriceParts, { params }) => ({
    text: priceText(valueOrThrow(await prices.find(params.contractId)), true),
  }),
});
