import { QUOTES } from '../../../../domain/price-series/price.js';
import { ERROR_FIELDS, HELP_FIELDS, type DatedProblem } from '../../schema/common-schemas.js';
import {
  always,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
  whole,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named } from '../../schema/shape.js';
import { RESOLUTIONS } from '../../../charts/resolutions.js';
import { priceScaleOf, QUOTE_NAMES, tickerOf, type ChartSymbol } from '../../../charts/symbols.js';

const INTRADAY = RESOLUTIONS.filter((resolution) => /^\d+$/.test(resolution));
const EXCHANGE = 'Sluice';
export const SYMBOL_TYPE = 'crypto';

export const CONFIG_SCHEMA = object({
  supported_resolutions: list(oneOf(RESOLUTIONS, 'a resolution'), 'lengths of a candle'),
  supports_search: always(true),
  supports_group_request: always(false),
  supports_marks: always(false),
  supports_timescale_marks: always(false),
  supports_time: always(true),
  exchanges: list(
    object({ value: text('name'), name: text('the value again'), desc: text('about it') }),
    'exchanges',
  ),
  symbols_types: list(object({ name: text('for people'), value: text('for programs') }), 'types of symbols'),
});

export const CONFIG: WireOf<typeof CONFIG_SCHEMA> = {
  supported_resolutions: RESOLUTIONS,
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: 'Prices that the pools would really pay' }],
  symbols_types: [{ name: 'Tokens', value: SYMBOL_TYPE }],
};

const names = {
  description: field(
    text('the token’s name and contract id'),
    ({ token }: ChartSymbol) => `${token.about.name} (${token.token})`,
  ),
  exchange: always(EXCHANGE),
  ticker: field(
    text(`the unique name: the contract id and /${QUOTES.map((quote) => QUOTE_NAMES[quote]).join(' or /')}`),
    ({ token, quote }: ChartSymbol) => tickerOf(token.token, quote),
  ),
  type: always(SYMBOL_TYPE),
};
const fullName = field(text('ticker again'), ({ token, quote }: ChartSymbol) => tickerOf(token.token, quote));
const shortName = field(
  text(
    'the token’s symbol and the quote; with the contract’s name between them if several tokens have the symbol',
  ),
  ({ label, quote }: ChartSymbol) => tickerOf(label, quote),
);

export const FOUND = fields<ChartSymbol>()({
  symbol: shortName,
  full_name: fullName,
  ...names,
});

export const SYMBOL = fields<ChartSymbol>()({
  name: shortName,
  full_name: fullName,
  ...names,
  listed_exchange: always(EXCHANGE),
  session: always('24x7'),
  timezone: always('Etc/UTC'),
  format: always('price'),
  minmov: field(whole('smallest move of a price, in steps of the price scale'), () => 1),
  pricescale: field(
    whole('ten to the power of the decimal places that suit the current price', { minimum: 100 }),
    priceScaleOf,
  ),
  has_intraday: always(true),
  intraday_multipliers: field(list(text('minutes'), 'candles shorter than a day'), () => INTRADAY),
  has_daily: always(true),
  daily_multipliers: field(list(text('days'), 'candles of days'), () => ['1']),
  has_weekly_and_monthly: always(true),
  weekly_multipliers: field(list(text('weeks'), 'candles of weeks'), () => ['1']),
  monthly_multipliers: field(list(text('months'), 'none'), () => []),
  supported_resolutions: field(
    list(oneOf(RESOLUTIONS, 'a resolution'), 'lengths of a candle'),
    () => RESOLUTIONS,
  ),
  visible_plots_set: always('ohlcv', 'volumes are in dollars'),
  has_empty_bars: always(false),
  data_status: always('pulsed', 'prices are recorded every five minutes'),
});

const column = (description: string) => list(number('a price', { exclusiveMinimum: 0 }), description);

export const BARS = object(
  {
    s: always('ok'),
    t: list(whole('start of a candle', { 'x-unit': 'Unix seconds' }), 'oldest first'),
    o: column('first prices'),
    h: column('highest'),
    l: column('lowest'),
    c: column('last prices'),
    v: list(
      orNull(number('a volume; null if not known', { minimum: 0, 'x-unit': 'dollars' })),
      'volumes in dollars',
    ),
  },
  { optional: ['v'] },
);

export const NO_BARS = object(
  {
    s: always('no_data'),
    nextTime: whole('start of the newest candle before the range; absent if there is none', {
      'x-unit': 'Unix seconds',
    }),
  },
  { optional: ['nextTime'] },
);

/** The error body of the protocol, with the fields that all error bodies of Sluice share. */
export const UDF_ERROR = named(
  'UdfError',
  fields<DatedProblem>()({
    s: field(always('error'), () => 'error' as const),
    errmsg: field(ERROR_FIELDS.error, ({ error }) => error),
    code: ERROR_FIELDS.code,
    ...HELP_FIELDS,
  }),
);
