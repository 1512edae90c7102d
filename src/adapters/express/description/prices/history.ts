import {
  DEFAULT_CANDLES,
  DEFAULT_SPANS,
  MAX_CANDLES,
  MOST_DAYS,
  QUOTES,
  type RawHistoryRequest,
} from '../../../../domain/price-series/window.js';
import { PAST_CACHING, PRICES_CACHING } from '../../prices/prices-controller.js';
import type { Operation } from '../model.js';
import { ANY, INTERNAL, MALFORMED_PATH, outcome } from '../outcomes.js';
import { inQuery, oneOf, ref, text, whole } from '../schema.js';
import { CONTRACT_IN_PATH, NEVER_PRICED } from './reads.js';
import { INTERVAL_NAMES } from './schemas.js';

const DAY = 86_400;

const defaults = INTERVAL_NAMES.map((interval) => {
  const span = DEFAULT_SPANS[interval];
  return `${span === undefined ? 'everything' : `${span / DAY} days`} for ${interval}`;
}).join(', ');

const longest = INTERVAL_NAMES.flatMap((interval) =>
  MOST_DAYS[interval] === undefined ? [] : [`${MOST_DAYS[interval]} days of ${interval}`],
).join(', ');

const bad = (parameter: keyof RawHistoryRequest, reason: string, cause: string) =>
  outcome({ kind: 'invalid-history-request', parameter, reason }, cause);

const A_TIME = 'Unix seconds, or an ISO 8601 time with a zone';

export const HISTORY: Operation = {
  id: 'priceHistory',
  method: 'get',
  path: '/api/v1/prices/{contractId}/history',
  summary: 'Candles of a token: open, high, low, close',
  rules: [
    '5m candles are the recorded prices themselves, so open = high = low = close. In sBTC each price counts by the bitcoin price of its own run.',
    'from snaps down and to snaps up: to 5 minutes for 5m, to the hour otherwise. The answer holds the candles that start at or after from and before to.',
    `Without from the window is ${defaults}. At most ${longest}; more is 400 with the limit in the message.`,
    'Intervals without a price are absent, unless fill=previous.',
  ],
  access: ['anyone'],
  parameters: [
    CONTRACT_IN_PATH,
    inQuery('interval', oneOf(INTERVAL_NAMES, 'length of a candle', { default: '1h' })),
    inQuery('quote', oneOf(QUOTES, 'what prices are in', { default: 'usd' })),
    inQuery('from', text(`start of the window: ${A_TIME}`)),
    inQuery('to', text(`end of the window, not included: ${A_TIME}; now when absent`)),
    inQuery(
      'limit',
      whole('the newest so many candles are kept', {
        minimum: 1,
        maximum: MAX_CANDLES,
        default: DEFAULT_CANDLES,
      }),
    ),
    inQuery(
      'fill',
      oneOf(
        ['previous'],
        'repeats the close before in intervals without a price, with points 0 and filled true',
      ),
    ),
  ],
  answers: [
    {
      status: 200,
      description: 'The candles.',
      schema: ref('History'),
      caching: `${PRICES_CACHING}; a window wholly in the past: ${PAST_CACHING}`,
      tagged: true,
    },
  ],
  errors: [
    MALFORMED_PATH,
    bad('interval', ANY, 'interval is none'),
    bad('quote', ANY, 'quote is none'),
    bad('from', ANY, 'from is no time, is not before to, or the window is longer than allowed'),
    bad('to', ANY, 'to is no time'),
    bad('limit', ANY, `limit is no whole number from 1 to ${MAX_CANDLES}`),
    bad('fill', ANY, 'fill is not previous'),
    NEVER_PRICED,
    INTERNAL,
  ],
  curl: '"$BASE/prices/api/v1/prices/$TOKEN/history?interval=1h&quote=usd&limit=24"',
};
