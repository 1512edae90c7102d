// @ts-check
// What a web page does with a browser wallet (Leather, Xverse): the visitor signs an order, and a request that cancels it. `request`
// is the wallet's, one of `browserWallets()`. By itself the program uses a stand-in with a demo wallet's key, which signs with
// Stacks.js as wallets do:
//   node docs/examples/browser-wallet.mjs http://127.0.0.1:3000
import { Buffer } from 'node:buffer';
import { hashMessage } from '@stacks/encryption';
import { Cl, privateKeyToPublic, signMessageHashRsv, signStructuredData } from '@stacks/transactions';
import { limitOrder, signMessage, signOrder, walletSigner } from 'sluice/signing';
import { devnetWallet } from './devnet-wallet.mjs';

/** @typedef {import('sluice/signing').WalletRequest} Request */
/** @typedef {import('sluice/signing').SignOrderOptions} Market */

/**
 * Sells for at least so much. The wallet shows two windows: the order, and all its terms.
 *
 * @param {Request} request
 * @param {{ server: string, market: Market, sale: import('sluice/signing').LimitOrder }} order
 */
export async function placeOrder(request, { server, market, sale }) {
  const signer = await walletSigner(request, { network: market.network });
  const order = await signOrder(signer, limitOrder(sale), market);
  return fetch(`${server}/swap/api/v1/orders/new`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
}

/**
 * Cancels an order: the wallet signs a text, which the request carries with its signature.
 *
 * @param {Request} request
 * @param {{ server: string, network: Market['network'], uuid: string }} order
 */
export async function cancelOrder(request, { server, network, uuid }) {
  const signer = await walletSigner(request, { network });
  const headers = await signMessage(signer, { action: 'cancel_order', uuid }, { audience: server, network });
  return fetch(`${server}/swap/api/v1/orders/${uuid}/cancel`, { method: 'PATCH', headers });
}

const [server] = process.argv.slice(2);
if (server) await tryIt(server);

/** @param {string} server */
async function tryIt(server) {
  const { address, privateKey, subnet, token, router } = await devnetWallet(server);
  const publicKey = /** @type {string} */ (privateKeyToPublic(privateKey));
  /** @type {(method: string, parameters: { domain: string, message: string }) => Promise<object>} */
  const standIn = async (method, parameters) => {
    if (method === 'stx_getAddresses') return { addresses: [{ address, publicKey }] };
    if (method === 'stx_signStructuredMessage') {
      const domain = Cl.deserialize(parameters.domain);
      const message = Cl.deserialize(parameters.message);
      return { signature: signStructuredData({ domain, message, privateKey }), publicKey };
    }
    const messageHash = Buffer.from(hashMessage(parameters.message)).toString('hex');
    return { signature: signMessageHashRsv({ messageHash, privateKey }), publicKey };
  };

  const sale = {
    sell: { contractId: subnet('STX'), decimals: 6 },
    buy: { contractId: token('USDd'), decimals: 6 },
    amount: '10',
    atLeast: '1',
    when: /** @type {const} */ ('asked'),
  };
  const market = /** @type {const} */ ({ network: 'devnet', router, blaze: 'v1' });
  const placed = await placeOrder(standIn, { server, market, sale });
  const { data } = /** @type {any} */ (await placed.json());
  console.log(`placed: ${data.status}`);

  const cancelled = await cancelOrder(standIn, { server, network: 'devnet', uuid: data.uuid });
  console.log(`cancelled: ${cancelled.status}`);
}
