// @ts-check
// An entry, then its exits: buys OPAL for 10 dollars, and once that is confirmed sells it at a target or at a stop, whichever comes
// first. Run: node docs/examples/entry-then-exits.mjs http://127.0.0.1:3000
import { setTimeout as pause } from 'node:timers/promises';
import { entryThenExits, keySigner, signOrders } from 'sluice/signing';
import { devnetWallet, request } from './devnet-wallet.mjs';

const server = process.argv[2] ?? 'http://127.0.0.1:3000';
const wallet = await devnetWallet(server);
const signer = keySigner(wallet.privateKey, 'devnet');
/** @param {string} symbol */
const copyOf = (symbol) => ({
  contractId: wallet.subnet(symbol),
  base: wallet.token(symbol),
  decimals: 6,
});

const [entry, target, stop] = entryThenExits({
  sell: copyOf('USDd'),
  buy: copyOf('OPAL'),
  amount: '10',
  maxPrice: '0.55', // dollars for an OPAL: the least that it buys is what the exits sell
  exits: {
    target: { price: '0.45', minPrice: '0.44' }, // the market pays more, so that the example does not wait
    stop: { price: '0.30', slippage: '0.03' },
  },
});
// A real target leaves this out: its price must then hold for two blocks.
const hasty = { ...target, confirm: { blocks: 0 } };
const market = /** @type {const} */ ({ network: 'devnet', router: wallet.router, blaze: 'v1' });
const orders = await signOrders(signer, [entry, hasty, stop], market);

const body = JSON.stringify({ orders, atomic: true });
const headers = { 'content-type': 'application/json' };
await request(`${server}/swap/api/v1/orders/batch`, { method: 'POST', headers, body });

const names = ['entry', 'target', 'stop'];
const uuids = orders.map(({ uuid }) => uuid);
for (const [n, uuid] of uuids.entries()) {
  const { kind, role } = await wallet.read(uuid);
  console.log(`${names[n]}: ${kind} ${role}`);
}

const bought = await wallet.ended(/** @type {string} */ (uuids[0]));
console.log(`entry: ${bought.status}, bought ${Number(bought['executedAmountOut']) / 1e6} OPAL`);
for (;;) {
  const { leftOver } = await wallet.read(/** @type {string} */ (uuids[1]));
  if (leftOver !== undefined) {
    console.log(
      `target: sells ${Number(hasty.amountIn) / 1e6} OPAL, ${Number(leftOver) / 1e6} are left over`,
    );
    break;
  }
  await pause(500);
}
for (const n of [1, 2]) {
  const { status, cancelReason = '' } = await wallet.ended(/** @type {string} */ (uuids[n]));
  console.log(`${names[n]}: ${status} ${cancelReason}`.trim());
}
