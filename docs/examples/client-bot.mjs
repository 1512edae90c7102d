// @ts-check
// A bot in 30 lines: it buys bitcoin for 100 dollars at a limit, and follows the order until it has ended.
// It holds a wallet's key, here that of a demo wallet: node docs/examples/client-bot.mjs http://127.0.0.1:3000
import { createClient } from 'sluice/client';
import { decimal, keySigner, limitOrder, signOrder } from 'sluice/signing';

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:3000';
// On another network: your own key, and the router of your exchange.
const { accounts, routers } = /** @type {any} */ (await (await fetch(`${baseUrl}/devnet`)).json());
const router = routers.find((/** @type {{ payout: string }} */ { payout }) => payout === 'signer').id;
const wallet = keySigner(accounts[1].privateKey, 'devnet');
const client = createClient({ baseUrl, wallet });

const { tokens } = await client.vaults.list();
const buy = tokens.find(({ symbol, type }) => symbol === 'sBTC' && type === undefined);
const sell = tokens.find(({ symbol, type }) => symbol === 'USDd' && type === 'SUBNET');
if (buy === undefined || sell === undefined) throw new Error('the exchange lacks a token');
const { usd } = await client.prices.get(buy.contractId);
console.log(`bitcoin: ${usd} dollars`);

const order = limitOrder({ sell, buy, amount: '100', maxPrice: (usd * 1.05).toFixed(2) });
const signed = await signOrder(wallet, order, { network: 'devnet', router, blaze: 'v1' });
const { uuid } = await client.orders.place(signed);
for await (const update of client.orders.follow({ id: uuid })) {
  if (update.type === 'event') console.log(`event: ${update.event.type}`);
  if (update.type !== 'synced' && ['confirmed', 'failed', 'cancelled'].includes(update.order.status)) break;
}
const { status, executedAmountOut = '0' } = await client.orders.settled(uuid);
console.log(`${status}: ${decimal(executedAmountOut, buy.decimals)} bitcoin`);
