// @ts-check
// A stop that follows the price: sells 100 OPAL for dollars when OPAL has fallen 5% from its highest price since the order was
// placed. Run: node docs/examples/trail-a-stop.mjs http://127.0.0.1:3000
import { setTimeout as pause } from 'node:timers/promises';
import { keySigner, limitOrder, signOrder } from 'sluice/signing';
import { devnetWallet, request } from './devnet-wallet.mjs';

const server = process.argv[2] ?? 'http://127.0.0.1:3000';
const wallet = await devnetWallet(server);
const signer = keySigner(wallet.privateKey, 'devnet');
const market = /** @type {const} */ ({ network: 'devnet', router: wallet.router, blaze: 'v1' });
const opal = { contractId: wallet.token('OPAL'), decimals: 6 };
const dollars = { contractId: wallet.token('USDd'), decimals: 6 };

const stop = limitOrder({
  sell: { contractId: wallet.subnet('OPAL'), decimals: 6 },
  buy: dollars,
  amount: '100',
  slippage: '0.03', // it sells at what the market then pays, less 3% at worst
  when: { token: opal, fallsFromHigh: '5%' },
});

/** @param {Parameters<typeof signOrder>[1]} order */
async function place(order) {
  // Both are signed: the transfer, and the terms, without which a trail is refused.
  const body = JSON.stringify(await signOrder(signer, order, market));
  const headers = { 'content-type': 'application/json' };
  return (await request(`${server}/swap/api/v1/orders/new`, { method: 'POST', headers, body })).data.uuid;
}

// A mark is a price that two runs have shown. A new server has recorded one, so the stop is not set before the next.
const guarded = await place(stop);
const { evaluation } = await wallet.read(guarded);
console.log(`guarded: ${/** @type {{ reason: string }} */ (evaluation).reason}`);

// Without that confirmation, which only a market that no one moves can do without, it is set by the newest run.
const hasty = await place({ ...stop, confirm: { blocks: 0 } });
for (;;) {
  const order = await wallet.read(hasty);
  const trailing = /** @type {{ mark: string, stop: string } | undefined} */ (order['trailing']);
  if (trailing !== undefined) {
    const [mark, at] = [trailing.mark, trailing.stop].map((price) => Number(price).toFixed(4));
    console.log(`hasty: highest ${mark}, sells at ${at}`);
    break;
  }
  await pause(500);
}

for (const uuid of [guarded, hasty]) console.log((await wallet.cancel(uuid)).status);
