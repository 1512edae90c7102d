// @ts-check
// Signs an order with a demo wallet of the devnet and prints the body of POST /orders/new, for use with curl:
//   node docs/examples/sign-order.mjs http://127.0.0.1:3000 order.json
// The file has the terms: inputToken, outputToken, amountIn, and whatever else the order names.
import { readFileSync } from 'node:fs';
import { devnetWallet, runScript } from './devnet-wallet.mjs';

/** @param {string} file */
function readTerms(file) {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${/** @type {Error} */ (error).message.replaceAll('\n', ' ')}`, {
      cause: error,
    });
  }
}

await runScript(async () => {
  const [server, file] = process.argv.slice(2);
  if (!server || !file) throw new Error('usage: sign-order <server> <file with the order in JSON>');
  const terms = readTerms(file);
  const wallet = await devnetWallet(server);
  console.log(JSON.stringify(wallet.signed(terms), null, 2));
});
