// @ts-check
// Dollar-cost averaging (DCA): buys bitcoin for 25 dollars four times, at intervals, with orders that are signed and placed
// now. Give it the seconds between two of them: node docs/examples/recurring-buys.mjs http://127.0.0.1:3000 5
import { randomUUID } from 'node:crypto';
import { devnetWallet, request } from './devnet-wallet.mjs';

const [server = 'http://127.0.0.1:3000', seconds = '5'] = process.argv.slice(2);
const BUYS = 4;

const wallet = await devnetWallet(server);
const strategyId = `dca-${randomUUID()}`;
const start = Date.now();
const at = (/** @type {number} */ number) => new Date(start + number * Number(seconds) * 1000).toISOString();

const orders = Array.from({ length: BUYS }, (_, number) =>
  wallet.signed({
    inputToken: wallet.subnet('USDd'),
    outputToken: wallet.token('sBTC'),
    amountIn: '25000000',
    ...{ conditionToken: '*', targetPrice: '0', direction: 'gt' }, // at any price: the time alone decides
    validFrom: at(number),
    validTo: at(number + 720), // long enough for an outage, short enough for the order to mean what it meant
    strategyId,
    strategyType: 'dca',
    strategyPosition: number + 1,
    strategySize: BUYS,
  }),
);
const placed = await request(`${server}/swap/api/v1/orders/batch`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ orders, atomic: true }), // all of them or none
});
if (placed.status !== 'success') throw new Error(JSON.stringify(placed.results));
console.log(`placed: ${placed.results.length}`);

for (const { uuid, strategyPosition } of orders) {
  const { status, executedAmountOut } = await wallet.ended(uuid);
  console.log(`${strategyPosition} of ${BUYS} ${status}: ${executedAmountOut} satoshis`);
}
const { data } = await request(`${server}/swap/api/v1/strategies/${strategyId}?owner=${wallet.address}`);
const { executedAmountIn, executedAmountOut } = data;
console.log(`average: ${((executedAmountIn / executedAmountOut) * 100).toFixed(0)} dollars for a bitcoin`);
