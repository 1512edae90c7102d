import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { orderSignature } from '../../../src/adapters/stacks/index.js';
import { startSluice, type Sluice } from '../../../src/apps/run/index.js';
import { HOST } from '../../support/core-harness.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { startTestChain, type TestChain } from '../../support/test-chain.js';

let chain: TestChain;
let sluice: Sluice | undefined;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(async () => {
  await sluice?.close();
  await chain.close();
});

it('sends an order to the chain and settles it, in one call and without a server', async () => {
  const { registry, accounts, operatorKey, stacksApiUrl: url } = chain.devnet;
  const database = await temporarySqlite();
  sluice = await startSluice({
    database: database.url,
    chain: { network: 'devnet', url, operatorKeys: [operatorKey] },
    executorMs: 50,
  });
  const [alice] = accounts;
  const inputToken = registry.tokens.find(({ type }) => type === 'SUBNET')!;
  const router = registry.routers.find(({ payout }) => payout === 'signer')!.id;
  const terms = { uuid: randomUUID(), inputToken: inputToken.contractId, router };
  const placed = await sluice.core.orders.place({
    ...terms,
    owner: alice!.address,
    recipient: alice!.address,
    outputToken: registry.sbtc,
    amountIn: '1000000',
    signature: orderSignature(
      { ...terms, network: 'devnet', blaze: inputToken.blaze ?? 'v1', amountIn: 1_000_000n },
      alice!.privateKey,
    ),
  });
  if (!placed.ok) throw new Error(JSON.stringify(placed.error));
  const sent = await sluice.core.orders.execute({ ref: placed.value.terms.uuid, authorization: HOST });
  expect(sent).toMatchObject({ ok: true });
  await chain.control('/mine', { blocks: 1 });
  for await (const _tick of setInterval(20)) {
    const order = await sluice.core.orders.get(placed.value.terms.uuid);
    if (order.ok && order.value.status === 'confirmed') break;
  }
  await sluice.close();
  await database.remove();
});

it('reads where tokens say that their metadata is, unless the embedder turns that off', async () => {
  const { stacksApiUrl: url } = chain.devnet;
  const gatewayOf = async (more: { readonly tokenUris?: boolean; readonly ipfsGateway?: string }) => {
    const opened = await startSluice({
      database: 'sqlite::memory:',
      chain: { network: 'devnet', url },
      roles: [],
      ...more,
    });
    await opened.close();
    return opened.ports.tokenUriReader?.ipfsGateway;
  };
  expect(await gatewayOf({})).toBe('https://ipfs.io/ipfs/');
  expect(await gatewayOf({ ipfsGateway: 'https://gateway.example.org/' })).toBe(
    'https://gateway.example.org/',
  );
  expect(await gatewayOf({ tokenUris: false })).toBeUndefined();
});
