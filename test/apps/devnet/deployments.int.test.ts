import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, makeContractDeploy } from '@stacks/transactions';
import { startDevnet, type Devnet } from '../../../dist/apps/devnet/index.js';
import { devAccount } from '../../../src/apps/devnet/vm/accounts.js';
import { DevnetClient, type RejectionJson } from './devnet-client.js';

const DEPLOYER = devAccount('deployer');

const TOKEN_ABI = {
  functions: [
    {
      name: 'get-token-uri',
      access: 'read_only',
      args: [],
      outputs: {
        type: { response: { ok: { optional: { 'string-utf8': { length: 256 } } }, error: 'none' } },
      },
    },
  ],
};

const tokenSource = (uri: string) => `
(define-fungible-token pearl)
(define-data-var uri (string-utf8 256) u"${uri}")
(define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
  (begin (asserts! (is-eq tx-sender from) (err u4)) (ft-transfer? pearl amount from to)))
(define-public (set-uri (next (string-utf8 256))) (ok (var-set uri next)))
(define-read-only (get-name) (ok "Pearl"))
(define-read-only (get-symbol) (ok "PRL"))
(define-read-only (get-decimals) (ok u6))
(define-read-only (get-balance (who principal)) (ok (ft-get-balance pearl who)))
(define-read-only (get-total-supply) (ok (ft-get-supply pearl)))
(define-read-only (get-token-uri) (ok (some (var-get uri))))
(ft-mint? pearl u1000 tx-sender)`;

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

async function start(): Promise<DevnetClient> {
  const devnet = await startDevnet({ blockMs: 3_600_000, journalPath, controlPort: 0 });
  running.push(devnet);
  return new DevnetClient(() => devnet);
}

async function deploy(client: DevnetClient, contractName: string, codeBody: string, nonce = 0) {
  const transaction = await makeContractDeploy({
    contractName,
    codeBody,
    senderKey: DEPLOYER.privateKey,
    nonce,
    fee: 20_000,
    network: 'devnet',
  });
  return { txid: transaction.txid(), answer: await client.send(transaction.serializeBytes()) };
}

const PEARL = `${DEPLOYER.address}.pearl`;
const SOURCE = tokenSource('https://example.org/pearl.json');
const path = (what: string) => `/v2/contracts/${what}/${PEARL.replace('.', '/')}`;

