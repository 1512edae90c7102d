import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { PostConditionMode } from '@stacks/transactions';
import { startDevnet } from '../../../dist/apps/devnet/index.js';
import { useDevnet } from '../../support/devnet-bed.js';

const client = useDevnet();
const fault = (mode: string, more: object = {}) =>
  client.control<{ ok: boolean }>('/fault', { path: '/v2/info', mode, count: 1, ...more });

describe('/fault', () => {
  it('status responds with the status `count` times, on paths that contain the text', async () => {
    await fault('status', { status: 429, count: 2 });
    expect((await client.get('/v2/info')).status).toBe(429);
    expect((await client.get('/extended')).status).toBe(200);
    expect((await client.get('/v2/info')).status).toBe(429);
    expect((await client.get('/v2/info')).status).toBe(200);
  });

  it.each(['refuse', 'cut'])('%s breaks the connection without handling the request', async (mode) => {
    await fault(mode, { path: '/v2/transactions' });
    const { raw, txid } = await anotherTransfer();
    await expect(client.send(raw)).rejects.toThrow();
    expect((await client.transaction(txid)).status).toBe(404);
    expect((await client.send(raw)).status).toBe(200);
    await client.mine();
  });

  it('accept-then-cut handles the request and sends no response', async () => {
    await fault('accept-then-cut', { path: '/v2/transactions' });
    const { raw, txid } = await anotherTransfer();
    await expect(client.send(raw)).rejects.toThrow();
    expect((await client.transaction(txid)).body.tx_status).toBe('pending');
    await client.mine();
  });

  it('delay responds `ms` late', async () => {
    await fault('delay', { ms: 300 });
    const started = performance.now();
    expect((await client.get('/v2/info')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
  });

  it.each([
    { mode: 'explode' },
    { mode: 'status', status: 99 },
    { mode: 'delay', ms: -1 },
    { mode: 'refuse', path: '' },
  ])('responds with 400 to %j', async (body) => {
    expect((await client.control('/fault', { path: '/v2', ...body })).status).toBe(400);
  });
});

describe('/swap', () => {
  it('moves a pool in a separate block and leaves the mempool unchanged', async () => {
    const { raw, txid } = await anotherTransfer();
    await client.send(raw);
    const height = await client.tipHeight();
    const moved = await client.control('/swap', { vault: client.id('sbtc-stx'), opcode: 0, amount: '1000' });
    expect(moved).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await client.tipHeight()).toBe(height + 1);
    expect((await client.transaction(txid)).body.tx_status).toBe('pending');
    await client.mine();
  });

  it('responds with the reason when the swap is impossible', async () => {
    const tooMuch = { vault: 'sbtc-stx', opcode: 0, amount: '900000000000000000' };
    expect(await client.control('/swap', tooMuch)).toMatchObject({
      status: 400,
      body: { status: 'abort_by_response' },
    });
    expect((await client.control('/swap', { vault: 'nothing', opcode: 0, amount: '1' })).status).toBe(400);
    expect((await client.control('/swap', { vault: 'sbtc-stx', opcode: 0, amount: '-1' })).status).toBe(400);
  });
});

describe('/orphan', () => {
  it('returns the transactions to the mempool and restores balances and nonces', async () => {
    const kept = await sent();
    await client.mine();
    const balances = await client.balances();
    const { txid, nonce } = await sent();
    await client.mine();
    const { block_hash: hash, block_height: height } = (await client.transaction(txid)).body;

    expect((await client.control('/orphan', { blocks: 1 })).body.tip.height).toBe(height! - 1);
    expect((await client.transaction(txid)).body.tx_status).toBe('pending');
    expect((await client.transaction(kept.txid)).body.tx_status).toBe('success');
    expect(await client.balances()).toEqual(balances);
    expect((await client.nonces(client.alice.address)).body).toMatchObject({
      last_executed_tx_nonce: kept.nonce,
      last_mempool_tx_nonce: nonce,
    });

    await client.mine();
    const again = (await client.transaction(txid)).body;
    expect(again).toMatchObject({ tx_status: 'success', block_height: height });
    expect(again.block_hash).not.toBe(hash);
  });

  it('removes the transactions when drop is set', async () => {
    const { raw, txid, nonce } = await sent();
    await client.mine();
    await client.control('/orphan', { blocks: 1, drop: true });
    expect((await client.transaction(txid)).status).toBe(404);
    expect((await client.nonces(client.alice.address)).body.possible_next_nonce).toBe(nonce);
    expect((await client.send(raw)).status).toBe(200);
    await client.mine();
    expect((await client.transaction(txid)).body.tx_status).toBe('success');
  });

  it('stops at the genesis when more blocks are given than there are', async () => {
    await client.control('/orphan', { blocks: 10_000, drop: true });
    expect(await client.tipHeight()).toBe(1);
    expect((await client.nonces(client.alice.address)).body.possible_next_nonce).toBe(0);
  });
});

describe('/pause and /resume', () => {
  it('respond with the tip', async () => {
    const tip = { height: await client.tipHeight() };
    expect(await client.control('/resume')).toMatchObject({ status: 200, body: { tip } });
    expect(await client.control('/pause')).toMatchObject({ status: 200, body: { tip } });
    expect((await client.mine(2)).body.tip.height).toBe(tip.height + 2);
  });
});

describe('the devnet’s ports', () => {
  it('serve no controls on the node interface', async () => {
    expect((await fetch(`${client.devnet.stacksApiUrl}/pause`, { method: 'POST' })).status).toBe(404);
  });

  it('respond with 400 and a reason to an unusable request', async () => {
    expect(await client.get('/v2/accounts/ST123')).toMatchObject({
      status: 400,
      body: { error: 'not a Stacks principal' },
    });
    const read = await fetch(`${client.devnet.stacksApiUrl}/v2/contracts/call-read/a/b/c`, {
      method: 'POST',
      body: 'x',
    });
    expect(read.status).toBe(400);
  });
});

async function anotherTransfer() {
  const nonce = (await client.nonces(client.alice.address)).body.possible_next_nonce;
  const transfer = await client.transfer('opal', 1, {
    senderKey: client.alice.privateKey,
    nonce,
    mode: PostConditionMode.Allow,
  });
  return { ...transfer, nonce };
}

async function sent() {
  const transfer = await anotherTransfer();
  expect((await client.send(transfer.raw)).status).toBe(200);
  return transfer;
}

describe('the test controls', () => {
  const call = (
    headers: Readonly<Record<string, string>>,
    to: string | undefined = client.devnet.controlUrl,
  ) =>
    new Promise<number>((resolve, reject) => {
      request(`${to}/mine`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      })
        .once('error', reject)
        .end('{}');
    });
  const json = { 'content-type': 'application/json' };

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['of a program', json, 200],
    ['of a page', { ...json, origin: 'https://example.org' }, 403],
    ['of a page that hides its origin', { ...json, origin: 'null' }, 403],
    ['of a browser that sends no Origin', { ...json, 'sec-fetch-site': 'same-origin' }, 403],
    ['to a name that resolves to the loopback interface', { ...json, host: 'example.org:4999' }, 403],
    ['of a form', { 'content-type': 'text/plain' }, 415],
    ['without a content type', {}, 415],
  ])('respond to a request %s: %j', async (_, headers, status) => {
    const height = await client.tipHeight();
    expect(await call(headers)).toBe(status);
    expect(await client.tipHeight()).toBe(status === 200 ? height + 1 : height);
  });

  it('need their token if one is set', async () => {
    const guarded = await startDevnet({ blockMs: 3_600_000, controlPort: 0, controlToken: 'open sesame' });
    try {
      const withToken = (token: string) =>
        call({ ...json, authorization: `Bearer ${token}` }, guarded.controlUrl);
      expect(await call(json, guarded.controlUrl)).toBe(401);
      expect(await withToken('open')).toBe(401);
      expect(await withToken('open sesame')).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});
