// @ts-check
// A program with a wallet's key signs and places a limit order, a stop and target, and a recurring plan, and cancels them all.
// Nothing beside this package is needed. Here the key is that of a demo wallet; give it the address of a server on the devnet:
//   node docs/examples/sign-with-a-key.mjs http://127.0.0.1:3000
import {
  decimal,
  keySigner,
  limitOrder,
  recurringPlan,
  signMessage,
  signOrder,
  signOrders,
  stopAndTarget,
} from 'sluice/signing';

const server = process.argv[2] ?? 'http://127.0.0.1:3000';
const swap = `${server}/swap/api/v1`;

/** @param {string} url @param {unknown} [sent] @param {Record<string, string>} [headers] @returns {Promise<any>} */
async function call(url, sent, headers) {
  const init = { method: 'POST', body: JSON.stringify(sent) };
  const json = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url, sent === undefined ? {} : { ...init, headers: json });
  const body = /** @type {any} */ (await response.json());
  if (!response.ok) throw new Error(`${response.status} ${body.code}: ${body.error}`);
  return body;
}

// On another network: your key, and the contracts of your exchange.
const { accounts, routers, tokens } = await call(`${server}/devnet`);
/** @typedef {import('sluice/signing').TradedToken} Token */
/** @param {(token: Token) => boolean} isWanted @returns {Token} */
const find = (isWanted) => tokens.find(isWanted);
/** @param {string} name */
const plain = (name) => find(({ symbol, type }) => symbol === name && type !== 'SUBNET');
/** The subnet copy, which is what orders can sell. @param {string} name */
const copy = (name) => find(({ base }) => base === plain(name).contractId);

const signer = keySigner(accounts[1].privateKey, 'devnet');
const router = routers.find((/** @type {{ payout: string }} */ { payout }) => payout === 'signer').id;
const market = /** @type {const} */ ({ network: 'devnet', router, blaze: 'v1' });

// 100 dollars for bitcoin at 90,000 dollars or less.
const limit = limitOrder({
  sell: copy('USDd'),
  buy: plain('sBTC'),
  amount: '100',
  maxPrice: '90000',
  when: { token: plain('sBTC'), atOrBelow: '90000' },
  window: { to: new Date(Date.now() + 86_400_000) },
});
const placed = await call(`${swap}/orders/new`, await signOrder(signer, limit, market));
console.log(`limit order: ${placed.data.status}, at least ${decimal(placed.data.minAmountOut, 8)} bitcoin`);

// 100 OPAL out at 0.60 dollars for at least 55, or at 0.40 for what it then gives.
const exits = stopAndTarget({
  sell: copy('OPAL'),
  buy: plain('USDd'),
  amount: '100',
  target: { price: '0.60', atLeast: '55' },
  stop: { price: '0.40', slippage: '0.03' },
});
// 25 dollars each week, four times, at 1% less than quoted at worst; the first one tomorrow.
const weekly = recurringPlan({
  sell: copy('USDd'),
  buy: plain('sBTC'),
  amount: '25',
  slippage: '0.01',
  runs: 4,
  everyMs: 7 * 86_400_000,
  startAt: new Date(Date.now() + 86_400_000),
});
for (const plan of [exits, weekly]) {
  const orders = await signOrders(signer, plan, market);
  const { status } = await call(`${swap}/orders/batch`, { orders, atomic: true });
  console.log(`${orders[0]?.strategyType}: ${status}, ${orders.length} orders`);
}

// The wallet cancels all its open orders: what is signed is the body, which selects nothing.
const headers = await signMessage(
  signer,
  { action: 'cancel_orders' },
  { audience: server, network: 'devnet' },
);
const { cancelled } = await call(`${swap}/orders/cancel`, {}, headers);
console.log(`cancelled: ${cancelled.length}`);
