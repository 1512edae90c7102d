import { beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, makeSTXTokenTransfer, PostConditionMode } from '@stacks/transactions';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { useDevnet } from '../../support/devnet-bed.js';
import type { CallOptions, DevnetClient, RejectionJson } from './devnet-client.js';

const client = useDevnet();
/** Each test has its own sender, the next demo wallet, which has no mined transactions yet. */
let sender: CallOptions;
let account: string;
let used = 0;
beforeEach(async () => {
  const wallet = client.devnet.accounts[used++ % client.devnet.accounts.length]!;
  account = wallet.address;
  const next = (await client.nonces(account)).body.possible_next_nonce;
  sender = { senderKey: wallet.privateKey, nonce: next, mode: PostConditionMode.Allow };
});

/** A transfer of one unit by this test's sender. */
const send = (options: Partial<CallOptions> = {}, token = 'opal') =>
  client.call(
    client.id(token),
    'transfer',
    [Cl.uint(1), Cl.principal(account), Cl.principal(client.operatorAddress), Cl.none()],
    { ...sender, ...options },
  );

async function refusal(raw: Uint8Array): Promise<RejectionJson> {
  const { status, body } = await client.send(raw);
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'transaction rejected' });
  return body as RejectionJson;
}

const statusOf = async (txid: string) => (await client.transaction(txid)).body.tx_status;

describe('a transaction', () => {
  it('is pending until a block mines it, and is found with and without 0x', async () => {
    const { raw, txid } = await send();
    expect((await client.transaction(txid)).status).toBe(404);
    expect(await client.send(raw)).toEqual({ status: 200, body: txid });
    expect(await statusOf(txid)).toBe('pending');
    await client.mine();
    const mined = await client.transaction(`0x${txid}`);
    expect(mined.body).toMatchObject({
      tx_id: `0x${txid}`,
      tx_status: 'success',
      tx_result: { hex: '0x0703', repr: '(ok true)' },
    });
    expect(mined.body.block_height).toBe(await client.tipHeight());
  });

  it('is accepted again without effect while it is pending', async () => {
    const { raw, txid } = await send();
    await client.send(raw);
    expect(await client.send(raw)).toEqual({ status: 200, body: txid });
    await client.mine();
    expect(await refusal(raw)).toMatchObject({ reason: 'BadNonce', txid });
  });

  it('pays its fee even when the contract aborts it', async () => {
    const before = await client.balance('.stx', account);
    const { raw, txid } = await client.call(
      client.id('opal'),
      'transfer',
      [Cl.uint(10n ** 30n), Cl.principal(account), Cl.principal(client.operatorAddress), Cl.none()],
      { ...sender, fee: 777 },
    );
    await client.send(raw);
    await client.mine();
    expect((await client.transaction(txid)).body).toMatchObject({
      tx_status: 'abort_by_response',
      tx_result: { repr: '(err u1)' },
    });
    expect(await client.balance('.stx', account)).toBe(before - 777n);
  });

  it('is aborted with (err none) when it makes the VM panic', async () => {
    const huge = 2n ** 128n - 1n;
    const { raw, txid } = await client.call(
      client.id('sbtc-stx'),
      'execute',
      [Cl.uint(huge), Cl.some(Cl.buffer(Uint8Array.of(0)))],
      sender,
    );
    await client.send(raw);
    await client.mine();
    expect((await client.transaction(txid)).body).toMatchObject({
      tx_status: 'abort_by_response',
      tx_result: { hex: '0x0809' },
    });
  });

  it('can transfer STX', async () => {
    const before = await client.balance('.stx', client.operatorAddress);
    const transfer = await makeSTXTokenTransfer({
      recipient: client.operatorAddress,
      amount: 12_345n,
      senderKey: sender.senderKey,
      nonce: sender.nonce,
      fee: 500,
      network: 'devnet',
    });
    await client.send(transfer.serializeBytes());
    await client.mine();
    expect(await statusOf(transfer.txid())).toBe('success');
    expect(await client.balance('.stx', client.operatorAddress)).toBe(before + 12_345n);
  });
});

describe('the mempool', () => {
  it('keeps a transaction with a nonce gap pending until the gap is filled', async () => {
    const { nonce } = sender;
    const ahead = await send({ nonce: nonce + 2 });
    await client.send(ahead.raw);
    await client.mine();
    expect(await statusOf(ahead.txid)).toBe('pending');
    expect((await client.nonces(account)).body).toEqual({
      last_executed_tx_nonce: nonce === 0 ? null : nonce - 1,
      last_mempool_tx_nonce: nonce + 2,
      possible_next_nonce: nonce + 3,
      detected_missing_nonces: [nonce + 1, nonce],
      detected_mempool_nonces: [nonce + 2],
    });
    await client.send((await send({ nonce: nonce + 1 })).raw);
    await client.send((await send({ nonce })).raw);
    await client.mine();
    expect(await statusOf(ahead.txid)).toBe('success');
  });

  it('replaces a transaction by one with a higher fee and rejects one with the same fee', async () => {
    const first = await send({ fee: 1_000 });
    const same = await send({ fee: 1_000 }, 'dollar');
    const higher = await send({ fee: 1_001 });
    await client.send(first.raw);
    expect(await refusal(same.raw)).toMatchObject({ reason: 'ConflictingNonceInMempool', txid: same.txid });
    expect((await client.send(higher.raw)).status).toBe(200);
    expect(await statusOf(first.txid)).toBe('dropped_replace_by_fee');
    await client.mine();
    expect(await statusOf(higher.txid)).toBe('success');
  });

  it('drops a transaction and accepts the same bytes again', async () => {
    const { raw, txid } = await send();
    await client.send(raw);
    expect(await client.control('/drop', { txid, status: 'dropped_too_expensive' })).toMatchObject({
      status: 200,
    });
    await client.mine();
    expect(await statusOf(txid)).toBe('dropped_too_expensive');
    expect((await client.control('/drop', { txid })).status).toBe(404);
    expect((await client.send(raw)).status).toBe(200);
    expect(await statusOf(txid)).toBe('pending');
    await client.mine();
    expect(await statusOf(txid)).toBe('success');
  });
});

