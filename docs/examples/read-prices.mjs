// @ts-check
// Token prices in a program or a web page: the most liquid tokens, one price, its candles, and a list of two sources.
// Give it the address of a server, and of a list of prices in ALEX's form if another than ALEX's is to be asked:
//   node docs/examples/read-prices.mjs http://127.0.0.1:3000
import { ALEX_PRICES, createTokensClient, listPrices, TokensClientError } from 'sluice/client';

const [server = 'http://127.0.0.1:3000', otherPrices = ALEX_PRICES.url] = process.argv.slice(2);
const client = createTokensClient({ baseUrl: `${server}/prices/api/v1` });

const { tokens } = await client.list();
for (const { symbol, usd, stale } of tokens.slice(0, 3))
  console.log(`${symbol}: ${usd} dollars${stale ? ', an old price' : ''}`);

const [first] = tokens;
if (first === undefined) throw new Error('nothing is priced yet');
const { usd, change } = await client.get(first.contractId);
console.log(`${first.symbol} now: ${usd}, ${change['24h'] ?? 'not known'} percent in a day`);
const candles = await client.history(first.contractId, { interval: '1d', quote: 'sbtc', limit: 30 });
console.log(`candles: ${candles.map(({ close, points }) => `${close} of ${points}`).join(', ')}`);

try {
  await client.get('SP000000000000000000002Q6VF78.nothing');
} catch (error) {
  if (!(error instanceof TokensClientError)) throw error;
  console.log(`refused: ${error.status} ${error.code}`);
}

const prices = await listPrices({
  legacyUrl: `${server}/invest/api/v1`,
  thirdParty: { ...ALEX_PRICES, url: otherPrices },
  onSourceFailed: (source, { message }) => console.log(`${source}: ${message}`),
});
const { [first.contractId]: price } = prices;
console.log(`of all sources: ${price?.usd} by ${price?.sources.join(' and ')}`);
