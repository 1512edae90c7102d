import { INTERVALS, type Interval } from '../../../../domain/price-series/candle.js';
import { CHANGE_PERIODS } from '../../../../domain/price-series/change.js';
import { QUOTES } from '../../../../domain/price-series/window.js';
import { STALE_AFTER_SECONDS, THIN_ABOVE_PERCENT } from '../../../../domain/price-series/reliability.js';
import { SPARKLINE_CLOSES } from '../../../../domain/price-series/sparkline.js';
import { contractId } from '../common-schemas.js';
import type { JsonSchema } from '../model.js';
import { flag, list, number, object, oneOf, orNull, ref, text, time, whole } from '../schema.js';

const CHANGES = Object.fromEntries(
  Object.keys(CHANGE_PERIODS).map((period) => [
    period,
    orNull(number(`change over ${period}; null without enough history`, { 'x-unit': 'percent' })),
  ]),
);

export const INTERVAL_NAMES = Object.keys(INTERVALS) as readonly Interval[];
export const STALE_MINUTES = STALE_AFTER_SECONDS / 60;

export const TOKEN_FACTS = {
  symbol: text('symbol; not unique'),
  name: text('name'),
  decimals: whole('digits after the point of a whole token', { minimum: 0, maximum: 18 }),
  image: text('address of an image'),
} as const;

const price = (description: string, unit: string) =>
  number(description, { exclusiveMinimum: 0, 'x-unit': unit });

export const PRICE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  TokenPrice: object(
    {
      contractId: contractId('the token'),
      ...TOKEN_FACTS,
      type: oneOf(['SUBNET'], 'present on a subnet copy'),
      base: contractId('the token whose price a subnet copy has'),
      usd: price('price of a whole token', 'dollars'),
      sbtc: price('price of a whole token; times 100,000,000 for sats', 'sBTC'),
      change: object(CHANGES, { description: 'change of usd' }),
      liquidityUsd: number('what the pools hold of the token', { minimum: 0, 'x-unit': 'dollars' }),
      roundTripLoss: orNull(
        number('lost by buying for about a dollar and selling straight back; null where not measured', {
          'x-unit': 'percent',
        }),
      ),
      thin: flag(`roundTripLoss is over ${THIN_ABOVE_PERCENT}: little money moves the price`),
      updatedAt: time('when it was last priced'),
      stale: flag(`updatedAt is more than ${STALE_MINUTES} minutes ago`),
      sparkline: list(
        orNull(number('a close; null before the first price', { 'x-unit': 'dollars' })),
        `closes of each four hours of seven days, oldest first; on single tokens, and on lists with sparkline=1`,
        { minItems: SPARKLINE_CLOSES, maxItems: SPARKLINE_CLOSES },
      ),
    },
    { optional: ['image', 'type', 'base', 'sparkline'] },
  ),
  PriceList: object({
    btcUsd: orNull(price('a bitcoin in the newest run; null before the first', 'dollars')),
    updatedAt: orNull(time('the newest run; null before the first')),
    count: whole('how many tokens follow', { minimum: 0 }),
    tokens: list(ref('TokenPrice'), 'by liquidity, most first; equal ones by contract id'),
  }),
  Candle: object(
    {
      time: whole('start; aligned to UTC, weeks to Monday', { 'x-unit': 'Unix seconds' }),
      open: price('first price', 'quote'),
      high: price('highest', 'quote'),
      low: price('lowest', 'quote'),
      close: price('last price', 'quote'),
      points: whole('prices in the candle; 0 when filled', { minimum: 0 }),
      filled: {
        type: 'boolean',
        const: true,
        description: 'present with fill=previous where there was no price',
      },
    },
    { optional: ['filled'] },
  ),
  History: object({
    token: contractId('the token'),
    interval: oneOf(INTERVAL_NAMES, 'length of a candle'),
    quote: oneOf(QUOTES, 'what prices are in'),
    count: whole('how many candles follow', { minimum: 0 }),
    candles: list(ref('Candle'), 'oldest first'),
  }),
  PriceHealth: object(
    {
      ok: flag(`prices were recorded within ${STALE_MINUTES} minutes`),
      lastRecordedAt: orNull(time('the newest run; null before the first')),
      ageSeconds: orNull(whole('age of that run', { minimum: 0, 'x-unit': 'seconds' })),
      tokensPriced: whole('tokens that the newest run priced', { minimum: 0 }),
      lastFailure: object(
        { at: time('when'), reason: text('why') },
        { description: 'the last run of this process, if it came to nothing' },
      ),
    },
    { optional: ['lastFailure'] },
  ),
};