describe('a rejection', () => {
  it('gives BadNonce for a used nonce', async () => {
    await client.send((await send()).raw);
    await client.mine();
    const next = sender.nonce + 1;
    expect(await refusal((await send({ fee: 3_000 })).raw)).toMatchObject({
      reason: 'BadNonce',
      reason_data: { expected: next, actual: sender.nonce, is_origin: true },
    });
  });

  it('gives TooMuchChaining for a nonce more than 25 ahead', async () => {
    expect(await refusal((await send({ nonce: sender.nonce + 26 })).raw)).toMatchObject({
      reason: 'TooMuchChaining',
    });
  });

  it('gives FeeTooLow for a fee below one micro-STX per byte', async () => {
    const { raw } = await send({ fee: 10 });
    expect(await refusal(raw)).toMatchObject({
      reason: 'FeeTooLow',
      reason_data: { expected: raw.length, actual: 10 },
    });
  });

  it('gives NotEnoughFunds when the sender cannot pay', async () => {
    const poor = { senderKey: ANOTHER_WALLET.privateKey, nonce: 0 };
    expect(await refusal((await send(poor)).raw)).toMatchObject({
      reason: 'NotEnoughFunds',
      reason_data: { expected: `0x${(2000).toString(16).padStart(32, '0')}`, actual: `0x${'0'.repeat(32)}` },
    });
  });

  it('gives a reason for an unknown contract, an unknown or read-only function, and mismatched arguments', async () => {
    const call = async (contract: string, functionName: string, args: Parameters<DevnetClient['call']>[2]) =>
      (await refusal((await client.call(client.id(contract), functionName, args, sender)).raw)).reason;
    expect(await call('no-such-contract', 'transfer', [])).toBe('NoSuchContract');
    expect(await call('opal', 'steal', [])).toBe('NoSuchPublicFunction');
    expect(await call('opal', 'get-name', [])).toBe('NoSuchPublicFunction');
    expect(await call('opal', 'transfer', [])).toBe('BadFunctionArgument');
    expect(await call('opal', 'mint', [Cl.int(1), Cl.principal(account)])).toBe('BadFunctionArgument');
  });

  it('gives SignatureValidation for the signature of another sender', async () => {
    const { raw } = await send();
    // Changes the last byte of S, so that the signature stays well formed.
    const tampered = Uint8Array.from(raw);
    const signatureEnd = 1 + 4 + 1 + 1 + 20 + 8 + 8 + 1 + 65;
    tampered[signatureEnd - 1]! ^= 1;
    expect(await refusal(tampered)).toMatchObject({ reason: 'SignatureValidation' });
  });

  it('gives Deserialization for bytes that are not a transaction', async () => {
    expect(await refusal(Uint8Array.of(1, 2, 3))).toMatchObject({ reason: 'Deserialization' });
    expect(await refusal(Uint8Array.of(...(await send()).raw, 0))).toMatchObject({
      reason: 'Deserialization',
    });
  });
});

describe('a request for many transactions', () => {
  const many = (query: string) =>
    client.get<Record<string, { found: boolean; result: { tx_status?: string } }>>(
      `/extended/v1/tx/multiple?${query}`,
    );

  it('takes repeated ids or ids separated by commas, and names the unknown ones', async () => {
    const { raw, txid } = await send();
    await client.send(raw);
    const unknown = 'ab'.repeat(32);
    for (const query of [`tx_id=${txid},0x${unknown}`, `tx_id=0x${txid}&tx_id=${unknown}`]) {
      const { status, body } = await many(query);
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual([`0x${txid}`, `0x${unknown}`]);
      expect(body[`0x${txid}`]).toMatchObject({ found: true, result: { tx_status: 'pending' } });
      expect(body[`0x${unknown}`]).toMatchObject({ found: false });
    }
    await client.mine();
    expect((await many(`tx_id=${txid}`)).body[`0x${txid}`]?.result.tx_status).toBe('success');
  });

  it('responds with 400 unless it has 1 to 50 ids', async () => {
    expect((await many('')).status).toBe(400);
    expect((await many(`tx_id=${Array.from({ length: 51 }, () => 'ab'.repeat(32)).join()}`)).status).toBe(
      400,
    );
  });
});
