import { clausesOf, Skipped, type Clause } from '../clause.js';
import { answers, demand, header, recordOf, recordsOf, same } from '../expect.js';
import { LIST, NUMBER, oneOf, TEXT, WHOLE, fieldClauses } from '../fields.js';
import type { World } from '../world.js';
import { aToken } from './prices.js';

const clause = clausesOf('prices');

const HOUR = 3600;
const DAY = 24 * HOUR;
const INTERVALS = { '5m': 300, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY, '1w': 7 * DAY } as const;
const SPANS = { '5m': 7, '1h': 90, '4h': 365 } as const;

async function history(world: World, query = '') {
  const answer = await world.prices(`/prices/${await aToken(world)}/history?${query}`);
  answers(answer, 200);
  const body = recordOf(answer.body, 'body');
  return { answer, body, candles: recordsOf(body['candles'], 'candles') };
}

/** Candles of every interval. */
const allCandles = async (world: World) =>
  (
    await Promise.all(Object.keys(INTERVALS).map((interval) => history(world, `interval=${interval}`)))
  ).flatMap(({ candles }) => candles);

const seconds = (world: World) => Math.floor(world.now() / 1000);
const timesOf = (candles: readonly Record<string, unknown>[]) => candles.map(({ time }) => Number(time));

async function withCandles(world: World, query: string, least: number) {
  const found = await history(world, query);
  if (found.candles.length < least) throw new Skipped(`fewer than ${least} candles recorded`);
  return found;
}

const spanLimit = (interval: keyof typeof SPANS): Clause =>
  clause(
    `over ${SPANS[interval]} days of ${interval} candles: 400 with the limit in the message`,
    async (world) => {
      const to = seconds(world);
      const query = (days: number) => `interval=${interval}&from=${to - days * DAY}&to=${to}`;
      const path = `/prices/${await aToken(world)}/history?`;
      answers(
        await world.prices(path + query(SPANS[interval] + 2)),
        400,
        new RegExp(`\\b${SPANS[interval]}\\b`),
      );
      answers(await world.prices(path + query(SPANS[interval] - 1)), 200);
    },
  );