describe('a deployment on the devnet', () => {
  it('is mined like any other transaction, and its contract is read, listed and called', async () => {
    const client = await start();
    expect((await client.get(path('source'))).status).toBe(404);
    const { txid, answer } = await deploy(client, 'pearl', SOURCE);
    expect(answer).toEqual({ status: 200, body: txid });
    expect((await client.transaction(txid)).body).toMatchObject({
      tx_status: 'pending',
      tx_type: 'smart_contract',
      smart_contract: { contract_id: PEARL },
    });
    expect((await client.get(path('interface'))).status).toBe(404);
    await client.mine();
    const height = await client.tipHeight();
    expect((await client.transaction(txid)).body).toMatchObject({
      tx_status: 'success',
      block_height: height,
    });
    expect((await client.get(path('source'))).body).toEqual({ source: SOURCE, publish_height: height });
    expect((await client.get<{ functions: object[] }>(path('interface'))).body.functions).toContainEqual(
      expect.objectContaining({ name: 'get-token-uri', access: 'read_only' }),
    );
    expect(await client.read(PEARL, 'get-token-uri', [])).toEqual(
      Cl.ok(Cl.some(Cl.stringUtf8('https://example.org/pearl.json'))),
    );
    expect(await client.read(PEARL, 'get-balance', [Cl.principal(DEPLOYER.address)])).toEqual(
      Cl.ok(Cl.uint(1_000)),
    );
    const listed = await client.get<{ results: { contract_id: string; tx_id: string }[] }>(
      `/extended/v1/contract/by_trait?trait_abi=${encodeURIComponent(JSON.stringify(TOKEN_ABI))}`,
    );
    expect(listed.body.results[0]).toMatchObject({ contract_id: PEARL, tx_id: `0x${txid}` });

    const args = [Cl.stringUtf8('https://example.org/2.json')];
    const { raw } = await client.call(PEARL, 'set-uri', args, { senderKey: DEPLOYER.privateKey, nonce: 1 });
    expect((await client.send(raw)).status).toBe(200);
    await client.mine();
    expect(await client.read(PEARL, 'get-token-uri', [])).toEqual(Cl.ok(Cl.some(args[0]!)));
  });

  it('is there after a restart, and gone when its block is', async () => {
    const before = await start();
    await deploy(before, 'pearl', SOURCE);
    await before.mine();
    const height = await before.tipHeight();
    await before.devnet.stop();

    const after = await start();
    expect((await after.get(path('source'))).body).toEqual({ source: SOURCE, publish_height: height });
    expect((await after.get(path('interface'))).status).toBe(200);
    await after.control('/orphan', { blocks: 1, drop: true });
    expect((await after.get(path('source'))).status).toBe(404);
    expect((await after.get(path('interface'))).status).toBe(404);
    await expect(after.read(PEARL, 'get-name', [])).rejects.toThrow();
    const { answer } = await deploy(after, 'pearl', tokenSource('https://example.org/other.json'));
    expect(answer.status).toBe(200);
    await after.mine();
    expect(await after.read(PEARL, 'get-token-uri', [])).toEqual(
      Cl.ok(Cl.some(Cl.stringUtf8('https://example.org/other.json'))),
    );
  });

  it('survives a restart from a snapshot', async () => {
    const before = await start();
    await deploy(before, 'pearl', SOURCE);
    await before.mine();
    // Enough to be worth a snapshot.
    for (let n = 0; n < 30; n++) {
      const { raw } = await before.transfer('opal', 1, {
        senderKey: before.alice.privateKey,
        nonce: n,
        mode: 1,
      });
      await before.send(raw);
      if (n % 20 === 19) await before.mine();
    }
    await before.mine();
    await before.devnet.stop();

    const starts: string[] = [];
    const devnet = await startDevnet({
      blockMs: 3_600_000,
      journalPath,
      controlPort: 0,
      onStart: ({ kind }) => starts.push(kind),
    });
    running.push(devnet);
    const after = new DevnetClient(() => devnet);
    expect(starts).toContain('restored');
    expect((await after.get(path('source'))).body).toMatchObject({ source: SOURCE });
    expect((await deploy(after, 'pearl', SOURCE, 1)).answer.status).toBe(400);
    await after.control('/orphan', { blocks: 3, drop: true });
    expect((await after.get(path('interface'))).status).toBe(404);
  });

  it('is refused for a contract that exists, and aborts when it does not pass the checks of the VM', async () => {
    const client = await start();
    const { answer } = await deploy(client, 'opal', SOURCE);
    expect([answer.status, (answer.body as RejectionJson).reason]).toEqual([400, 'ContractAlreadyExists']);

    const broken = await deploy(client, 'broken', '(define-read-only (f) (undefined-function))');
    expect(broken.answer.status).toBe(200);
    await client.mine();
    expect((await client.transaction(broken.txid)).body).toMatchObject({
      tx_status: 'abort_by_response',
      vm_error: expect.stringContaining('undefined-function'),
    });
    expect((await client.get(`/v2/contracts/source/${DEPLOYER.address}/broken`)).status).toBe(404);
    // It has paid, used its nonce, and the name is free.
    expect((await client.nonces(DEPLOYER.address)).body.last_executed_tx_nonce).toBe(0);
    expect((await deploy(client, 'broken', SOURCE, 1)).answer.status).toBe(200);
    await client.mine();
    expect((await client.get(`/v2/contracts/source/${DEPLOYER.address}/broken`)).status).toBe(200);
  });

  it('is open to the deployer, whose public key pair /devnet shows', async () => {
    const client = await start();
    const { body } = await client.get<{ deployer: object }>('/devnet');
    const { name, address, privateKey } = DEPLOYER;
    expect(body.deployer).toEqual({ name, address, privateKey });
    const account = await client.get<{ balance: string }>(`/v2/accounts/${address}`);
    expect(BigInt(account.body.balance)).toBe(1_000_000_000n);
  });
});
