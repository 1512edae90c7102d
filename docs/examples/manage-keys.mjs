// @ts-check
// A wallet makes an API key, a bot executes and cancels the wallet's orders with it, the wallet looks on and revokes it.
// Give it the address of a server on the devnet, whose wallet alice signs:
//   node docs/examples/manage-keys.mjs http://127.0.0.1:3000
import { devnetWallet } from './devnet-wallet.mjs';

const server = process.argv[2] ?? 'http://127.0.0.1:3000';
const wallet = await devnetWallet(server);

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {object} [body]
 */
async function call(method, path, headers, body) {
  const json = body && { 'content-type': 'application/json' };
  const init = { method, headers: { ...headers, ...json }, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${server}/swap/api/v1${path}`, init);
  return {
    status: response.status,
    headers: response.headers,
    body: /** @type {any} */ (await response.json()),
  };
}

/**
 * Calls that change something carry the message and the address in the body, and the signature in headers.
 *
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string | readonly string[]>} fields
 */
function manage(method, path, fields) {
  const { 'x-message': message, 'x-wallet-address': walletAddress, ...signature } = wallet.proof(fields);
  return call(method, path, signature, { message, walletAddress });
}

/** Places ten STX against dollars and returns the order's uuid. */
async function placeOrder() {
  const { uuid, status } = await wallet.place({
    inputToken: wallet.subnet('STX'),
    outputToken: wallet.token('USDd'),
    amountIn: '10000000',
  });
  console.log(`placed: ${status}`);
  return uuid;
}

// The wallet creates a key. This response is the only one that holds it.
const created = await manage('POST', '/api-keys', {
  action: 'create_api_key',
  keyName: `bot ${Date.now()}`,
  permissions: ['execute', 'cancel'],
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});
const { apiKey, keyId } = created.body;
console.log(`created: ${created.status}`);

// The bot executes one order and cancels another. It needs no wallet.
const executed = await call('POST', `/orders/${await placeOrder()}/execute`, { 'x-api-key': apiKey });
console.log(`executed: ${executed.status}, ${executed.headers.get('x-ratelimit-remaining')} requests left`);
const cancelled = await call('PATCH', `/orders/${await placeOrder()}/cancel`, {
  authorization: `Bearer ${apiKey}`,
});
console.log(
  `cancelled: ${cancelled.status}, ${cancelled.headers.get('x-ratelimit-remaining')} requests left`,
);

// The wallet looks at its keys, and at what this one was used for.
const list = await call('GET', '/api-keys', wallet.proof({ action: 'list_api_keys' }));
/** @type {{ id: string, status: string }[]} */
const keys = list.body.apiKeys;
const shown = keys.find(({ id }) => id === keyId);
console.log(`listed: ${list.status}, ${shown?.status}`);
const one = await call('GET', `/api-keys/${keyId}`, wallet.proof({ action: 'get_api_key_stats', keyId }));
/** @type {{ method: string, statusCode: number }[]} */
const recentActivity = one.body.recentActivity;
const activity = recentActivity.map(({ method, statusCode }) => `${method} ${statusCode}`);
console.log(`used: ${activity.join(', ')}`);

// The wallet revokes the key, which ends it at once.
const revoked = await manage('DELETE', `/api-keys/${keyId}`, { action: 'delete_api_key', keyId });
console.log(`revoked: ${revoked.status}`);
const refused = await call('PATCH', `/orders/${await placeOrder()}/cancel`, { 'x-api-key': apiKey });
console.log(`refused: ${refused.status} ${refused.body.error}`);
