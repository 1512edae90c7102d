import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDevnet, type Devnet } from '../../../dist/adapters/devnet/index.js';
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
  return new DevnetClient(devnet);
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

/** Everything that a client can see of the chain. */
async function view(client: DevnetClient, txids: readonly string[]) {
  return {
    tip: (await client.get<object>('/v2/info')).body,
    balances: await client.balances(),
    nonces: (await client.nonces(client.alice.address)).body,
    transactions: await Promise.all(txids.map(async (txid) => (await client.transaction(txid)).body)),
  };
}

describe('a restart', () => {
  it('finds the same blocks, balances, statuses and mempool', async () => {
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

  it('after a kill loses nothing that was answered, a torn last line aside', async () => {
    const before = await start();
    const txid = await transfer(before, 0);
    await before.mine();
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
    await after.devnet.stop();
    expect(await (await start()).tipHeight()).toBe(height + 1);
  });

  it('refuses a journal that is damaged in the middle or of another genesis', async () => {
    const client = await start();
    await transfer(client, 0);
    await client.mine();
    await client.devnet.stop();
    const text = await readFile(journalPath, 'utf8');
    await writeFile(journalPath, text.replace('"transaction"', '"transact'));
    await expect(start()).rejects.toThrow('line 2');
    await writeFile(journalPath, text.replace(/"genesis":"./, '"genesis":"x'));
    await expect(start()).rejects.toThrow('another genesis');
  });
});

describe('an idle chain', () => {
  it('goes on without growing its journal', async () => {
    const client = await start();
    await client.mine();
    const { size } = await stat(journalPath);
    await client.mine(500);
    expect((await stat(journalPath)).size).toBe(size);
    const height = await client.tipHeight();
    await kill(client);
    expect(await (await start()).tipHeight()).toBe(height);
  });

  it('mines by the clock', async () => {
    const client = await start(20);
    const txid = await transfer(client, 0);
    await expect(reached(client, (await client.tipHeight()) + 3)).resolves.toBeUndefined();
    expect((await client.transaction(txid)).body.tx_status).toBe('success');
    await client.control('/pause');
    const height = await client.tipHeight();
    await client.mine(2);
    expect(await client.tipHeight()).toBe(height + 2);
    await client.control('/resume');
    await expect(reached(client, height + 4)).resolves.toBeUndefined();
  });
});

describe('an orphaned block', () => {
  it('gives its transactions back to the mempool, with balances and nonces as before', async () => {
    const client = await start();
    const kept = await transfer(client, 0);
    await client.mine();
    const balances = await client.balances();
    const txid = await transfer(client, 1);
    await client.mine();
    const { block_hash: hash, block_height: height } = (await client.transaction(txid)).body;

    expect((await client.control('/orphan', { blocks: 1 })).body.tip.height).toBe(height! - 1);
    expect((await client.transaction(txid)).body.tx_status).toBe('pending');
    expect((await client.transaction(kept)).body.tx_status).toBe('success');
    expect(await client.balances()).toEqual(balances);
    expect((await client.nonces(client.alice.address)).body).toMatchObject({
      last_executed_tx_nonce: 0,
      last_mempool_tx_nonce: 1,
    });

    await client.mine();
    const again = (await client.transaction(txid)).body;
    expect(again).toMatchObject({ tx_status: 'success', block_height: height });
    expect(again.block_hash).not.toBe(hash);
  });

  it('with drop takes its transactions with it', async () => {
    const client = await start();
    const txid = await transfer(client, 0);
    await client.mine();
    await client.control('/orphan', { blocks: 1, drop: true });
    expect((await client.transaction(txid)).status).toBe(404);
    expect((await client.nonces(client.alice.address)).body.possible_next_nonce).toBe(0);
    expect(await transfer(client, 0)).toBe(txid);
  });
});

describe('two devnets on one journal', () => {
  it('do not both write: the second notices', async () => {
    const client = await start();
    await client.mine();
    await transfer(client, 0);
    await truncate(journalPath, (await stat(journalPath)).size - 1);
    await client.mine().catch(() => undefined);
    expect(await client.devnet.exited).toMatchObject({ code: 1 });
  });
});

async function kill({ devnet }: DevnetClient): Promise<void> {
  process.kill(devnet.pid, 'SIGKILL');
  await devnet.exited;
}

async function reached(client: DevnetClient, height: number): Promise<void> {
  while ((await client.tipHeight()) < height);
}
