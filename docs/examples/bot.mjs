// @ts-check
// A bot: the wallet makes an API key once, the bot then executes an order with it and follows the order's events until it is
// confirmed. Run: node docs/examples/bot.mjs http://127.0.0.1:3000
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
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});
const { apiKey } = await request(`${swap}/api-keys`, {
  method: 'POST',
  headers: { ...signature, 'content-type': 'application/json' },
  body: JSON.stringify({ message, walletAddress }),
});
console.log('the wallet made a key');

// The wallet signs an order that runs when its owner says so: it has no trigger.
const { uuid } = await wallet.place({
  inputToken: wallet.subnet('STX'),
  outputToken: wallet.token('USDd'),
  amountIn: '10000000',
});

// The bot sends it. With the same Idempotency-Key the request can be repeated after a lost connection.
const headers = { 'x-api-key': apiKey, 'idempotency-key': `send-${uuid}` };
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
