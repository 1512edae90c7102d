import type { PricedToken, PriceList } from '../../../application/prices/price-list-cache.js';
import { STALE_AFTER_SECONDS, THIN_ABOVE_PERCENT } from '../../../domain/price-series/price.js';
import { SPARKLINE_CLOSES, type ChangePeriod } from '../../../domain/price-series/trend.js';
import { contractId, TOKEN_FACTS } from '../schema/common-schemas.js';
import { jsonText, type BodyText } from '../operation/operation.js';
import {
  flag,
  list,
  number,
  object,
  orNull,
  time,
  whole,
  type Schema,
  type WireOf,
} from '../schema/schema.js';
import { fields, named, namedSchema, optional, within } from '../schema/shape.js';

export const STALE_MINUTES = STALE_AFTER_SECONDS / 60;
export const PRICES_CACHING = 'public, max-age=60';

export const price = (description: string, unit: string): Schema<number> =>
  number(description, { exclusiveMinimum: 0, 'x-unit': unit });

const change = (period: ChangePeriod) =>
  orNull(number(`change over ${period}; null without enough history`, { 'x-unit': 'percent' }));

const CHANGES = {
  '1h': change('1h'),
  '24h': change('24h'),
  '7d': change('7d'),
  '30d': change('30d'),
} satisfies Record<ChangePeriod, Schema<number | null>>;

/** A token's price; its sparkline is optional in lists. */
interface PriceView {
  readonly token: PricedToken;
  readonly sparkline: boolean;
}

/** Prices are per whole token, liquidity is in dollars, change and loss in percent. */
export const TOKEN_PRICE = named(
  'TokenPrice',
  fields<PriceView>()({
    ...within(({ token }: PriceView) => token.about, {
      contractId: contractId('the token'),
      symbol: TOKEN_FACTS.symbol,
      name: TOKEN_FACTS.name,
      image: optional(TOKEN_FACTS.image),
      decimals: TOKEN_FACTS.decimals,
      type: optional(TOKEN_FACTS.type),
      base: optional(contractId('of a subnet copy: the token whose price it has')),
      safety: optional(TOKEN_FACTS.safety),
      logo: optional(TOKEN_FACTS.logo),
    }),
    ...within(({ token }: PriceView) => token, {
      usd: price('price of a whole token', 'dollars'),
      sbtc: price('price of a whole token; times 100,000,000 for sats', 'sBTC'),
      change: object(CHANGES, { description: 'change of usd' }),
      liquidityUsd: number('amount of the token in the pools', { minimum: 0, 'x-unit': 'dollars' }),
      volumeUsd: orNull(
        number('traded into or out of the token in 24 hours; null if it is not known', {
          minimum: 0,
          'x-unit': 'dollars',
        }),
      ),
      roundTripLoss: orNull(
        number('lost by buying for about a dollar and selling straight back; null if not measured', {
          'x-unit': 'percent',
        }),
      ),
      thin: flag(`roundTripLoss is over ${THIN_ABOVE_PERCENT}: small trades move the price`),
      updatedAt: time('time of its last price'),
      stale: flag(`updatedAt is more than ${STALE_MINUTES} minutes ago`),
    }),
    sparkline: optional(
      list(
        orNull(number('a close; null before the first price', { 'x-unit': 'dollars' })),
        'closes of each four hours of seven days, oldest first; on single tokens, and on lists with sparkline=1',
        { minItems: SPARKLINE_CLOSES, maxItems: SPARKLINE_CLOSES },
      ),
      ({ token, sparkline }) => (sparkline ? token.sparkline : undefined),
    ),
  }),
);

export const PRICE_LIST = namedSchema(
  'PriceList',
  object({
    btcUsd: orNull(price('a bitcoin in the newest run; null before the first', 'dollars')),
    updatedAt: orNull(time('the newest run; null before the first')),
    count: whole('number of tokens in the list', { minimum: 0 }),
    tokens: list(TOKEN_PRICE.ref(), 'by liquidity, most first; ties by contract id'),
  }),
);

/** A token’s price as JSON: per whole token in dollars and sBTC, change and loss in percent. */
export type TokenPriceResponse = WireOf<typeof TOKEN_PRICE>;
/** The body of `GET /api/v1/prices`. */
export type PriceListResponse = WireOf<typeof PRICE_LIST>;

/** A token's price as JSON, serialised once per price. */
export function priceText(token: PricedToken, sparkline: boolean): BodyText<TokenPriceResponse> {
  const texts = sparkline ? withSparkline : withoutSparkline;
  let text = texts.get(token);
  if (text === undefined) {
    text = jsonText(TOKEN_PRICE.write({ token, sparkline }));
    texts.set(token, text);
  }
  return text;
}

type PriceTexts = WeakMap<PricedToken, BodyText<TokenPriceResponse>>;
const withSparkline: PriceTexts = new WeakMap();
const withoutSparkline: PriceTexts = new WeakMap();

/** The list with these tokens, joined from their texts. */
export function priceListText(
  { run }: PriceList,
  tokens: readonly PricedToken[],
  sparkline: boolean,
): BodyText<PriceListResponse> {
  const envelope: Omit<PriceListResponse, 'tokens'> = {
    btcUsd: run?.btcUsd ?? null,
    updatedAt: run?.at.toISOString() ?? null,
    count: tokens.length,
  };
  const texts = tokens.map((token) => priceText(token, sparkline));
  const text = `${JSON.stringify(envelope).slice(0, -1)},"tokens":[${texts.join(',')}]}`;
  return text as BodyText<PriceListResponse>;
}
