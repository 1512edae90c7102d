import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { aPrice } from '../../support/price-runs.js';
import { responseCheck } from './described.js';
import {
  aPricedService,
  aPriceService,
  BTC_USD,
  CHA,
  NAMESAKE,
  NEVER_PRICED,
  SBTC,
  WELSH,
  WELSH_SUBNET,
  type PriceService,
} from './price-service.js';
import { udfReader } from './udf-reader.js';

const { check, notProduced } = responseCheck();
const IDS = ['udfConfig', 'udfSymbol', 'udfSearch', 'udfHistory', 'udfTime'];

const GRID_MS = 300_000;
const START = Math.floor(T0.getTime() / GRID_MS) * 300;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Records Cha at these prices, one each grid step from the given time on, which is after all that is recorded. */
async function recordCha(service: PriceService, prices: readonly number[]): Promise<void> {
  for (const [n, usd] of prices.entries()) {
    if (n > 0) service.clock.advance(GRID_MS);
    await service.record(
      new Map([
        [CHA, aPrice(usd, BTC_USD)],
        [SBTC, aPrice(BTC_USD, BTC_USD, { sbtc: 1 })],
      ]),
    );
  }
}

const readerOf = ({ app }: PriceService, maxBars?: number) => udfReader(app, check, maxBars);
const ask = async ({ app }: PriceService, path: string) => {
  const response = await request(app).get(`/prices/udf/${path}`);
  check(response);
  return response;
};
const closes = ({ bars }: { readonly bars: readonly { readonly close: number }[] }) =>
  bars.map(({ close }) => close);

