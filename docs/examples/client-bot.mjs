// @ts-check
// A bot: it buys bitcoin for 100 dollars at a limit, and follows the order until it has ended. The wallet's key is in SLUICE_WALLET_KEY:
//   SLUICE_WALLET_KEY=<key> node docs/examples/client-bot.mjs http://127.0.0.1:3000 devnet
import { createClient } from 'sluice/client';
import { decimal, keySigner } from 'sluice/signing';

const [baseUrl = 'http://127.0.0.1:3000', network = 'devnet'] = process.argv.slice(2);
const key = process.env['SLUICE_WALLET_KEY'];
if (!key) {
  console.error('SLUICE_WALLET_KEY is not set');
  process.exit(1);
}
const wallet = keySigner(key, /** @type {'devnet' | 'mainnet'} */ (network));
const client = createClient({ baseUrl, wallet });

const { tokens } = await client.prices.list();
const bitcoin = tokens.find(({ symbol }) => symbol === 'sBTC');
if (bitcoin === undefined) throw new Error('the exchange has no price of sBTC');
console.log(`bitcoin: ${bitcoin.usd} dollars`);

const price = `${(bitcoin.usd * 1.05).toFixed(2)} USDd`;
const { uuid } = await client.orders.limit({ sell: 'USDd', buy: 'sBTC', amount: '100', price });
for await (const update of client.orders.follow({ id: uuid })) {
  if (update.type === 'event') console.log(`event: ${update.event.type}`);
  if (update.type !== 'synced' && ['confirmed', 'failed', 'cancelled'].includes(update.order.status)) break;
}
const { status, executedAmountOut = '0' } = await client.orders.settled(uuid);
console.log(`${status}: ${decimal(executedAmountOut, bitcoin.decimals)} bitcoin`);
