import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, makeSTXTokenTransfer } from '@stacks/transactions';
import { startDevnet, type Devnet, type StartEvent } from '../../../dist/apps/devnet/index.js';
import { seededRandom } from '../../../src/domain/shared/seeded-random.js';
import { bigintAsText } from '../../../src/domain/shared/json.js';
import { DevnetClient } from './devnet-client.js';

const SEED = 7;
const STEPS_BEFORE_STOP = 40;
const STEPS_BEFORE_KILL = 15;
const NEVER_MS = 3_600_000;
const DROPPED = 'dropped_stale_garbage_collect';

interface Opened {
  readonly client: DevnetClient;
  readonly events: readonly StartEvent[];
}

let folder: string;
const running: Devnet[] = [];

async function open(name: string): Promise<Opened> {
  const events: StartEvent[] = [];
  const devnet = await startDevnet({
    blockMs: NEVER_MS,
    journalPath: journalIn(name),
    controlPort: 0,
    onStart: (event) => events.push(event),
  });
  running.push(devnet);
  return { client: new DevnetClient(() => devnet), events };
}

const journalIn = (name: string): string => join(folder, name, 'chain.jsonl');
const snapshotIn = (name: string): string => `${journalIn(name)}.snapshot`;

/** A copy of the chain in another folder. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(join(folder, to));
  await copyFile(journalIn(from), journalIn(to));
  await copyFile(snapshotIn(from), snapshotIn(to));
}

/** A wallet's next transaction, random: a swap, or a transfer of tokens or STX; some fail, some are taken back. */
async function anyTransaction(client: DevnetClient, { random, pick }: Dice) {
  const { accounts, registry } = client.devnet;
  const { address, privateKey: senderKey } = pick(accounts);
  const { possible_next_nonce: nonce } = (await client.nonces(address)).body;
  const fee = 2_000 + Math.floor(random() * 3_000);
  const options = { senderKey, nonce, fee, mode: pick([1, 1, 2]) };
  const units = 1 + Math.floor(random() * 1e6);
  const kind = random();
  if (kind < 0.3) return client.transfer('opal', units, options);
  if (kind < 0.4) {
    const recipient = pick(accounts).address;
    const to = { recipient, amount: units, senderKey, nonce, fee, network: 'devnet' } as const;
    const transfer = await makeSTXTokenTransfer(to);
    return { raw: transfer.serializeBytes(), txid: transfer.txid() };
  }
  const pools = (registry.vaults ?? []).filter((vault) => vault.kind === 'pool');
  const args = [Cl.uint(units), Cl.some(Cl.bufferFromHex(pick(['00', '01'])))];
  return client.call(pick(pools).contractId, 'execute', args, options);
}

interface Dice {
  readonly random: () => number;
  readonly pick: <T>(from: readonly T[]) => T;
}

function dice(seed: number): Dice {
  const random = seededRandom(seed);
  return { random, pick: (from) => from[Math.floor(random() * from.length)]! };
}

async function send(client: DevnetClient, seed: number): Promise<string> {
  const { raw, txid } = await anyTransaction(client, dice(seed));
  expect((await client.send(raw)).status).toBe(200);
  return txid;
}

/** Random transactions, blocks, drops and orphaned blocks. Returns the ids of the transactions that were accepted. */
async function live(client: DevnetClient, steps: number, seed: number): Promise<string[]> {
  const { random, pick } = dice(seed);
  const txids: string[] = [];
  for (let step = 0; step < steps; step++) {
    const { raw, txid } = await anyTransaction(client, { random, pick });
    if ((await client.send(raw)).status === 200) txids.push(txid);
    const chance = random();
    if (chance < 0.4) await client.mine(pick([1, 1, 2, 5]));
    else if (chance < 0.45) await client.control('/drop', { txid });
    else if (chance < 0.5)
      await client.control('/orphan', { blocks: pick([1, 2]), drop: pick([true, false]) });
  }
  return txids;
}

/** Everything that clients can see of the chain. */
async function view(client: DevnetClient, txids: readonly string[]) {
  const height = await client.tipHeight();
  const heights = Array.from({ length: height }, (_, index) => index + 1);
  const { accounts, registry } = client.devnet;
  const blocks = await gather(heights, async (each) => {
    const block = (await client.get<{ index_block_hash: string }>(`/extended/v2/blocks/${each}`)).body;
    const path = `/extended/v2/blocks/${each}/transactions?limit=50`;
    return { block, transactions: (await client.get<object>(path)).body };
  });
  const old = blocks.filter((_block, index) => index % 10 === 0).map(({ block }) => block.index_block_hash);
  const owner = accounts[1]!.address;
  const call = JSON.stringify({ sender: owner, arguments: [cvToHex(Cl.principal(owner))] });
  const opal = client.id('opal').replace('.', '/');
  return {
    blocks,
    balances: await client.balances(),
    nonces: await gather(accounts, async ({ address }) => (await client.nonces(address)).body),
    transactions: await gather(txids, async (txid) => [
      (await client.transaction(txid)).body,
      (await client.get<object>(`/extended/v1/tx/${txid}/raw`)).body,
    ]),
    pools: await gather(registry.vaults ?? [], ({ contractId }) => quote(client, contractId)),
    earlier: await gather(old, async (tip) => {
      const url = `${client.devnet.stacksApiUrl}/v2/contracts/call-read/${opal}/get-balance?tip=${tip.slice(2)}`;
      return (await fetch(url, { method: 'POST', body: call })).json();
    }),
  };
}