describe('the datafeed for charts in the protocol UDF', () => {
  let service: PriceService;
  beforeEach(async () => {
    service = await aPricedService();
  });

  it('says that it has a search, no groups and the intervals of the price history', async () => {
    expect(await readerOf(service).onReady()).toMatchObject({
      supports_search: true,
      supports_group_request: false,
      supported_resolutions: ['5', '60', '240', '1D', '1W'],
    });
  });

  it('tells the time as text in Unix seconds', async () => {
    const response = await ask(service, 'time');
    expect([response.type, response.text]).toEqual(['text/plain', String(START)]);
    expect(await readerOf(service).getServerTime()).toBe(START);
  });

  it('lets pages of any origin read it', async () => {
    for (const path of ['config', 'time', 'search', 'symbols?symbol=x'])
      expect((await ask(service, path)).get('access-control-allow-origin')).toBe('*');
  });

  it('finds a token by symbol, name and contract id, in both quotes, with the very symbol first', async () => {
    const { searchSymbols } = readerOf(service);
    const tickers = async (text: string) => (await searchSymbols(text)).map(({ ticker }) => ticker);
    const both = (id: string) => [`${id}/USD`, `${id}/SBTC`];
    expect(await tickers('cha')).toEqual(both(CHA));
    expect(await tickers('a-TOKEN')).toEqual(both(CHA));
    expect(await tickers('cha token')).toEqual(both(CHA));
    expect(await tickers('cha/sbtc')).toEqual([`${CHA}/SBTC`]);
    expect(await tickers('welsh')).toEqual([...both(WELSH), ...both(WELSH_SUBNET)]);
    expect(await tickers('no such token')).toEqual([]);
    expect((await tickers('')).length).toBe(8);
    expect(await searchSymbols('cha', 'NASDAQ')).toEqual([]);
    expect(await searchSymbols('cha', '', 'stock')).toEqual([]);
    expect((await ask(service, 'search?limit=3')).body).toHaveLength(3);
  });

  it('resolves tickers, and a symbol that one token has, with a scale that suits the price', async () => {
    const { resolveSymbol } = readerOf(service);
    const inDollars = { name: 'CHA/USD', ticker: `${CHA}/USD`, pricescale: 1_000_000 };
    for (const name of [`${CHA}/USD`, CHA, 'CHA', 'cha/usd', `${CHA.toLowerCase()}/usd`])
      expect(await resolveSymbol(name)).toMatchObject(inDollars);
    expect(await resolveSymbol('CHA/SBTC')).toMatchObject({ ticker: `${CHA}/SBTC`, pricescale: 10 ** 11 });
    expect(await resolveSymbol('SBTC/USD')).toMatchObject({ pricescale: 100 });
  });

  it('finds the token rather than its subnet copy by the symbol that both have', async () => {
    const { resolveSymbol } = readerOf(service);
    expect(await resolveSymbol('WELSH')).toMatchObject({ ticker: `${WELSH}/USD` });
    expect(await resolveSymbol(`${WELSH_SUBNET}/USD`)).toMatchObject({ ticker: `${WELSH_SUBNET}/USD` });
  });

  it('refuses a symbol that several tokens have, and names their tickers', async () => {
    service = aPriceService({ withNamesake: true });
    await service.record(new Map([NEVER_PRICED, NAMESAKE].map((token) => [token, aPrice(1, BTC_USD)])));
    const response = await ask(service, 'symbols?symbol=NEVER/USD');
    expect([response.status, response.body]).toMatchObject([
      400,
      { s: 'error', errmsg: expect.stringMatching(/^Several tokens are called NEVER\/USD: use one of /) },
    ]);
    await expect(readerOf(service).resolveSymbol('NEVER')).rejects.toThrow('unknown_symbol');
    expect((await ask(service, `history?symbol=NEVER&resolution=5&to=${START}&countback=1`)).status).toBe(
      400,
    );
  });

  it('names tokens that share a symbol with their contracts, and finds them by that name', async () => {
    const { searchSymbols, resolveSymbol } = readerOf(service);
    const found = await searchSymbols('welsh/usd');
    const names = [`WELSH (${WELSH.split('.')[1]})/USD`, `WELSH (${WELSH_SUBNET.split('.')[1]})/USD`];
    expect(found.map(({ symbol }) => symbol)).toEqual(names);
    expect(await resolveSymbol(names[1]!)).toMatchObject({ name: names[1], ticker: `${WELSH_SUBNET}/USD` });
  });

  it('says that a token has no prices in another currency', async () => {
    for (const path of [
      'symbols?symbol=CHA/EUR',
      `history?symbol=${CHA}/EUR&resolution=60&to=${START}&countback=3`,
    ]) {
      const response = await ask(service, path);
      expect([response.status, response.body]).toMatchObject([
        400,
        { errmsg: expect.stringMatching(/^No prices of .*CHA.* in EUR: there are \/USD and \/SBTC$/i) },
      ]);
    }
  });

  it('refuses a name that no priced token has, in a body that charts understand', async () => {
    for (const path of [
      `symbols?symbol=${NEVER_PRICED}`,
      'symbols?symbol=%3Cimg%20src=x%3E/USD',
      `history?symbol=${NEVER_PRICED}/USD&resolution=60&to=${START}&countback=3`,
    ]) {
      const response = await ask(service, path);
      expect([response.status, response.body]).toMatchObject([404, { s: 'error', code: 'token-not-priced' }]);
    }
  });

  it('refuses malformed parameters with a sentence that names them', async () => {
    const errors: readonly (readonly [string, string])[] = [
      ['symbols', 'symbol is missing: name a token, such as .stx/USD'],
      ['search?limit=101', 'Invalid limit parameter: must be a whole number from 1 to 100'],
      ['search?query=a&query=b', 'Invalid query parameter: must be one text'],
      ['search?type=a&type=b', 'Invalid type parameter: must be one text'],
      ['search?exchange=a&exchange=b', 'Invalid exchange parameter: must be one text'],
      ['symbols?symbol=a&symbol=b', 'Invalid symbol parameter: must be one text'],
      ['history?resolution=5&to=9', 'symbol is missing: name a token, such as .stx/USD'],
      ['history?symbol=x&to=9', 'resolution is missing: one of 5, 60, 240, 1D, 1W, D, W'],
      ['history?symbol=x&symbol=x&resolution=5&to=9', 'Invalid symbol parameter: must be one text'],
      [
        'history?symbol=x&resolution=7&to=9',
        'Invalid resolution parameter: must be 5, 60, 240, 1D, 1W, D, W',
      ],
      ['history?symbol=x&resolution=5', 'to is missing: the end of the range in Unix seconds'],
      ['history?symbol=x&resolution=5&to=now', 'to must be Unix seconds'],
      ['history?symbol=x&resolution=5&to=9&from=then', 'from must be Unix seconds'],
      ['history?symbol=x&resolution=5&to=9', 'from or countback is missing'],
      ['history?symbol=x&resolution=5&to=9&from=9', 'from must be before to'],
      [
        'history?symbol=x&resolution=5&to=9&countback=-1',
        'Invalid countback parameter: must be a whole number, 0 or more',
      ],
      [
        'history?symbol=x&resolution=5&to=9&countBack=3',
        'Unknown parameter countBack; did you mean countback?',
      ],
      ['symbols?symbols=x&symbol=x', 'Unknown parameter symbols; did you mean symbol?'],
      ['search?querry=x', 'Unknown parameter querry; did you mean query?'],
    ];
    for (const [path, errmsg] of errors) {
      const response = await ask(service, path);
      expect([path, response.status, response.body]).toMatchObject([path, 400, { s: 'error', errmsg }]);
    }
  });

  it('is described without an error that these tests do not produce', () => {
    expect(notProduced(IDS)).toEqual([]);
  });
});

