import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, getAddressFromPrivateKey, makeSTXTokenTransfer, makeRandomPrivKey } from '@stacks/transactions';
import { openForkBed, recordedDevnet, type ForkBed, type ForkedNetwork } from '../../support/fork-bed.js';
import { startForkPeer } from '../../support/fork-peer.js';
import { startDevnetProcess } from '../../support/fork-process.js';
import { ask } from '../../support/test-chain.js';

const API_KEY = 'key-of-the-network';
/** The operator has sent before, on the network. */
const OPERATOR_NONCE = 41;

let network: ForkedNetwork;
let bed: ForkBed;

const balanceOf = async (token: string, account: string) =>
  (await bed.read(network.id(token), 'get-balance', [Cl.principal(account)])).body.value;
const newAddress = () => getAddressFromPrivateKey(makeRandomPrivKey(), 'testnet');
const inNetwork = (token: string, account: string) => {
  const read = network.vm.read(network.id(token), 'get-balance', [Cl.principal(account)], account);
  return read.ok ? read.value : read.error;
};

beforeAll(async () => {
  network = await recordedDevnet();
  bed = await openForkBed(network, {
    nonces: { [network.operator.address]: OPERATOR_NONCE },
    env: { STACKS_API_KEY: API_KEY },
  });
});
afterAll(() => bed.close());
afterEach(() => bed.peer.fail(undefined));

