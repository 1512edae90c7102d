import { expect, it } from '@jest/globals';
import { findSymbol } from '../../../src/adapters/charts/symbols.js';
import type { PricedToken } from '../../../src/application/prices/price-list-cache.js';

const priced = (token: string, base?: string) =>
  ({ token, about: { contractId: token, symbol: 'STX', name: token, base } }) as unknown as PricedToken;

const STX = priced('.stx');
const COPY = priced('SP1.stx-subnet', '.stx');
const NAMESAKE = priced('SP2.other');

it('finds a token by the symbol that only its subnet copies share', () => {
  const found = findSymbol('stx/usd', [COPY, STX]);
  expect(found).toMatchObject({ ok: true, value: { token: STX, quote: 'usd' } });
});

it('refuses a symbol that several tokens have, and names their tickers', () => {
  const found = findSymbol('STX', [COPY, NAMESAKE, STX]);
  expect(found).toEqual({
    ok: false,
    error: { kind: 'ambiguous-symbol', name: 'STX', tickers: ['SP2.other/USD', '.stx/USD'] },
  });
});
