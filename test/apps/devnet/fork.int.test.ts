/**
 * A process has one VM.
 * @own-modules
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Cl,
  cvToHex,
  getAddressFromPrivateKey,
  makeRandomPrivKey,
  makeSTXTokenTransfer,
} from '@stacks/transactions';
import { startFork } from '../../../dist/apps/devnet/index.js';
import { openForkBed, recordedMainnet, type ForkBed, type ForkedNetwork } from '../../support/fork-bed.js';
import { startForkPeer } from '../../support/fork-peer.js';
import { SLUICE } from '../../support/run-command.js';
import { ask } from '../../support/test-chain.js';

const API_KEY = 'key-of-the-network';
/** The operator has sent before, on the network. */
const OPERATOR_NONCE = 41;

let network: ForkedNetwork;
let bed: ForkBed;
const log: string[] = [];

/** Tokens of the registry that no test has read from before, so that the network has to be asked. */
const unread = (() => {
  let next = 0;
  return () => {
    const { tokens } = network.genesis.registry;
    const plain = tokens.filter(({ contractId, type }) => type === undefined && contractId !== '.stx');
    return plain[next++]!.contractId;
  };
})();
/** The last that `unread` would return. */
const lastToken = () => network.genesis.registry.tokens.findLast(({ type }) => type === undefined)!;
const newAddress = () => getAddressFromPrivateKey(makeRandomPrivKey(), 'mainnet');
const balanceOf = async (token: string, account: string, at?: string) =>
  (await bed.read(token, 'get-balance', [Cl.principal(account)], at)).body.value;
const inNetwork = (token: string, account: string) => {
  const read = network.vm.read(token, 'get-balance', [Cl.principal(account)], account.split('.')[0]!);
  return read.ok ? read.value : read.error;
};
/** Submits a transfer of the operator's and returns its id. */
async function transfer(recipient: string, amount: bigint): Promise<string> {
  const { operatorAddress, operatorKey, stacksApiUrl } = bed.fork;
  const { nonce } = (await bed.get<{ nonce: number }>(`/v2/accounts/${operatorAddress}`)).body;
  const signed = await makeSTXTokenTransfer({
    recipient,
    amount,
    senderKey: operatorKey,
    network: 'mainnet',
    nonce,
    fee: 500n,
  });
  const url = `${stacksApiUrl}/v2/transactions`;
  const sent = await ask(url, { method: 'POST', body: signed.serializeBytes() });
  expect(sent.status).toBe(200);
  return signed.txid();
}
const statusOf = async (txid: string) =>
  (await bed.get<{ tx_status: string }>(`/extended/v1/tx/0x${txid}`)).body.tx_status;
/** The id of the newest block, as clients compute it. */
async function tip(): Promise<string> {
  const { body } = await bed.get<Record<string, string>>('/v2/info');
  const bytes = Buffer.from(`${body['stacks_tip']}${body['stacks_tip_consensus_hash']}`, 'hex');
  return createHash('sha512-256').update(bytes).digest('hex');
}

beforeAll(async () => {
  network = await recordedMainnet();
  const { address } = network.genesis.accounts.operator;
  bed = await openForkBed(network, {
    nonces: { [address]: OPERATOR_NONCE },
    apiKey: API_KEY,
    log: (line) => void log.push(line),
  });
});
afterAll(() => bed.close());
afterEach(() => bed.peer.fail(undefined));