describe('a fork of a network', () => {
  it('continues the network’s newest block under its chain id', async () => {
    const { body } = await bed.get<Record<string, unknown>>('/v2/info');
    expect(body).toMatchObject({ network_id: network.chainId, stacks_tip_height: network.height });
    const { body: view } = await bed.get<Record<string, unknown>>('/devnet');
    expect(view).toMatchObject({ network: 'testnet', fork: { height: network.height } });
    await bed.control('/mine');
    expect((await bed.get<Record<string, unknown>>('/v2/info')).body).toMatchObject({
      stacks_tip_height: network.height + 1,
    });
  });

  it('has the network’s contracts and balances', async () => {
    const [alice] = network.accounts;
    for (const token of ['sbtc', 'wstx', 'sbtc-subnet'])
      await expect(balanceOf(token, alice!.address)).resolves.toEqual(inNetwork(token, alice!.address));
    const pool = network.id('sbtc-stx');
    const args = [Cl.uint(1_000_000), Cl.some(Cl.bufferFromHex('00'))];
    const quoted = network.vm.read(pool, 'quote', args, alice!.address);
    expect(quoted).toEqual({ ok: true, value: (await bed.read(pool, 'quote', args)).body.value });
    const uuid = Cl.stringAscii('11111111-2222-4333-8444-555555555555');
    expect((await bed.read(network.id('verifier-v1'), 'check', [uuid])).body.value).toEqual(Cl.bool(false));
  });

  it('requests each entry of the network once, at the block that it continues', async () => {
    const [alice] = network.accounts;
    await balanceOf('sbtc', alice!.address);
    const before = bed.peer.calls.length;
    await balanceOf('sbtc', alice!.address);
    await balanceOf('sbtc', network.id('nothing'));
    await balanceOf('sbtc', network.id('nothing'));
    const asked = bed.peer.calls.slice(before);
    expect(asked).toHaveLength(1);
    const tips = new Set(bed.peer.calls.flatMap((call) => /tip=\w+/.exec(call) ?? []));
    expect(tips.size).toBe(1);
    const { body } = await bed.get<{ fork: { requests: number } }>('/devnet');
    expect(body.fork.requests).toBe(bed.peer.calls.length);
  });

  it('responds with interfaces, sources and earlier blocks as the network does', async () => {
    const [address, name] = network.id('sbtc').split('.');
    for (const path of [
      `/v2/contracts/interface/${address}/${name}`,
      `/v2/contracts/source/${address}/${name}?proof=0`,
      `/extended/v2/blocks/${network.height}`,
      `/extended/v2/blocks/${network.height - 7}`,
    ]) {
      const ofNetwork = await ask(`${bed.peer.url}${path}`);
      expect(await bed.get(path)).toMatchObject({ status: 200, body: ofNetwork.body });
    }
    expect((await bed.get(`/v2/contracts/interface/${address}/no-such-contract`)).status).toBe(404);
    expect((await bed.get(`/extended/v2/blocks/${network.height + 1_000_000}`)).status).toBe(404);
  });

  it('continues the nonces of accounts, and pays fees from what the operator is given', async () => {
    const { address, privateKey } = network.operator;
    const account = () => bed.get<{ nonce: number; balance: string }>(`/v2/accounts/${address}?proof=0`);
    const before = (await account()).body;
    expect(before.nonce).toBe(OPERATOR_NONCE);
    expect(BigInt(before.balance)).toBe((network.recorded.stx.get(address) ?? 0n) + 10_000_000_000n);

    const [, bob] = network.accounts;
    const transfer = await makeSTXTokenTransfer({
      recipient: bob!.address,
      amount: 1_000n,
      senderKey: privateKey,
      network: 'testnet',
      nonce: OPERATOR_NONCE,
      fee: 500n,
    });
    const sent = await ask(`${bed.fork.stacksApiUrl}/v2/transactions`, {
      method: 'POST',
      body: transfer.serializeBytes(),
    });
    expect(sent.status).toBe(200);
    await bed.control('/mine');
    const after = (await account()).body;
    expect(after.nonce).toBe(OPERATOR_NONCE + 1);
    expect(BigInt(after.balance)).toBe(BigInt(before.balance) - 1_500n);
    expect((await bed.get<object>(`/extended/v3/principals/${address}/nonces`)).body).toMatchObject({
      next_nonce: OPERATOR_NONCE + 1,
      last_confirmed_nonce: OPERATOR_NONCE,
    });
  });

  it('gives an account STX, and tokens of a holder that has them', async () => {
    const to = newAddress();
    const stx = async () => (await bed.get<{ balance: string }>(`/v2/accounts/${to}?proof=0`)).body.balance;
    expect(await bed.control('/fund', { to, amount: '2500000' })).toMatchObject({ status: 200 });
    expect(BigInt(await stx())).toBe(2_500_000n);
    const order = { token: network.id('sbtc-subnet'), from: network.whale.address, to, amount: '700' };
    expect(await bed.control('/fund', order)).toMatchObject({ status: 200 });
    await expect(balanceOf('sbtc-subnet', to)).resolves.toEqual(Cl.ok(Cl.uint(700)));

    const tooMuch = await bed.control('/fund', { ...order, amount: '9'.repeat(30) });
    expect(tooMuch).toMatchObject({ status: 400, body: { error: 'the token was not transferred' } });
    expect(await bed.control('/fund', { ...order, from: undefined })).toMatchObject({ status: 400 });
    expect(await bed.control('/fund', { to: network.id('sbtc'), amount: '1' })).toMatchObject({
      status: 400,
    });
    await expect(balanceOf('sbtc-subnet', to)).resolves.toEqual(Cl.ok(Cl.uint(700)));
  });

  it('keeps what was funded and mined when later blocks are read', async () => {
    const to = newAddress();
    await bed.control('/fund', { to, amount: '1' });
    await bed.control('/mine', { blocks: 3 });
    const { body } = await bed.get<{ balance: string }>(`/v2/accounts/${to}?proof=0`);
    expect(BigInt(body.balance)).toBe(1n);
  });

  it('refuses reorganisations, which would undo what was funded', async () => {
    expect(await bed.control('/orphan', { blocks: 1 })).toMatchObject({ status: 400 });
  });

  it('sends the API key with every request and prints it nowhere', () => {
    expect([...bed.peer.keys]).toEqual([API_KEY]);
    expect(bed.fork.output.join('\n')).not.toContain(API_KEY);
  });
});

