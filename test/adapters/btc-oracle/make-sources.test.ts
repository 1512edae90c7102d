import { describe, expect, it } from '@jest/globals';
import { makeBtcSources } from '../../../src/adapters/btc-oracle/index.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { ScriptedHost } from '../stacks/support/scripted-host.js';
import { COINBASE, KRAKEN } from './recorded-responses.js';

const clock = fixedClock();

describe('makeBtcSources', () => {
  it.each([
    ['kraken,coinbase,bitstamp', ['kraken', 'coinbase', 'bitstamp']],
    [' bitstamp , kraken ', ['bitstamp', 'kraken']],
    ['coinbase', ['coinbase']],
    ['fixed:100000', ['fixed']],
  ])('builds the sources of %p in that order', (text, names) => {
    expect(unwrap(makeBtcSources(text, { clock })).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['', 'sources must be kraken, coinbase, bitstamp, or fixed:<dollars> alone'],
    ['kraken,', 'sources must be'],
    ['Kraken', 'sources must be'],
    ['toString', 'sources must be'],
    ['kraken,fixed:1', 'sources must be'],
    ['kraken,coinbase,kraken', 'kraken is named twice'],
    ['fixed:', 'fixed: takes a price in dollars, above 0'],
    ['fixed:0', 'above 0'],
    ['fixed:-5', 'above 0'],
    ['fixed:1e5', 'above 0'],
  ])('returns unknown-sources with a reason for %p', (text, reason) => {
    const expected = { kind: 'unknown-sources', reason: expect.stringContaining(reason) };
    expect(makeBtcSources(text, { clock })).toEqual({ ok: false, error: expected });
  });

  it('reads the fixed price at the current time', async () => {
    const [source] = unwrap(makeBtcSources('fixed:98765.5', { clock }));
    expect(await source?.read()).toEqual(ok({ usd: 98_765.5, at: clock.now() }));
  });

  it('uses the machine’s clock if no other is given', async () => {
    const [source] = unwrap(makeBtcSources('fixed:1'));
    const before = Date.now();
    const at = unwrap(await source!.read()).at.getTime();
    expect(at >= before && at <= Date.now()).toBe(true);
  });

  it('requests each source at its own base URL', async () => {
    const [one, other] = [await ScriptedHost.start(), await ScriptedHost.start()];
    one.script('/0/public/Ticker', { body: KRAKEN });
    other.script('/products/BTC-USD/ticker', { body: COINBASE });
    const baseUrls = { kraken: one.url, coinbase: other.url };
    const sources = unwrap(makeBtcSources('kraken,coinbase', { clock, baseUrls }));
    const prices = await Promise.all(sources.map((source) => source.read()));
    expect(prices.map((price) => unwrap(price).usd)).toEqual([63_999.9, 64_012.34]);
    await Promise.all([one.stop(), other.stop()]);
  });
});
