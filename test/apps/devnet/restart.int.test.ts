import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDevnet, type Devnet } from '../../../dist/apps/devnet/index.js';
import { DevnetClient } from './devnet-client.js';

let folder: string;
let journalPath: string;
let running: Devnet[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-devnet-'));
  journalPath = join(folder, 'chain.jsonl');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((devnet) => devnet.stop()));
  await rm(folder, { recursive: true });
});

async function start(blockMs = 3_600_000): Promise<DevnetClient> {
  const devnet = await startDevnet({ blockMs, journalPath, controlPort: 0 });
  running.push(devnet);
  return new DevnetClient(() => devnet);
}

async function transfer(client: DevnetClient, nonce: number): Promise<string> {
  const { raw, txid } = await client.transfer('opal', 100 + nonce, {
    senderKey: client.alice.privateKey,
    nonce,
    mode: 1,
  });
  expect((await client.send(raw)).status).toBe(200);
  return txid;
}

/** The whole chain state that clients can see. */
async function view(client: DevnetClient, txids: readonly string[]) {
  return {
    tip: (await client.get<object>('/v2/info')).body,
    balances: await client.balances(),
    nonces: (await client.nonces(client.alice.address)).body,
    transactions: await Promise.all(txids.map(async (txid) => (await client.transaction(txid)).body)),
  };
}

describe('a restarted devnet', () => {
  it('has the same blocks, balances, statuses and mempool', async () => {
    const before = await start();
    const txids = [await transfer(before, 0), await transfer(before, 1)];
    await before.mine();
    await before.mine(3);
    txids.push(await transfer(before, 2));
    await before.control('/drop', { txid: txids[2] });
    await before.control('/swap', { vault: 'sbtc-stx', opcode: 0, amount: '1000' });
    await before.control('/orphan', { blocks: 1 });
    await before.mine(2);
    txids.push(await transfer(before, 3));
    const seen = await view(before, txids);
    await before.devnet.stop();

    const after = await start();
    expect(await view(after, txids)).toEqual(seen);
    await transfer(after, 2);
    await after.mine();
    expect((await after.transaction(txids[3]!)).body.tx_status).toBe('success');
  });

  it('has lost nothing that was acknowledged before a kill, except a torn last line', async () => {
    const before = await start();
    const txid = await transfer(before, 0);
    await before.mine();
    await before.mine(40);
    const pending = await transfer(before, 1);
    const height = await before.tipHeight();
    await kill(before);
    await appendFile(journalPath, '{"type":"block","hei');

    const after = await start();
    expect(await after.tipHeight()).toBe(height);
    expect((await after.transaction(txid)).body.tx_status).toBe('success');
    expect((await after.transaction(pending)).body.tx_status).toBe('pending');
    await after.mine();
    expect((await after.transaction(pending)).body.tx_status).toBe('success');
  });
});

async function kill({ devnet }: DevnetClient): Promise<void> {
  process.kill(devnet.pid, 'SIGKILL');
  await devnet.exited;
}
