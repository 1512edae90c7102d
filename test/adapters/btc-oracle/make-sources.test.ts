import { describe, expect, it } from '@jest/globals';
import { makeBtcSources } from '../../../src/adapters/btc-oracle/index.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { ScriptedHost } from '../stacks/support/scripted-host.js';
import { COINBASE, KRAKEN } from './recorded-answers.js';

const clock = fixedClock();

describe('makeBtcSources', () => {
  it.each([
    ['kraken,coinbase,bitstamp', ['kraken', 'coinbase', 'bitstamp']],
    [' bitstamp , kraken ', ['bitstamp', 'kraken']],
    ['coinbase', ['coinbase']],
    ['fixed:100000', ['fixed']],
  ])('reads %p', (text, names) => {
    expect(unwrap(makeBtcSources(text, { clock })).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['', 'sources are kraken, coinbase, bitstamp, or fixed:<dollars> alone'],
    ['kraken,', 'sources are'],
    ['Kraken', 'sources are'],
    ['toString', 'sources are'],
    ['kraken,fixed:1', 'sources are'],
    ['kraken,coinbase,kraken', 'kraken is named twice'],
    ['fixed:', 'fixed: takes a price in dollars, above 0'],
    ['fixed:0', 'above 0'],
    ['fixed:-5', 'above 0'],
    ['fixed:1e5', 'above 0'],
  ])('refuses %p', (text, reason) => {
    const expected = { kind: 'unknown-sources', reason: expect.stringContaining(reason) };
    expect(makeBtcSources(text, { clock })).toEqual({ ok: false, error: expected });
  });

  it('answers the fixed price, now', async () => {
    const [source] = unwrap(makeBtcSources('fixed:98765.5', { clock }));
    expect(await source?.read()).toEqual(ok({ usd: 98_765.5, at: clock.now() }));
  });

  it('asks each source at its own address', async () => {
    const [one, other] = [await ScriptedHost.start(), await ScriptedHost.start()];
    one.script('/0/public/Ticker', { body: KRAKEN });
    other.script('/products/BTC-USD/ticker', { body: COINBASE });
    const baseUrls = { kraken: one.url, coinbase: other.url };
    const sources = unwrap(makeBtcSources('kraken,coinbase', { clock, baseUrls }));
    const answers = await Promise.all(sources.map((source) => source.read()));
    expect(answers.map((answer) => unwrap(answer).usd)).toEqual([63_999.9, 64_012.34]);
    await Promise.all([one.stop(), other.stop()]);
  });
});