export const priceHistory: readonly Clause[] = [
  ...fieldClauses(
    'prices',
    'history',
    { token: TEXT, interval: TEXT, quote: oneOf('usd', 'sbtc'), count: WHOLE, candles: LIST },
    async (world) => [(await history(world)).body],
  ),
  ...fieldClauses(
    'prices',
    'candle',
    { time: WHOLE, open: NUMBER, high: NUMBER, low: NUMBER, close: NUMBER, points: WHOLE },
    allCandles,
  ),
  clause('interval is 1h and quote usd by default', async (world) => {
    const { body } = await history(world);
    same([body['interval'], body['quote'], body['token']], ['1h', 'usd', await aToken(world)]);
  }),
  ...Object.entries(INTERVALS).map(([interval, length]) =>
    clause(`interval=${interval}: candles on its grid, oldest first`, async (world) => {
      const times = timesOf((await history(world, `interval=${interval}`)).candles);
      demand(
        times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0)),
        'rising times',
        times,
      );
      const grid = interval === '1w' ? DAY : length;
      demand(
        times.every((time) => time % grid === 0),
        `multiples of ${grid} seconds`,
        times,
      );
    }),
  ),
  clause('5m candles are raw prices: open = high = low = close', async (world) => {
    const { candles } = await withCandles(world, 'interval=5m', 1);
    const wrong = candles.find(
      ({ open, high, low, close }) => open !== high || high !== low || low !== close,
    );
    demand(wrong === undefined, 'open = high = low = close', wrong);
  }),
  clause('quote=sbtc: candles in sBTC', async (world) => {
    const [usd, sbtc] = [await withCandles(world, '', 1), await withCandles(world, 'quote=sbtc', 1)];
    same(sbtc.body['quote'], 'sbtc', 'quote');
    const [one, other] = [Number(usd.candles.at(-1)?.['close']), Number(sbtc.candles.at(-1)?.['close'])];
    demand(one !== other && other > 0, 'another figure than in dollars', other);
  }),
  clause('from and to take Unix seconds and ISO dates alike', async (world) => {
    const to = seconds(world) - (seconds(world) % HOUR);
    const iso = (time: number) => new Date(time * 1000).toISOString();
    const one = await history(world, `from=${to - DAY}&to=${to}`);
    const other = await history(world, `from=${iso(to - DAY)}&to=${iso(to)}`);
    same(one.candles, other.candles, 'candles');
  }),
  clause('from and to bound the candles', async (world) => {
    const to = seconds(world) - (seconds(world) % HOUR) - 6 * HOUR;
    const times = timesOf((await history(world, `from=${to - 6 * HOUR}&to=${to}`)).candles);
    demand(
      times.every((time) => time >= to - 6 * HOUR && time <= to),
      'times of the window',
      times,
    );
  }),
  clause('the default window of 5m candles is a day', async (world) => {
    const [first] = timesOf((await withCandles(world, 'interval=5m', 1)).candles);
    demand(Number(first) >= seconds(world) - DAY - 600, 'none before yesterday', first);
  }),
  clause(
    'the default window of 1h candles is 7 days',
    async (world) => {
      const [first] = timesOf((await withCandles(world, '', 24)).candles);
      const age = (seconds(world) - Number(first)) / DAY;
      demand(age > 6.9 && age < 7.1, 'a first candle 7 days old', age);
    },
    'history',
  ),
  clause(
    'limit keeps the newest candles',
    async (world) => {
      const all = timesOf((await withCandles(world, '', 3)).candles);
      same(timesOf((await history(world, 'limit=2')).candles), all.slice(-2), 'times');
    },
    'history',
  ),
  clause(
    'limit is 500 by default',
    async (world) => {
      const to = seconds(world);
      const { candles } = await history(world, `interval=1h&from=${to - 30 * DAY}&to=${to}`);
      same(candles.length, 500, 'candles of thirty days');
    },
    'history',
  ),
  clause('limit=2000 is taken', async (world) => void (await history(world, 'limit=2000'))),
  clause('limit=2001 gives no more than 2000 candles', async (world) => {
    const { status, body } = await world.prices(`/prices/${await aToken(world)}/history?limit=2001`);
    const count = status === 200 ? recordsOf(recordOf(body, 'body')['candles'], 'candles').length : 0;
    demand(status === 400 || (status === 200 && count <= 2000), '400, or up to 2000 candles', status);
  }),
  spanLimit('5m'),
  spanLimit('1h'),
  spanLimit('4h'),
  clause('1d and 1w candles have no span limit', async (world) => {
    for (const interval of ['1d', '1w'])
      await history(world, `interval=${interval}&from=2020-01-01&to=2026-01-01`);
  }),
  clause('a window wholly in the past is kept for a day', async (world) => {
    const to = seconds(world) - 10 * DAY;
    const { answer } = await history(world, `from=${to - DAY}&to=${to}`);
    header(answer, 'cache-control', /(max-age|s-maxage)=86400/);
  }),
  clause('from and to snap to the grid: of the hour, and of 5 minutes for 5m', async (world) => {
    for (const [interval, grid] of [
      ['1h', HOUR],
      ['5m', 300],
    ] as const) {
      const to = seconds(world) - (seconds(world) % grid) - grid;
      const one = await history(world, `interval=${interval}&from=${to - 12 * HOUR + 1}&to=${to + 1}`);
      const other = await history(world, `interval=${interval}&from=${to - 12 * HOUR + 99}&to=${to + 99}`);
      same(timesOf(other.candles), timesOf(one.candles), `times of ${interval} candles`);
    }
  }),
  clause('history of a token that was never priced is 404 or empty', async (world) => {
    const { status } = await world.prices('/prices/SP000000000000000000002Q6VF78.no-such-token/history');
    demand(status === 404 || status === 200, '404, or 200 without candles', status);
  }),
];
