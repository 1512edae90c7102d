import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, cvToString, makeSTXTokenTransfer } from '@stacks/transactions';
import { startDevnet } from '../../../dist/apps/devnet/index.js';
import { builtInRegistry } from '../../../dist/adapters/stacks/index.js';
import { DevnetClient } from './devnet-client.js';

const OWN = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const own = (name: string) => `${OWN}.${name}`;
const RESERVES = Cl.some(Cl.buffer(Uint8Array.of(4)));

let folder: string;
let journalPath: string;
let client: DevnetClient;

const start = async () => {
  const devnet = await startDevnet({
    blockMs: 3_600_000,
    controlPort: 0,
    journalPath,
    registry: builtInRegistry('mainnet'),
  });
  return new DevnetClient(() => devnet);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-dress-'));
  journalPath = join(folder, 'chain.jsonl');
  client = await start();
});
afterAll(async () => {
  await client.devnet.stop();
  await rm(folder, { recursive: true });
});

const reservesOf = async (vault: string) =>
  cvToString(await client.read(own(vault), 'quote', [Cl.uint(0), RESERVES]));

/** Alice sends this much STX to Bob in a transaction of the network. */
async function transferOn(network: 'devnet' | 'mainnet', nonce: number, chainId?: number) {
  const [, bob] = client.devnet.accounts;
  const transaction = await makeSTXTokenTransfer({
    recipient: bob!.address,
    amount: 1_000,
    senderKey: client.alice.privateKey,
    network,
    nonce,
    fee: 1_000,
  });
  if (chainId !== undefined) transaction.chainId = chainId;
  return client.send(transaction.serializeBytes());
}

describe("a devnet in mainnet's dress", () => {
  it('has the chain id and the addresses of mainnet', async () => {
    expect((await client.get('/v2/info')).body).toMatchObject({ network_id: 1 });
    const { body } = await client.get<{ network: string; accounts: { address: string }[] }>('/devnet');
    expect(body.network).toBe('mainnet');
    for (const { address } of body.accounts) expect(address).toMatch(/^SP/);
    expect(client.devnet.operatorAddress).toMatch(/^SP/);
  });

  it('refuses transactions of another network', async () => {
    expect((await transferOn('devnet', 0)).body).toMatchObject({ reason: 'BadTransactionVersion' });
    expect((await transferOn('mainnet', 0, 0x80000000)).body).toMatchObject({
      reason: 'SignatureValidation',
    });
  });

  it('pays out over each router only to signers of the domains that it knows', async () => {
    const { operatorKey } = client.devnet;
    const plan = {
      token: own('stx-subnet-v2'),
      amount: 1_000_000n,
      hops: [[own('stx-sublink-v2'), 6]] as const,
      out: client.devnet.registry.wstx,
    };
    const results: unknown[] = [];
    for (const [nonce, router] of ['x-multihop-v1', 'x-multihop-v2'].entries()) {
      const { raw, txid } = await client.call(
        own(router),
        'x-swap-1',
        client.swapArguments({ ...plan, router: own(router) }),
        { senderKey: operatorKey, nonce, mode: 1 },
      );
      expect((await client.send(raw)).status).toBe(200);
      await client.mine();
      const { body } = await client.transaction(txid);
      results.push([body.tx_status, body.tx_result?.repr.slice(0, 10)]);
    }
    expect(results).toEqual([
      ['abort_by_response', '(err u403)'],
      ['success', '(ok (list '],
    ]);
  });

  it('keeps the reserves of pools apart whose funds one contract holds', async () => {
    const pools = ['arkadiko-stx-diko', 'arkadiko-stx-welsh', 'alex-stx-alex', 'velar-stx-welsh'];
    const before = await Promise.all(pools.map(reservesOf));
    const usda = await reservesOf('arkadiko-stx-usda');
    const swap = { vault: 'arkadiko-stx-usda', opcode: 0, amount: '1000000000' };
    expect((await client.control('/swap', swap)).status).toBe(200);
    expect(await Promise.all(pools.map(reservesOf))).toEqual(before);
    expect(await reservesOf('arkadiko-stx-usda')).not.toBe(usda);
  });

  it('is unchanged after a restart, and after its blocks were orphaned', async () => {
    expect((await transferOn('mainnet', 0)).status).toBe(200);
    await client.mine();
    await client.control('/orphan', { blocks: 2 });
    const view = async () => [(await client.get('/v2/info')).body, await client.balances()];
    const before = await view();
    await client.devnet.stop();
    client = await start();
    expect(await view()).toEqual(before);
  });

  it('leaves its journal to no devnet in another dress', async () => {
    await expect(startDevnet({ blockMs: 1_000, journalPath })).rejects.toThrow(
      'was written by a chain in the dress of mainnet, not of devnet; delete it to start a new chain',
    );
  });

  it('lists the facts that its stand-ins add to the registry', () => {
    const vaultOf = (id: string) => client.devnet.registry.vaults.find(({ contractId }) => contractId === id);
    expect(vaultOf(own('bitflow-welsh-stx'))).toMatchObject({
      kind: 'bitflow-xyk',
      feePpm: 2_000,
      protocolFeePpm: 500,
    });
    expect(vaultOf(own('velar-stx-welsh'))).toMatchObject({ kind: 'velar', feePpm: 3_000 });
    expect(client.devnet.registry.vaults.map(({ kind }) => kind)).not.toContain('external');
  });
});
