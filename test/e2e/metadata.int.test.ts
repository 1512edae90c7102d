import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { devAccount } from '../../src/apps/devnet/vm/accounts.js';
import { signText } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import { runExample } from '../support/run-example.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { startTestChain, type TestChain } from '../support/test-chain.js';

const DEPLOYER = devAccount('deployer');
const DEADLINE_MS = 30_000;

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.close());

interface Notice {
  readonly server: Server;
  readonly url: string;
  /** Contract ids it was notified of. */
  readonly heard: string[];
}

/** A tokens service that records notifications and responds with an error. */
async function tokensService(): Promise<Notice> {
  const heard: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      heard.push((JSON.parse(Buffer.concat(chunks).toString()) as { contractId: string }).contractId);
      res.writeHead(503).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reread` };
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(20)) {
    if (await isTrue()) return;
    if (performance.now() - from > DEADLINE_MS) break;
  }
  throw new Error(`${what} did not happen`);
}

describe.each(onlyOn('Postgres'))('token metadata on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let notice: Notice;
  let sluice: SluiceProcess;

  const start = async () => {
    sluice = await startSluice({
      DATABASE_URL: database.url,
      STACKS_API_URL: chain.proxy.url,
      SLUICE_METADATA_REREAD_URL: notice.url,
      SLUICE_BTC_SOURCES: 'fixed:100000',
    });
  };

  beforeEach(async () => {
    [database, notice] = await Promise.all([create(), tokensService()]);
    await start();
  });
  afterEach(async () => {
    await sluice.end('SIGTERM');
    notice.server.close();
    await database.remove();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${sluice.url}${path}`, { headers });
  const bodyOf = async (path: string): Promise<unknown> => (await get(path)).json();

  async function save(contractId: string, record: object, wallet = DEPLOYER) {
    const timestamp = Date.now();
    return fetch(`${sluice.url}/metadata/api/v1/metadata/${contractId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': signText(JSON.stringify({ message: contractId, timestamp }), wallet.privateKey),
        'x-public-key': wallet.publicKey,
        'x-timestamp': String(timestamp),
      },
      body: JSON.stringify(record),
    });
  }

  it('has who may mint, freeze, take and rename a token, read from its contract', async () => {
    const { contractId } = chain.devnet.registry.tokens.find(
      ({ contractId: id, type }) => id.startsWith(DEPLOYER.address) && type === undefined,
    )!;
    const path = `/metadata/api/v1/metadata/${contractId}/safety`;
    await until('the token is examined', async () => (await get(path)).ok);
    expect(await bodyOf(path)).toMatchObject({
      contractId,
      mint: { who: 'owner', by: [DEPLOYER.address], functions: ['mint'] },
      freeze: { who: 'no', by: [], functions: [] },
      take: { who: 'no' },
      uri: { who: 'no' },
      deployedHeight: 1,
    });
  });

  it('is saved by the deployer, read by anyone, kept across a restart, and names the token in all areas', async () => {
    const { contractId, decimals } = chain.devnet.registry.tokens.find(({ contractId: id }) =>
      id.startsWith(DEPLOYER.address),
    )!;
    const path = `/metadata/api/v1/metadata/${contractId}`;
    expect((await get(path)).status).toBe(404);
    expect((await save(contractId, { name: 'Not mine' }, devAccount('stranger'))).status).toBe(401);

    const record = { name: 'New name', properties: { symbol: 'NEWN', decimals: 17 }, mine: 'ü' };
    const saved = await save(contractId, record);
    const { metadata } = (await saved.json()) as { metadata: { lastUpdated: string } };
    expect([saved.status, metadata]).toEqual([200, { ...record, lastUpdated: expect.any(String) }]);

    const read = await get(path);
    expect(await read.json()).toEqual(metadata);
    const tag = read.headers.get('etag')!;
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    expect(await bodyOf('/metadata/api/v1/metadata/list')).toEqual({
      success: true,
      metadata: [{ ...metadata, contractId }],
    });
    await until('the notice', () => notice.heard.length > 0);
    expect(notice.heard).toEqual([contractId]);
    const failure = 'the tokens service was not notified of saved metadata';
    await until('the word of its failure', () => sluice.log.some((line) => line.includes(failure)));

    await sluice.end('SIGTERM');
    await start();
    const again = await get(path, { 'if-none-match': tag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
    const shown = { contractId, symbol: 'NEWN', name: 'New name', decimals };
    await until('a price', async () => (await get(`/prices/api/v1/prices/${contractId}`)).ok);
    expect(await bodyOf(`/prices/api/v1/prices/${contractId}`)).toMatchObject(shown);
    const { data } = (await bodyOf('/app/api/v0/vaults')) as { data: { tokens: object[]; vaults: object[] } };
    expect(data.tokens).toContainEqual(expect.objectContaining(shown));
    expect(data.vaults).toHaveLength(chain.devnet.registry.vaults.length);
    expect(data.vaults).toContainEqual(expect.objectContaining({ supply: expect.any(Number), fee: 3000 }));
    await save(contractId, { name: 'Named once more' });
    await until('the new name', async () => {
      const price = (await bodyOf(`/prices/api/v1/prices/${contractId}`)) as { name: string };
      return price.name === 'Named once more';
    });
  });

  it('is saved as in the documented example', async () => {
    const { contractId } = chain.devnet.registry.vaults.find(({ contractId: id }) =>
      id.startsWith(DEPLOYER.address),
    )!;
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-key-'));
    const keyFile = join(folder, 'deployer.key');
    await writeFile(keyFile, `${DEPLOYER.privateKey}\n`);
    const lines = await runExample('save-metadata', sluice.url, contractId, keyFile);
    await rm(folder, { recursive: true });
    expect(lines).toEqual([
      'saved: 200 Example Token',
      'read: 200 by its tag 304',
      'finding: image-missing in image',
      'another body: 401 The signed bodyHash is not the hash of the body',
      'another wallet: 401 Not authorised',
    ]);
  });
});