describe('the history of the datafeed', () => {
  let service: PriceService;
  const symbol = `${CHA}/USD`;

  /** Cha at 1 to 24 dollars in two hours, then nothing for nine days, then 30 and 31 dollars; it is then 31 days after. */
  beforeEach(async () => {
    service = aPriceService();
    await recordCha(
      service,
      Array.from({ length: 24 }, (_, n) => n + 1),
    );
    service.clock.advance(9 * DAY * 1000);
    await recordCha(service, [30, 31]);
    service.clock.advance(31 * DAY * 1000);
  });

  const bars = (resolution: string, range: { from: number; to: number; countBack?: number }) =>
    readerOf(service).getBars(symbol, resolution, range);

  it('is the one of the price history: the same candles in dollars and sBTC', async () => {
    for (const [resolution, interval, quote] of [
      ['5', '5m', 'usd'],
      ['60', '1h', 'sbtc'],
      ['240', '4h', 'usd'],
      ['1D', '1d', 'sbtc'],
      ['D', '1d', 'usd'],
      ['1W', '1w', 'usd'],
    ] as const) {
      const window = { from: START - 5 * HOUR, to: START + 5 * HOUR };
      const query = { interval, quote, ...window };
      const ours = await request(service.app).get(`/prices/api/v1/prices/${CHA}/history`).query(query);
      const { candles } = ours.body as { candles: { time: number }[] };
      const found = await readerOf(service).getBars(`${CHA}/${quote.toUpperCase()}`, resolution, window);
      const expected = candles
        .filter(({ time }) => time >= window.from)
        .map(({ time, ...prices }) => ({
          time: time * 1000,
          ...prices,
          points: undefined,
          volumeUsd: undefined,
        }));
      expect(found.bars.map((bar) => ({ ...bar, points: undefined, volumeUsd: undefined }))).toEqual(
        expected,
      );
      expect(found.noData).toBe(expected.length === 0);
    }
  });

  it('begins with from, and ends before to', async () => {
    expect(closes(await bars('5', { from: START + 300, to: START + 1200 }))).toEqual([2, 3, 4]);
    expect(closes(await bars('5', { from: START + 301, to: START + 1201 }))).toEqual([3, 4, 5]);
  });

  it('returns the number of candles before to that countback says, whatever from is', async () => {
    const to = START + 2 * HOUR;
    expect(closes(await bars('5', { from: to - 300, to, countBack: 3 }))).toEqual([22, 23, 24]);
    expect(closes(await bars('5', { from: to + 300, to, countBack: 3 }))).toEqual([22, 23, 24]);
    expect(closes(await bars('60', { from: 0, to, countBack: 1_000_000 }))).toEqual([12, 24]);
    expect(closes(await bars('1D', { from: 0, to: to + 400 * DAY, countBack: 5 }))).toEqual([24, 31]);
  });

  it('says where older candles are when the range has none, and nothing before the first', async () => {
    const gap = START + 5 * DAY;
    const last = START + 23 * 300;
    const empty = (nextTime?: number) => ({ bars: [], noData: true, nextTime });
    expect(await bars('5', { from: gap, to: gap + DAY })).toEqual(empty(last));
    expect(await bars('5', { from: gap, to: gap + 3 * DAY, countBack: 10 })).toEqual(empty(last));
    expect(await bars('60', { from: gap, to: gap + HOUR })).toEqual(empty(START + HOUR));
    expect(await bars('1D', { from: gap, to: gap + DAY })).toEqual(empty(Math.floor(START / DAY) * DAY));
    // Later prices of the same day are not older ones.
    expect(await bars('5', { from: START - 3 * HOUR, to: START })).toEqual(empty());
    expect(await bars('5', { from: -100, to: 0 })).toEqual(empty());
    expect(await bars('1W', { from: 0, to: START - 9 * DAY, countBack: 3 })).toEqual(empty());
  });

  it('finds the newest candles when a chart asks for a time far ahead', async () => {
    const now = service.clock.now().getTime() / 1000;
    const second = START + 23 * 300 + 9 * DAY + 300;
    const ahead = await bars('60', { from: now + HOUR, to: now + 2 * HOUR });
    expect(ahead).toEqual({ bars: [], noData: true, nextTime: Math.floor(second / HOUR) * HOUR });
    expect(closes(await bars('240', { from: now, to: 999_999_999_999, countBack: 2 }))).toEqual([24, 31]);
  });

  it('follows nextTime through the gaps to the first candle', async () => {
    const found: number[] = [];
    let to: number | undefined = Math.floor(service.clock.now().getTime() / 1000);
    while (to !== undefined) {
      const { bars: page, nextTime } = await bars('5', { from: 0, to, countBack: 10 });
      found.unshift(...page.map(({ close }) => close));
      to = page.length > 0 ? page[0]!.time / 1000 : nextTime === undefined ? undefined : nextTime + 1;
    }
    expect(found).toEqual([...Array.from({ length: 24 }, (_, n) => n + 1), 30, 31]);
  });

  it('lets caches keep the past, and what may change only for a minute', async () => {
    const at = (to: number) => ask(service, `history?symbol=${CHA}&resolution=5&to=${to}&countback=2`);
    expect((await at(START + HOUR)).get('cache-control')).toBe('public, max-age=86400, immutable');
    const now = Math.floor(service.clock.now().getTime() / 1000);
    expect((await at(now + 60)).get('cache-control')).toBe('public, max-age=60');
  });
});

describe('a long history of the datafeed', () => {
  it('is sent in responses of 2,000 candles, the newest first', async () => {
    const service = aPriceService();
    const days = 2_100;
    const midnight = Math.floor(START / DAY) * DAY;
    for (let n = days; n > 0; n--) {
      const at = new Date((midnight - n * DAY) * 1000);
      const prices = new Map([[CHA, aPrice(n, BTC_USD)]]);
      expect((await service.ports.prices.record({ at, btcUsd: BTC_USD, prices })).ok).toBe(true);
    }
    await service.record();
    const first = await ask(service, `history?symbol=${CHA}&resolution=D&from=0&to=${midnight}`);
    expect((first.body as { t: number[] }).t).toHaveLength(2_000);
    const whole = await readerOf(service, 2_000).getBars(CHA, '1D', { from: 0, to: midnight });
    expect(whole.bars.map(({ close }) => close)).toEqual(Array.from({ length: days }, (_, n) => days - n));
  });
});