const quote = async (client: DevnetClient, vault: string): Promise<unknown> =>
  client.read(vault, 'quote', [Cl.uint(1_000_000), Cl.some(Cl.bufferFromHex('00'))]).catch(String);

async function gather<T, R>(of: readonly T[], one: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const each of of) results.push(await one(each));
  return results;
}

/** Replaces fields in the header of a snapshot, under a right checksum. */
async function rewrite(path: string, change: object): Promise<void> {
  const bytes = await readFile(path);
  const bodyAt = bytes.indexOf(0x0a) + 1;
  const header = JSON.parse(bytes.toString('utf8', 0, bodyAt)) as object;
  const line = Buffer.from(`${JSON.stringify({ ...header, ...change })}\n`);
  const body = bytes.subarray(bodyAt, -32);
  const checksum = createHash('sha256').update(body).update(line).digest();
  await writeFile(path, Buffer.concat([line, body, checksum]));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-snapshots-'));
  await mkdir(join(folder, 'first'));
});
afterAll(async () => {
  await Promise.all(running.map((devnet) => devnet.stop()));
  await rm(folder, { recursive: true });
});

/** Blocks that two chains mine have two times. */
const withoutTimes = (view: unknown): unknown =>
  JSON.parse(
    JSON.stringify(view, (name, value: unknown) =>
      /_time(_iso)?$/.test(name) ? undefined : bigintAsText(name, value),
    ),
  );

describe('a devnet with a snapshot beside its journal', () => {
  it('is the chain that a replay of the whole journal results in, and continues like it', async () => {
    const before = await open('first');
    const txids = await live(before.client, STEPS_BEFORE_STOP, SEED);
    await before.client.devnet.stop();
    const killed = await open('first');
    expect(killed.events[0]?.kind).toBe('restored');
    txids.push(...(await live(killed.client, STEPS_BEFORE_KILL, SEED + 1)));
    txids.push(await send(killed.client, SEED));
    await killed.client.mine();
    await killed.client.control('/orphan', { blocks: 1, drop: true });
    txids.push(await send(killed.client, SEED + 1));
    process.kill(killed.client.devnet.pid, 'SIGKILL');
    await killed.client.devnet.exited;
    await copy('first', 'torn');
    await truncate(snapshotIn('torn'), 1_000_000);

    const restored = await open('first');
    expect(restored.events[0]?.kind).toBe('restored');
    expect(restored.events.at(-1)?.kind).toBe('replayed');
    const replayed = await open('torn');
    expect(replayed.events[0]).toEqual({ kind: 'snapshot-discarded', reason: 'it is damaged' });
    expect(replayed.events.at(-1)).toMatchObject({ kind: 'replayed' });
    const seen = await view(restored.client, txids);
    expect(seen).toEqual(await view(replayed.client, txids));
    const statuses = seen.transactions.map(
      ([transaction]) => (transaction as { tx_status?: string }).tx_status,
    );
    expect(new Set(statuses)).toEqual(
      new Set(['success', 'abort_by_response', 'abort_by_post_condition', 'pending', DROPPED, undefined]),
    );

    const { random, pick } = dice(SEED + 2);
    const both = [restored.client, replayed.client];
    for (let step = 0; step < 16; step++) {
      const { raw } = await anyTransaction(restored.client, { random, pick });
      const sent = await gather(both, async (client) => (await client.send(raw)).body);
      expect(sent[0]).toEqual(sent[1]);
      txids.push(sent[0] as string);
      if (step % 3 === 0) await gather(both, (client) => client.mine());
    }
    await gather(both, (client) => client.control('/orphan', { blocks: 4 }));
    await gather(both, (client) => client.mine(2));
    const [one, other] = await gather(both, async (client) => withoutTimes(await view(client, txids)));
    expect(one).toEqual(other);
  }, 400_000);

  it.each([
    ['of another version of the VM', 'vm', () => rewrite(snapshotIn('vm'), { vm: 'another' })],
    ['beside another journal', 'journal', async () => undefined],
  ])(
    'is not restored from a snapshot that is %s',
    async (_what, name, spoil) => {
      await copy('first', name);
      const [header = ''] = (await readFile(journalIn(name), 'utf8')).split('\n');
      await writeFile(journalIn(name), `${header}\n`);
      await spoil();
      const { events } = await open(name);
      const reason = name === 'vm' ? 'it is of another version of the VM' : 'its journal has changed';
      expect(events).toEqual([{ kind: 'snapshot-discarded', reason }]);
      await expect(access(snapshotIn(name))).rejects.toThrow('ENOENT');
    },
    60_000,
  );
});
