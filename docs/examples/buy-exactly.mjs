// @ts-check
// Buys an exact amount: a ten-thousandth of a bitcoin, or a trace more, for as few dollars as that costs now.
// An order names what it sells, so the quote for the wanted output becomes an order with that output as its least.
// Run: node docs/examples/buy-exactly.mjs http://127.0.0.1:3000
import { createClient } from 'sluice/client';
import { decimal, units } from 'sluice/signing';
import { devnetWallet } from './devnet-wallet.mjs';

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:3000';
const { quotes, vaults } = createClient({ baseUrl });
const wallet = await devnetWallet(baseUrl);
const { tokens } = await vaults.list();
const buy = tokens.find(({ contractId }) => contractId === wallet.token('sBTC'));
const sell = tokens.find(({ contractId }) => contractId === wallet.subnet('USDd'));
if (buy === undefined || sell === undefined) throw new Error('the exchange lacks a token');

const amountOut = units('0.0001', buy);
const quote = await quotes.get({ tokenIn: sell, tokenOut: buy, amountOut });
if (quote.reason !== undefined) throw new Error(`no route: ${quote.reason}`);
console.log(`costs ${decimal(quote.amountInExact, sell.decimals)} dollars`);

const order = await wallet.place({
  inputToken: sell.contractId,
  outputToken: buy.contractId,
  amountIn: quote.amountInExact,
  minAmountOut: amountOut,
  // Sent at once; if the price moves away first, it waits for it.
  conditionToken: '*',
  targetPrice: '0',
  direction: 'gt',
});
const { status, executedAmountOut } = await wallet.ended(order.uuid);
console.log(`${status}: ${decimal(String(executedAmountOut ?? 0), buy.decimals)} bitcoin`);
