// @ts-check
// Sluice inside another program: no server, no database, no framework. Places a signed order and quotes a route.
// Install: npm install sluice @stacks/transactions @stacks/encryption
// Run: node docs/examples/embed.mjs
import { createCore, toUnits } from 'sluice';
import { memoryPorts } from 'sluice/memory';
import { createRegistry, createSignatureVerifier, orderSignature } from 'sluice/stacks';
import { systemPorts } from 'sluice/system';

const wallet = { address: 'ST3NW06HK6EEW5XC5ZC283AEZZ86G5KHT4NHT9KZG', key: `${'2b'.repeat(32)}01` };
/** @param {string} name */
const at = (name) => `ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.${name}`;
/** @param {string} name */
const token = (name) => ({ contractId: at(name), symbol: name, name, decimals: 6, identifier: name });
/** @param {string} name @param {string} tokenA @param {string} tokenB */
const vault = (name, tokenA, tokenB) => ({
  contractId: at(name),
  name,
  symbol: name,
  protocol: 'EXAMPLE',
  tokenA: at(tokenA),
  tokenB: at(tokenB),
});

const registry = createRegistry(
  {
    network: 'testnet',
    routers: [{ id: at('router'), payout: 'signer' }],
    wstx: at('wstx'),
    sbtc: at('sbtc'),
    verifier: { v1: at('verifier-v1'), v2: at('verifier-v2') },
    tokens: [
      token('opal'),
      token('onyx'),
      { ...token('opal-subnet'), type: 'SUBNET', base: at('opal'), blaze: 'v1' },
    ],
    vaults: [
      { ...vault('opal-link', 'opal', 'opal-subnet'), kind: 'sublink', feePpm: 0 },
      { ...vault('opal-onyx', 'opal', 'onyx'), kind: 'pool', feePpm: 3000 },
    ],
    blocked: [],
  },
  'testnet',
);
if (!registry.ok) throw new Error(registry.error.problems.join('; '));

const pool = /** @type {import('sluice').ContractId} */ (at('opal-onyx'));
const held = {
  reserveA: toUnits(5_000_000_000n),
  reserveB: toUnits(20_000_000_000n),
  supply: toUnits(10_000_000n),
  readAt: new Date(),
};
const core = createCore({
  ...memoryPorts({
    registry: registry.value,
    reserves: new Map([[pool, held]]),
  }),
  ...systemPorts(),
  signatures: createSignatureVerifier(),
});

const order = {
  uuid: '7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c11',
  owner: wallet.address,
  recipient: wallet.address,
  inputToken: at('opal-subnet'),
  outputToken: at('onyx'),
  amountIn: '1000000',
  router: at('router'),
};
const { inputToken, router, uuid } = order;
const signature = orderSignature(
  { network: 'testnet', blaze: 'v1', inputToken, router, uuid, amountIn: 1_000_000n },
  wallet.key,
);
const placed = await core.orders.place({ ...order, signature });
console.log(placed.ok ? `placed: ${placed.value.status}` : placed.error);

const quote = await core.quotes.quote({
  tokenIn: order.inputToken,
  tokenOut: order.outputToken,
  amountIn: toUnits(1_000_000n),
});
console.log(quote.ok ? `quoted: ${quote.value.route.amountOut}` : quote.error);