describe('a fork of a network', () => {
  it('continues the network’s newest block under its chain id', async () => {
    const { body } = await bed.get('/v2/info');
    expect(body).toMatchObject({ network_id: 1, stacks_tip_height: network.height });
    const { body: view } = await bed.get('/devnet');
    expect(view).toMatchObject({ network: 'mainnet', fork: { height: network.height } });
    await bed.control('/mine');
    expect((await bed.get('/v2/info')).body).toMatchObject({ stacks_tip_height: network.height + 1 });
  });

  it('has the network’s contracts and balances', async () => {
    const { registry, accounts } = network.genesis;
    const [alice] = accounts.wallets;
    const subnet = registry.tokens.find(({ type }) => type === 'SUBNET')!.contractId;
    for (const token of [registry.sbtc, registry.wstx, subnet])
      await expect(balanceOf(token, alice!.address)).resolves.toEqual(inNetwork(token, alice!.address));
    const pool = registry.vaults.find(({ kind }) => kind === 'pool')!.contractId;
    const args = [Cl.uint(1_000_000), Cl.some(Cl.bufferFromHex('00'))];
    const quoted = network.vm.read(pool, 'quote', args, alice!.address);
    expect(quoted).toEqual({ ok: true, value: (await bed.read(pool, 'quote', args)).body.value });
    const uuid = Cl.stringAscii('11111111-2222-4333-8444-555555555555');
    const check = await bed.read(registry.verifier.v1, 'check', [uuid]);
    expect(check.body.value).toEqual(Cl.bool(false));
  });

  it('requests each entry of the network once, at the block that it continues', async () => {
    const { sbtc } = network.genesis.registry;
    const [known, unknown] = [network.genesis.accounts.wallets[0]!.address, newAddress()];
    await balanceOf(sbtc, known);
    const before = bed.peer.calls.length;
    for (const account of [known, unknown, known, unknown]) await balanceOf(sbtc, account);
    expect(bed.peer.calls.length - before).toBe(1);
    const tips = new Set(bed.peer.calls.flatMap((call) => /tip=\w+/.exec(call) ?? []));
    expect(tips.size).toBe(1);
    const { body } = await bed.get<{ fork: { requests: number } }>('/devnet');
    expect(body.fork.requests).toBe(bed.peer.calls.length);
  });

  it('responds with interfaces, sources and earlier blocks as the network does', async () => {
    const [address, name] = network.genesis.registry.sbtc.split('.');
    for (const path of [
      `/v2/contracts/interface/${address}/${name}`,
      `/v2/contracts/source/${address}/${name}?proof=0`,
      `/extended/v2/blocks/${network.height}`,
      `/extended/v2/blocks/${network.height - 7}`,
    ]) {
      const { body } = await ask(`${bed.peer.url}${path}`);
      expect(await bed.get(path)).toMatchObject({ status: 200, body });
    }
    expect((await bed.get(`/v2/contracts/interface/${address}/no-such-contract`)).status).toBe(404);
    expect((await bed.get(`/extended/v2/blocks/${network.height + 1_000}`)).status).toBe(404);
  });

  it('continues the nonces of accounts, and pays fees from what the operator is given', async () => {
    const address = bed.fork.operatorAddress;
    const account = () => bed.get<{ nonce: number; balance: string }>(`/v2/accounts/${address}?proof=0`);
    const before = (await account()).body;
    expect(before.nonce).toBe(OPERATOR_NONCE);
    const onNetwork = network.recorded.stx.get(address) ?? 0n;
    expect(BigInt(before.balance)).toBe(onNetwork + 10_000_000_000n);

    await transfer(newAddress(), 1_000n);
    await bed.control('/mine');
    const after = (await account()).body;
    expect(after.nonce).toBe(OPERATOR_NONCE + 1);
    expect(BigInt(after.balance)).toBe(BigInt(before.balance) - 1_500n);
    expect((await bed.get(`/extended/v3/principals/${address}/nonces`)).body).toMatchObject({
      next_nonce: OPERATOR_NONCE + 1,
      last_confirmed_nonce: OPERATOR_NONCE,
    });
  });

  it('gives an account STX, and tokens of a holder that has them', async () => {
    const to = newAddress();
    const { tokens } = network.genesis.registry;
    const token = tokens.find(({ type }) => type === 'SUBNET')!.contractId;
    const order = { token, from: network.genesis.accounts.whale.address, to, amount: '700' };
    expect(await bed.control('/fund', { to, amount: '2500000' })).toMatchObject({ status: 200 });
    const { body } = await bed.get<{ balance: string }>(`/v2/accounts/${to}?proof=0`);
    expect(BigInt(body.balance)).toBe(2_500_000n);
    expect(await bed.control('/fund', order)).toMatchObject({ status: 200 });
    await expect(balanceOf(token, to)).resolves.toEqual(Cl.ok(Cl.uint(700)));

    const tooMuch = await bed.control('/fund', { ...order, amount: '9'.repeat(30) });
    expect(tooMuch).toMatchObject({ status: 400, body: { error: 'the token was not transferred' } });
    expect(await bed.control('/fund', { ...order, from: undefined })).toMatchObject({ status: 400 });
    expect(await bed.control('/fund', { to: token, amount: '1' })).toMatchObject({ status: 400 });
    await expect(balanceOf(token, to)).resolves.toEqual(Cl.ok(Cl.uint(700)));
  });

  it('gives an account a token out of nothing', async () => {
    const to = newAddress();
    const { contractId: token, identifier: asset } = lastToken();
    for (const total of [300, 600]) {
      expect(await bed.control('/fund', { to, token, asset, amount: '300' })).toMatchObject({ status: 200 });
      await expect(balanceOf(token, to)).resolves.toEqual(Cl.ok(Cl.uint(total)));
    }
    for (const wrong of [{ asset: 'no-such-asset' }, { asset: undefined }, { to: token }])
      expect(await bed.control('/fund', { to, token, asset, amount: '1', ...wrong })).toMatchObject({
        status: 400,
      });
  });

  it('has an account that signs nothing call a contract, and shows what moved', async () => {
    const { accounts } = network.genesis;
    const { contractId: token } = lastToken();
    const [sender, to] = [accounts.whale.address, newAddress()];
    const transfer = [Cl.uint(5), Cl.principal(sender), Cl.principal(to), Cl.none()].map((arg) =>
      cvToHex(arg),
    );
    const call = { sender, contract: token, function: 'transfer', arguments: transfer };
    const { status, body } = await bed.control('/call', call);
    expect([status, body]).toMatchObject([200, { result: '(ok true)' }]);
    const [event] = body['events'] as { event: string; data: object }[];
    expect(event).toMatchObject({ event: 'ft_transfer_event', data: { sender, recipient: to, amount: '5' } });
    await expect(balanceOf(token, to)).resolves.toEqual(Cl.ok(Cl.uint(5)));

    const refused = await bed.control('/call', { ...call, sender: accounts.wallets[0]!.address });
    expect(refused).toMatchObject({ status: 400, body: { error: 'the call failed', result: '(err u4)' } });
    for (const wrong of [{ sender: token }, { arguments: ['zz'] }, { arguments: 5 }, { function: '' }])
      expect(await bed.control('/call', { ...call, ...wrong })).toMatchObject({ status: 400 });
  });

  it('reads the state at an earlier block of its own', async () => {
    const to = newAddress();
    const { wstx } = network.genesis.registry;
    const earlier = await tip();
    await transfer(to, 7n);
    await bed.control('/mine');
    await expect(balanceOf(wstx, to, earlier)).resolves.toEqual(Cl.ok(Cl.uint(0)));
    await expect(balanceOf(wstx, to, await tip())).resolves.toEqual(Cl.ok(Cl.uint(7)));
    await transfer(to, 8n);
    await bed.control('/mine');
    await expect(balanceOf(wstx, to)).resolves.toEqual(Cl.ok(Cl.uint(15)));
  });

  it('refuses reorganisations, which would undo what was funded', async () => {
    expect(await bed.control('/orphan', { blocks: 1 })).toMatchObject({ status: 400 });
  });

  it('sends the network nothing but GET requests, with the API key, which it prints nowhere', () => {
    expect(bed.peer.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect([...bed.peer.keys]).toEqual([API_KEY]);
    expect(log.join('\n')).not.toContain(API_KEY);
  });
});

const TROUBLES = [
  ['fails', { status: 503 }],
  ['limits requests', { status: 429 }],
  ['breaks the connection', 'cut'],
  ['no longer knows the block', { status: 404, body: 'Chain tip not found' }],
] as const;

describe.each(TROUBLES)('a fork whose network %s', (_trouble, failure) => {
  it('responds with 503 instead of an amount, and with the amount once the network answers', async () => {
    const [token, account] = [unread(), network.genesis.accounts.whale.address];
    const args = [Cl.principal(account)];
    bed.peer.fail({ path: '/v2/clarity/', with: failure });
    const down = await bed.read(token, 'get-balance', args);
    expect(down).toMatchObject({ status: 503, body: { error: expect.stringContaining('/v2/clarity/') } });
    bed.peer.fail(undefined);
    await untilAnswered(() => bed.read(token, 'get-balance', args));
    await expect(balanceOf(token, account)).resolves.toEqual(inNetwork(token, account));
  });
});

describe('a fork whose network does not answer for balances', () => {
  it('takes no balance for 0, and mines a transaction that reads one later', async () => {
    const recipient = newAddress();
    bed.peer.fail({ path: '/v2/clarity/marf/', with: { status: 500 } });
    const txid = await transfer(recipient, 5n);
    await bed.control('/mine');
    await expect(statusOf(txid)).resolves.toBe('pending');
    expect((await bed.get(`/v2/accounts/${recipient}`)).status).toBe(503);

    bed.peer.fail(undefined);
    await bed.control('/mine');
    await expect(statusOf(txid)).resolves.toBe('success');
    const { body } = await bed.get<{ balance: string }>(`/v2/accounts/${recipient}`);
    expect(BigInt(body.balance)).toBe(5n);
  });

  it('takes no contract for missing because a host does not know the block', async () => {
    const [address, name] = unread().split('.');
    const path = `/v2/contracts/interface/${address}/${name}`;
    bed.peer.fail({ path, with: { status: 404, body: 'Chain tip not found' } });
    expect((await bed.get(path)).status).toBe(503);
    bed.peer.fail(undefined);
    expect((await bed.get(path)).status).toBe(200);
  });

  it('survives when the block of an earlier time cannot be read', async () => {
    bed.peer.fail({ path: '/extended/v2/blocks/', with: { status: 500 } });
    expect((await bed.get(`/extended/v2/blocks/${network.height - 100}`)).status).toBe(503);
    expect((await bed.get(`/v2/accounts/${bed.fork.operatorAddress}`)).status).toBe(200);
  });
});

/** A pause that the network asked for ends within a second. */
async function untilAnswered(read: () => Promise<{ status: number }>): Promise<void> {
  const until = performance.now() + 5_000;
  while ((await read()).status !== 200)
    if (performance.now() > until) throw new Error('the fork did not recover');
}

describe('the start of a fork', () => {
  const start = (url: string, height?: number) => startFork({ blockMs: 3_600_000, network: { url, height } });

  it('fails with the reason when the network cannot be read', async () => {
    await expect(start('http://127.0.0.1:9')).rejects.toThrow(
      'devnet: the network cannot be forked: /v2/info: no response',
    );
  });

  it('fails when the block does not exist yet', async () => {
    const { url, height } = bed.peer;
    await expect(start(url, height + 1)).rejects.toThrow(
      `block ${height + 1} does not exist yet: the newest is ${height}`,
    );
  });

  it('fails when the network breaks off while the VM starts', async () => {
    bed.peer.fail({ path: '/v3/sortitions/', with: { status: 429 } });
    await expect(start(bed.peer.url)).rejects.toThrow('/v3/sortitions/burn_height/930000: status 429');
  });

  it('fails for a network that is neither mainnet nor testnet', async () => {
    const peer = await startForkPeer(network.recorded, { chainId: 7, height: network.height });
    await expect(start(peer.url)).rejects.toThrow('network 7 is neither mainnet nor testnet');
    await peer.close();
  });
});

describe('the devnet program with --fork', () => {
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, [SLUICE, 'devnet', '--port=0', ...args], {
      env: { STACKS_API_KEY: API_KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: once(child, 'exit'), errors: text(child.stderr) };
  };

  it('prints what it continues and a server’s settings, and not the API key', async () => {
    const { child, ended } = run(`--fork=${bed.peer.url}/`);
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.includes('DATABASE_URL')) break;
    }
    child.kill('SIGTERM');
    await expect(ended).resolves.toEqual([0, null]);
    const printed = lines.join('\n');
    expect(printed).toContain(`it continues mainnet after block ${network.height}`);
    expect(printed).toContain('valid on mainnet too');
    expect(printed).toMatch(/SLUICE_NETWORK=mainnet\n/);
    expect(printed).not.toContain(API_KEY);
  });

  it.each([
    ['the journal of a devnet', 2, ['--fork=http://127.0.0.1:9', '--journal=x'], 'cannot be used with'],
    ['stand-ins for a network', 2, ['--fork=http://127.0.0.1:9', '--network=mainnet'], 'cannot be used with'],
    ['a height without an API', 2, ['--fork-height=5'], '--fork-height needs --fork'],
    ['no address', 2, ['--fork=mainnet'], 'It must be an http or https address'],
    ['an API that is down', 1, ['--fork=http://127.0.0.1:9'], 'cannot be forked: /v2/info: no response'],
  ])('refuses %s with exit code %d', async (_what, code, args, message) => {
    const { ended, errors } = run(...args);
    await expect(ended).resolves.toEqual([code, null]);
    await expect(errors).resolves.toContain(message);
  });
});
