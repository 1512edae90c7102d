// @ts-check
// What a web page asks a browser wallet (Leather, Xverse) to sign: an order, and a request of its owner. `request` is the wallet's:
// `import { request } from '@stacks/connect'`. By itself the program uses a stand-in with a demo wallet's key:
//   node docs/examples/browser-wallet.mjs http://127.0.0.1:3000
import { Buffer } from 'node:buffer';
import { hashMessage } from '@stacks/encryption';
import { Cl, privateKeyToPublic, signMessageHashRsv, signStructuredData } from '@stacks/transactions';
import { devnetWallet } from './devnet-wallet.mjs';

/**
 * @typedef {{ signature: string, publicKey: string }} Signed
 * @typedef {(method: string, parameters: any) => Promise<Signed>} Request
 */

const CHAIN_ID = { mainnet: 1, testnet: 2147483648, devnet: 2147483648 };

/**
 * The parameters of stx_signStructuredMessage for an order. `blaze` is the signature domain of the input token, v1 or v2, as
 * GET /app/api/v0/vaults lists it.
 *
 * @param {{ inputToken: string, amountIn: string, router: string, uuid: string }} order
 * @param {'v1' | 'v2'} blaze
 * @param {keyof typeof CHAIN_ID} network
 */
export const orderToSign = ({ inputToken, amountIn, router, uuid }, blaze, network) => ({
  domain: Cl.tuple({
    name: Cl.stringAscii('BLAZE_PROTOCOL'),
    version: Cl.stringAscii(`${blaze}.0`),
    'chain-id': Cl.uint(CHAIN_ID[network]),
  }),
  message: Cl.tuple({
    contract: Cl.principal(inputToken),
    intent: Cl.stringAscii('TRANSFER_TOKENS'),
    opcode: Cl.none(),
    amount: Cl.some(Cl.uint(amountIn)),
    target: Cl.some(Cl.principal(router)),
    uuid: Cl.stringAscii(uuid),
  }),
});

/**
 * Cancels an order: the wallet signs a text, which the request carries with its signature.
 *
 * @param {Request} request
 * @param {{ server: string, network: string, address: string, uuid: string }} order
 */
export async function cancelOrder(request, { server, network, address, uuid }) {
  const { origin } = new URL(server);
  const fields = { action: 'cancel_order', uuid, timestamp: Date.now(), audience: origin, network };
  const message = JSON.stringify(fields);
  const { signature, publicKey } = await request('stx_signMessage', { message });
  return fetch(`${server}/swap/api/v1/orders/${uuid}/cancel`, {
    method: 'PATCH',
    headers: {
      'x-message': message,
      'x-signature': signature,
      'x-public-key': publicKey,
      'x-wallet-address': address,
    },
  });
}

const [server] = process.argv.slice(2);
if (server) await tryIt(server);

/** @param {string} server */
async function tryIt(server) {
  const { address, privateKey, signed, place, subnet, token } = await devnetWallet(server);
  /** @type {Request} */
  const standIn = async (method, parameters) => ({
    signature:
      method === 'stx_signMessage'
        ? signMessageHashRsv({
            messageHash: Buffer.from(hashMessage(parameters.message)).toString('hex'),
            privateKey,
          })
        : signStructuredData({ ...parameters, privateKey }),
    publicKey: /** @type {string} */ (privateKeyToPublic(privateKey)),
  });

  const order = signed({ inputToken: subnet('STX'), outputToken: token('USDd'), amountIn: '10000000' });
  const { signature } = await standIn('stx_signStructuredMessage', orderToSign(order, 'v1', 'devnet'));
  console.log(`placed: ${(await place({ ...order, signature })).status}`);

  const { uuid } = order;
  const cancelled = await cancelOrder(standIn, { server, network: 'devnet', address, uuid });
  console.log(`cancelled: ${cancelled.status}`);
}
