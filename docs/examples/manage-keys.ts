// A wallet makes an API key, a bot executes and cancels the wallet's orders with it, the wallet looks on and revokes it.
// Give it the address of a server on the devnet: its first wallet signs.
import { randomUUID } from 'node:crypto';
import { signOrder, signRequest } from 'sluice/stacks';

const server = process.argv[2] ?? 'http://127.0.0.1:3000';
const swap = `${server}/swap/api/v1`;
type Answer = Record<string, unknown>;

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
  const json = body && { 'content-type': 'application/json' };
  const init = { method, headers: { ...headers, ...json }, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(path.startsWith('/') ? `${swap}${path}` : path, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}

interface Devnet {
  accounts: { address: string; privateKey: string }[];
  tokens: { contractId: string; symbol: string; type?: string; blaze?: 'v1' | 'v2' }[];
  routers: { id: string; payout: string }[];
}
const devnet = (await call('GET', `${server}/devnet`)).body as unknown as Devnet;
const [wallet] = devnet.accounts;
if (wallet === undefined) throw new Error('the devnet has no wallet');
const { address, privateKey } = wallet;

/** Signs a request's fields; the nonce tells apart two requests of the same millisecond. */
const sign = (fields: Record<string, string | readonly string[]>) =>
  signRequest(
    { ...fields, nonce: randomUUID(), timestamp: Date.now() },
    { privateKey, network: 'devnet', audience: new URL(server).origin },
  );

/** Calls that change something carry the message and the address in the body, and the signature in headers. */
function manage(method: string, path: string, fields: Record<string, string | readonly string[]>) {
  const { 'x-message': message, 'x-wallet-address': walletAddress, ...signature } = sign(fields);
  return call(method, path, signature, { message, walletAddress });
}

/** Places ten of the first subnet token against dollars and returns the order's uuid. */
async function placeOrder(): Promise<string> {
  const token = devnet.tokens.find(({ type }) => type === 'SUBNET');
  const dollar = devnet.tokens.find(({ symbol }) => symbol === 'USDd');
  const router = devnet.routers.find(({ payout }) => payout === 'signer');
  if (!token || !dollar || !router) throw new Error('the devnet lacks a token or a router');
  const uuid = randomUUID();
  const inputToken = token.contractId;
  const toSign = {
    network: 'devnet',
    blaze: token.blaze ?? 'v1',
    inputToken,
    router: router.id,
    uuid,
  } as const;
  const order = {
    uuid,
    inputToken,
    outputToken: dollar.contractId,
    owner: address,
    recipient: address,
    router: router.id,
    amountIn: '10000000',
    signature: signOrder({ ...toSign, amountIn: 10_000_000n }, privateKey),
  };
  console.log(`placed: ${(await call('POST', '/orders/new', {}, order)).status}`);
  return uuid;
}

// The wallet creates a key. This answer is the only one that holds it.
const created = await manage('POST', '/api-keys', {
  action: 'create_api_key',
  keyName: `bot ${Date.now()}`,
  permissions: ['execute', 'cancel'],
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});
const { apiKey, keyId } = created.body as { apiKey: string; keyId: string };
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
const list = await call('GET', '/api-keys', sign({ action: 'list_api_keys' }));
const shown = (list.body as { apiKeys: { id: string; status: string }[] }).apiKeys.find(
  ({ id }) => id === keyId,
);
console.log(`listed: ${list.status}, ${shown?.status}`);
const one = await call('GET', `/api-keys/${keyId}`, sign({ action: 'get_api_key_stats', keyId }));
const { recentActivity } = one.body as { recentActivity: { method: string; statusCode: number }[] };
const activity = recentActivity.map(({ method, statusCode }) => `${method} ${statusCode}`);
console.log(`used: ${activity.join(', ')}`);

// The wallet revokes the key, which ends it at once.
const revoked = await manage('DELETE', `/api-keys/${keyId}`, { action: 'delete_api_key', keyId });
console.log(`revoked: ${revoked.status}`);
const refused = await call('PATCH', `/orders/${await placeOrder()}/cancel`, { 'x-api-key': apiKey });
console.log(`refused: ${refused.status} ${refused.body['error'] as string}`);
