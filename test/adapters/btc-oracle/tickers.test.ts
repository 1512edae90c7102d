import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  bitstampSource,
  coinbaseSource,
  krakenSource,
  type TickerOptions,
} from '../../../src/adapters/btc-oracle/index.js';
import type { BtcPriceSource } from '../../../src/ports/index.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { ScriptedHost, type Scripted } from '../stacks/support/scripted-host.js';
import { BITSTAMP, COINBASE, KRAKEN } from './recorded-responses.js';

interface TickerCase {
  readonly name: string;
  readonly make: (options: TickerOptions) => BtcPriceSource;
  readonly path: string;
  readonly answer: object;
  readonly price: { readonly usd: number; readonly at: Date };
  /** Recorded responses with something missing or wrong, by what that is. */
  readonly wrong: Readonly<Record<string, unknown>>;
}

const clock = fixedClock();
const krakenWith = (ticker: unknown) => ({ error: [], result: { XXBTZUSD: ticker } });

const TICKERS: readonly TickerCase[] = [
  {
    name: 'kraken',
    make: krakenSource,
    path: '/0/public/Ticker?pair=XBTUSD',
    answer: KRAKEN,
    price: { usd: 63_999.9, at: clock.now() },
    wrong: {
      'no result': { error: [] },
      'an empty result': { error: [], result: {} },
      'no last trade': krakenWith({ a: ['1'] }),
      'no list': krakenWith({ c: '63999.9' }),
      'a price in words': krakenWith({ c: ['much'] }),
      'a price of zero': krakenWith({ c: ['0.00000'] }),
    },
  },
  {
    name: 'coinbase',
    make: coinbaseSource,
    path: '/products/BTC-USD/ticker',
    answer: COINBASE,
    price: { usd: 64_012.34, at: new Date('2026-11-20T11:59:58.123Z') },
    wrong: {
      'no price': { ...COINBASE, price: undefined },
      'a negative price': { ...COINBASE, price: '-64012.34' },
      'a price in hex': { ...COINBASE, price: '0xffff' },
      'no time': { ...COINBASE, time: undefined },
      'a time of another format': { ...COINBASE, time: 'just now' },
    },
  },
  {
    name: 'bitstamp',
    make: bitstampSource,
    path: '/api/v2/ticker/btcusd/',
    answer: BITSTAMP,
    price: { usd: 64_005, at: new Date(1_795_175_998_000) },
    wrong: {
      'no price': { ...BITSTAMP, last: null },
      'an infinite price': { ...BITSTAMP, last: '1e999' },
      'no time': { ...BITSTAMP, timestamp: undefined },
      'a time of another format': { ...BITSTAMP, timestamp: '2026-11-20' },
    },
  },
];

/** What any server can send instead of a ticker. */
const FAILURES: readonly (readonly [string, Scripted, string])[] = [
  ['too many requests', { status: 429, body: { error: 'slow down' } }, 'status 429'],
  ['a server error', { status: 503, body: 'x' }, 'status 503'],
  ['an HTML page', { headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }, 'not JSON'],
  ['an empty body', { body: Buffer.alloc(0) }, 'not JSON'],
  ['null', { body: null }, 'no price'],
  ['a list', { body: [1, 2] }, 'no price'],
  ['a megabyte', { body: Buffer.alloc(1_000_000, ' ') }, 'too long'],
  ['a host that sends nothing', { fault: 'hang' }, 'no response in 150 ms'],
  ['a broken connection', { fault: 'cut' }, 'UND_ERR_SOCKET'],
  ['half a response', { fault: 'cut-body', body: { a: 'b'.repeat(100) } }, 'UND_ERR_SOCKET'],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: {} }, 'unexpected redirect'],
];

describe.each(TICKERS)('$name', ({ name, make, path, answer, price, wrong }) => {
  let host: ScriptedHost;

  beforeEach(async () => {
    host = await ScriptedHost.start();
  });
  afterEach(() => host.stop());

  const read = (scripted: Scripted) => {
    host.script(path.split('?')[0]!, scripted);
    return make({ baseUrl: host.url, timeoutMs: scripted.fault === 'hang' ? 150 : 5_000, clock }).read();
  };
  const failed = (reason: string) => ({
    ok: false,
    error: { kind: 'source-failed', reason: expect.stringMatching(new RegExp(`^${name}: .*${reason}`)) },
  });

  it('reads the last price and its time', async () => {
    expect(await read({ body: answer })).toEqual({ ok: true, value: price });
    expect(host.seen.map((seen) => `${seen.method} ${seen.path}`)).toEqual([`GET ${path}`]);
  });

  it.each(FAILURES)('returns source-failed with a reason for %s', async (_, scripted, reason) => {
    expect(await read(scripted)).toEqual(failed(reason));
    expect(host.seen).toHaveLength(1);
  });

  it.each(Object.entries(wrong))('returns source-failed for a response with %s', async (_, body) => {
    expect(await read({ body })).toEqual(failed('the response has no (?:price|time)'));
  });

  it('returns source-failed with the network code when the connection is refused', async () => {
    const { url: baseUrl } = host;
    await host.stop();
    expect(await make({ baseUrl, clock }).read()).toEqual(failed('ECONNREFUSED'));
    host = await ScriptedHost.start();
  });
});

describe('kraken', () => {
  it('returns source-failed with the error that it sends with status 200', async () => {
    const host = await ScriptedHost.start();
    host.script('/0/public/Ticker', { body: { error: ['EQuery:Unknown asset pair'], result: {} } });
    expect(await krakenSource({ baseUrl: host.url, clock }).read()).toEqual({
      ok: false,
      error: { kind: 'source-failed', reason: 'kraken: it returned EQuery:Unknown asset pair' },
    });
    await host.stop();
  });
});
