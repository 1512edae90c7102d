// @ts-check
// A bot: the wallet makes an API key once, the bot then executes an order with it and follows the order's events until it is
// confirmed, and cancels another one. Run: node docs/examples/bot.mjs http://127.0.0.1:3000
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { devnetWallet, request } from './devnet-wallet.mjs';

const server = process.argv[2] ?? 'http://127.0.0.1:3000';
const swap = `${server}/swap/api/v1`;
const wallet = await devnetWallet(server);

// The wallet signs what the key may do and until when. The response is the only one that has the key: store it.
const {
  'x-message': message,
  'x-wallet-address': walletAddress,
  ...signature
} = wallet.proof({
  action: 'create_api_key',
  keyName: `bot ${Date.now()}`,
  permissions: ['execute', 'cancel'],
  limits: { dailyAmounts: [{ token: wallet.subnet('STX'), amount: '20000000' }] },
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});
const { apiKey } = await request(`${swap}/api-keys`, {
  method: 'POST',
  headers: { ...signature, 'content-type': 'application/json' },
  body: JSON.stringify({ message, walletAddress }),
});
console.log('the wallet made a key');

// If the bot is not heard of for a minute, its open orders end. A bot that runs on calls this every 20 seconds.
const asBot = { 'x-api-key': apiKey, 'content-type': 'application/json' };
const { data: timer } = await request(`${swap}/orders/cancel-after`, {
  method: 'POST',
  headers: asBot,
  body: JSON.stringify({ seconds: 60 }),
});
console.log(`open orders end ${timer.seconds} seconds after the last renewal`);

// The wallet signs an order that runs when its owner says so: it has no trigger.
const { uuid } = await wallet.place({
  inputToken: wallet.subnet('STX'),
  outputToken: wallet.token('USDd'),
  amountIn: '10000000',
});

// The bot sends it. The Idempotency-Key names this attempt: after a lost connection, repeat the request with the same key.
const headers = { 'x-api-key': apiKey, 'idempotency-key': randomUUID() };
const { txid } = await request(`${swap}/orders/${uuid}/execute`, { method: 'POST', headers });
console.log(`the bot sent it: ${txid}`);

let seen = 0;
for (let isOver = false; !isOver; await pause(500)) {
  const { data: events } = await request(`${swap}/orders/${uuid}/events`);
  for (const { type } of events.slice(seen)) {
    console.log(`event: ${type}`);
    isOver ||= ['confirmed', 'failed', 'cancelled'].includes(type);
  }
  seen = events.length;
}
const { executedAmountOut } = await wallet.read(uuid);
console.log(`received: ${Number(executedAmountOut) / 1e6} dollars`);

// It cancels another order. One that has ended already comes back as it is: the status tells.
const { uuid: unwanted } = await wallet.place({
  inputToken: wallet.subnet('STX'),
  outputToken: wallet.token('USDd'),
  amountIn: '10000000',
});
const { data: ended } = await request(`${swap}/orders/${unwanted}/cancel`, {
  method: 'PATCH',
  headers: { 'x-api-key': apiKey },
});
console.log(ended.status === 'cancelled' ? 'the bot cancelled another' : `too late: ${ended.status}`);

await request(`${swap}/orders/cancel-after`, { method: 'DELETE', headers: asBot });
