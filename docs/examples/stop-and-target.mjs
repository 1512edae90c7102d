// @ts-check
// A take-profit and a stop-loss on the same coins, of which one cancels the other: sells 100 OPAL for dollars when OPAL
// reaches 0.60 dollars or falls to 0.40. Run: node docs/examples/stop-and-target.mjs http://127.0.0.1:3000
import { randomUUID } from 'node:crypto';
import { devnetWallet } from './devnet-wallet.mjs';

const wallet = await devnetWallet(process.argv[2] ?? 'http://127.0.0.1:3000');

const sale = {
  inputToken: wallet.subnet('OPAL'),
  outputToken: wallet.token('USDd'),
  amountIn: '100000000',
  conditionToken: wallet.token('OPAL'),
  strategyId: `oco-${randomUUID()}`, // the group
  metadata: { oco: true },
};
const target = await wallet.place({
  ...sale,
  direction: 'gt',
  targetPrice: '0.60',
  minAmountOut: '55000000',
});
const stop = await wallet.place({ ...sale, direction: 'lt', targetPrice: '0.40', slippage: 0.03 });

for (const [name, { uuid }] of Object.entries({ target, stop })) {
  const { evaluation } = await wallet.read(uuid);
  const { state, distance } = /** @type {{ state: string, distance: string }} */ (evaluation);
  console.log(`${name}: ${state}, the price has to move by ${(Number(distance) * 100).toFixed(1)}%`);
}

// Whichever is sent first ends the other. Here a second target, which the market meets already, is the first of the three.
const met = await wallet.place({ ...sale, direction: 'gt', targetPrice: '0.30' });
console.log(`sold: ${(await wallet.ended(met.uuid)).status}`);
for (const [name, { uuid }] of Object.entries({ target, stop })) {
  const { status, cancelReason } = await wallet.read(uuid);
  console.log(`${name}: ${status}, ${cancelReason}`);
}
