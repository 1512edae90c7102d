// @ts-check
// A limit order: sells 100 dollars for bitcoin once bitcoin costs 101,000 dollars or less, and never for fewer satoshis than
// that price gives, less 2%. Run: node docs/examples/limit-order.mjs http://127.0.0.1:3000
import { devnetWallet } from './devnet-wallet.mjs';

const wallet = await devnetWallet(process.argv[2] ?? 'http://127.0.0.1:3000');

const order = await wallet.place({
  inputToken: wallet.subnet('USDd'),
  outputToken: wallet.token('sBTC'),
  amountIn: '100000000', // 100 dollars, which have 6 decimals
  conditionToken: wallet.token('sBTC'),
  targetPrice: '101000',
  direction: 'lt', // at or below
  minAmountOut: '97000', // satoshis
});
console.log(`placed: ${order.uuid}`);

const { status, executedAmountOut } = await wallet.ended(order.uuid);
console.log(`${status}: ${executedAmountOut} satoshis`);
