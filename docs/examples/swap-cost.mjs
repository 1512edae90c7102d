// @ts-check
// What a swap costs, from its quote: the fee of each hop, price impact and the least that is received.
// Quotes need no wallet: node docs/examples/swap-cost.mjs http://127.0.0.1:3000 STX COMET 1000
import { createClient } from 'sluice/client';
import { decimal, units } from 'sluice/signing';

const [baseUrl = 'http://127.0.0.1:3000', sold = 'STX', bought = 'COMET', amount = '1000'] =
  process.argv.slice(2);
const client = createClient({ baseUrl });
const { tokens } = await client.vaults.list();
const tokenOf = (/** @type {string} */ name) => {
  const token = tokens.find(({ symbol, type }) => symbol === name && type === undefined);
  if (token === undefined) throw new Error(`the exchange has no ${name}`);
  return token;
};
const [sell, buy] = [tokenOf(sold), tokenOf(bought)];

const quote = await client.quotes.get({
  tokenIn: sell.contractId,
  tokenOut: buy.contractId,
  amount: units(amount, sell.decimals),
  slippage: 0.01,
});
if (quote.reason !== undefined) throw new Error(`no route: ${quote.reason}`);
const { hops, fees, priceImpact, amountOutExact, minimumReceived = '0' } = quote;
console.log(`${amount} ${sold} buy ${decimal(amountOutExact, buy.decimals)} ${bought}`);
for (const [n, { vault, tokenIn }] of hops.entries()) {
  const fee = decimal(fees[n]?.amount ?? '0', tokenIn.decimals);
  console.log(`fee of ${vault.name}: ${fee} ${tokenIn.symbol}`);
}
console.log(`price impact: ${(priceImpact * 100).toFixed(2)}%`);
console.log(`minimum received at 1% slippage: ${decimal(minimumReceived, buy.decimals)} ${bought}`);
