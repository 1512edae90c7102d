// @ts-check
// An exchange inside an Express app: its own routes beside Sluice's, one database file, the embedded devnet as the chain.
// Install: npm install sluice express class-validator class-validator-jsonschema inversify typeorm better-sqlite3 @stacks/transactions
//   @stacks/encryption @stacks/clarinet-sdk
// Run: node docs/examples/embed-express.mjs
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import express from 'express';
import { startDevnet } from 'sluice/devnet';
import { pricesRouter, swapRouter } from 'sluice/express';
import { startSluice } from 'sluice/run';
import { orderSignature } from 'sluice/stacks';

const folder = await mkdtemp(join(tmpdir(), 'sluice-embedded-'));
const devnet = await startDevnet({ blockMs: 100 });
const sluice = await startSluice({
  database: `sqlite:${folder}/sluice.db`,
  chain: { network: 'devnet', url: devnet.stacksApiUrl, operatorKeys: [devnet.operatorKey] },
  executorMs: 100,
});

const app = express();
app.use('/dex', swapRouter(sluice.core, { fallThrough: true }));
app.use('/prices', pricesRouter(sluice.core));
app.use(express.json());
app.get('/dex/about', (_req, res) => void res.json({ name: 'our own route' }));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
/** @type {(path: string) => Promise<any>} */
const get = async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
console.log('own route:', (await get('/dex/about')).name);
console.log('server of openapi.json:', (await get('/dex/openapi.json')).servers[0].url);

const [wallet] = devnet.accounts;
const input = devnet.registry.tokens.find(({ type }) => type === 'SUBNET');
const router = devnet.registry.routers.find(({ payout }) => payout === 'signer');
if (!wallet || !input || !router) throw new Error('the devnet has wallets, subnet tokens and routers');
const signed = { uuid: randomUUID(), inputToken: input.contractId, router: router.id };
const placed = await sluice.core.orders.place({
  ...signed,
  owner: wallet.address,
  recipient: wallet.address,
  outputToken: devnet.registry.sbtc,
  amountIn: '1000000',
  signature: orderSignature(
    { ...signed, network: 'devnet', blaze: input.blaze ?? 'v1', amountIn: 1_000_000n },
    wallet.privateKey,
  ),
});
if (!placed.ok) throw new Error(placed.error.kind);
// The host program vouches for the owner; a wallet's signature or an API key does so over HTTP.
await sluice.core.orders.execute({ ref: signed.uuid, authorization: { by: 'host' } });
for (let status = 'open'; status !== 'confirmed'; await setTimeout(50))
  status = (await get(`/dex/api/v1/orders/${signed.uuid}`)).data.status;
console.log('order: confirmed');

server.close();
await sluice.close();
await devnet.stop();
await rm(folder, { recursive: true });