/** Each with a contract that no test has read before. */
const TROUBLES = [
  ['fails', 'quartz', { status: 503 }],
  ['limits requests', 'ticket', { status: 429 }],
  ['breaks the connection', 'comet', 'cut'],
  ['no longer knows the block', 'moth', { status: 404, body: 'Chain tip not found' }],
] as const;

describe.each(TROUBLES)('a fork whose network %s', (_trouble, token, failure) => {
  it('responds with 503 instead of an amount, and with the amount once the network answers', async () => {
    const [alice] = network.accounts;
    const args = [Cl.principal(alice!.address)];
    bed.peer.fail({ path: '/v2/clarity/', with: failure });
    const down = await bed.read(network.id(token), 'get-balance', args);
    expect(down).toMatchObject({ status: 503, body: { error: expect.stringContaining('/v2/clarity/') } });
    bed.peer.fail(undefined);
    await untilAnswered(() => bed.read(network.id(token), 'get-balance', args));
    await expect(balanceOf(token, alice!.address)).resolves.toEqual(inNetwork(token, alice!.address));
  });
});

describe('a fork whose network does not answer for a balance alone', () => {
  it('takes no balance for 0, and mines a transaction that reads it later', async () => {
    const { address, privateKey } = network.operator;
    const nonce = (await bed.get<{ nonce: number }>(`/v2/accounts/${address}`)).body.nonce;
    const recipient = newAddress();
    const transfer = await makeSTXTokenTransfer({
      recipient,
      amount: 5n,
      senderKey: privateKey,
      network: 'testnet',
      nonce,
      fee: 500n,
    });
    bed.peer.fail({ path: '/v2/clarity/marf/', with: { status: 500 } });
    const sent = await ask<string>(`${bed.fork.stacksApiUrl}/v2/transactions`, {
      method: 'POST',
      body: transfer.serializeBytes(),
    });
    expect(sent.status).toBe(200);
    await bed.control('/mine');
    const status = async () =>
      (await bed.get<{ tx_status: string }>(`/extended/v1/tx/0x${transfer.txid()}`)).body.tx_status;
    await expect(status()).resolves.toBe('pending');
    expect((await bed.get(`/v2/accounts/${recipient}`)).status).toBe(503);

    bed.peer.fail(undefined);
    await bed.control('/mine');
    await expect(status()).resolves.toBe('success');
    const { body } = await bed.get<{ balance: string }>(`/v2/accounts/${recipient}`);
    expect(BigInt(body.balance)).toBe(5n);
  });
});

/** A pause that the network asked for ends within a second. */
async function untilAnswered(read: () => Promise<{ status: number }>): Promise<void> {
  const until = performance.now() + 5_000;
  while ((await read()).status !== 200)
    if (performance.now() > until) throw new Error('the fork did not recover');
}

describe('the start of a fork', () => {
  it('fails with the reason when the network cannot be read', async () => {
    const start = startDevnetProcess(['--fork=http://127.0.0.1:9']);
    await expect(start).rejects.toThrow(
      /ended with 1:\ndevnet: the network cannot be forked: \/v2\/info: no response$/,
    );
  });

  it('fails when the block does not exist yet, or the journal of a devnet is named', async () => {
    const { recorded, chainId, height } = network;
    const peer = await startForkPeer(recorded, { chainId, height });
    const fork = `--fork=${peer.url}`;
    await expect(startDevnetProcess([fork, `--fork-height=${height + 1}`])).rejects.toThrow(
      `block ${height + 1} does not exist yet: the newest is ${height}`,
    );
    await expect(startDevnetProcess([fork, '--journal=data/devnet.journal'])).rejects.toThrow(
      '--journal and --fork exclude each other',
    );
    await expect(startDevnetProcess(['--fork-height=5'])).rejects.toThrow('--fork-height needs --fork');
    await peer.close();
  });

  it('fails for a network that is neither mainnet nor testnet', async () => {
    const peer = await startForkPeer(network.recorded, { chainId: 7, height: network.height });
    await expect(startDevnetProcess([`--fork=${peer.url}`])).rejects.toThrow('neither mainnet nor testnet');
    await peer.close();
  });
});
