import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, serializeCV, type ClarityValue } from '@stacks/transactions';
import { createNodeClient, type StacksNode } from '../../../src/adapters/stacks/node-client.js';
import type { RawTransaction, Txid } from '../../../src/domain/order/ids.js';
import type { Address } from '../../../src/domain/shared/address.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { ScriptedHost, type Scripted } from './support/scripted-host.js';

const ACCOUNT = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' as Address;
const TXID = 'ab'.repeat(32) as Txid;
const RAW = '80800000' as RawTransaction;
const CONTRACT = `${ACCOUNT}.pool` as ContractId;

let host: ScriptedHost;
let node: StacksNode;

beforeEach(async () => {
  host = await ScriptedHost.start();
  node = createNodeClient({ baseUrl: host.url, timeoutMs: 1_000, retries: 0 });
});
afterEach(async () => {
  await host.stop();
  await node.close();
});

const unreachable = { ok: false, error: { kind: 'chain-unreachable', reason: expect.any(String) } };
const hexOf = (value: ClarityValue) => `0x${serializeCV(value)}`;

describe('tipHeight', () => {
  it('returns the height of the newest block', async () => {
    host.script('/v2/info', { body: { stacks_tip_height: 812 } });
    expect(await node.tipHeight()).toEqual({ ok: true, value: 812 });
  });

  it.each([
    { body: {} },
    { body: { stacks_tip_height: -1 } },
    { body: [] },
    { status: 403, body: {} },
    { status: 302 },
  ])('fails as chain-unreachable after the response %j', async (answer) => {
    host.script('/v2/info', answer);
    expect(await node.tipHeight()).toEqual(unreachable);
  });
});

describe('accountNonces', () => {
  const answer = (nonce: unknown, lastExecuted: unknown) => {
    host.script(`/v2/accounts/${ACCOUNT}`, { body: { nonce, balance: '0x00' } });
    host.script(`/extended/v1/address/${ACCOUNT}/nonces`, { body: { last_executed_tx_nonce: lastExecuted } });
    return node.accountNonces(ACCOUNT);
  };

  it('takes the next nonce from the node and the last executed one from the index', async () => {
    expect(await answer(8, 7)).toEqual({ ok: true, value: { next: 8n, lastExecuted: 7n } });
  });

  it('returns no last executed nonce for an account that never sent', async () => {
    expect(await answer(0, null)).toEqual({ ok: true, value: { next: 0n, lastExecuted: undefined } });
  });

  it('reports no later nonce as executed than the index has seen when the index lags behind', async () => {
    expect(await answer(9, 7)).toEqual({ ok: true, value: { next: 9n, lastExecuted: 7n } });
  });

  it('takes the nonce after the last executed one when the node lags behind its index', async () => {
    expect(await answer(5, 7)).toEqual({ ok: true, value: { next: 8n, lastExecuted: 7n } });
  });

  it.each([
    ['8', 7],
    [8, undefined],
    [8, 1.5],
    [undefined, 7],
  ])('fails as chain-unreachable when the nonces are %p and %p', async (nonce, lastExecuted) => {
    expect(await answer(nonce, lastExecuted)).toEqual(unreachable);
  });
});

describe('broadcast', () => {
  const answers = (answer: Scripted) => {
    host.script('/v2/transactions', answer);
    return node.broadcast(RAW, TXID);
  };

  it('returns accepted when the node responds with the txid', async () => {
    expect(await answers({ body: TXID })).toEqual({ kind: 'accepted' });
    expect(host.seen[0]?.body.toString('hex')).toBe(RAW);
    expect(await answers({ body: `0x${TXID}` })).toEqual({ kind: 'accepted' });
  });

  it.each([
    ['BadNonce', 'nonce'],
    ['ConflictingNonceInMempool', 'nonce'],
    ['NotEnoughFunds', 'account'],
    ['TooMuchChaining', 'account'],
    ['ServerFailureDatabase', 'node'],
    ['FeeTooLow', 'transaction'],
    ['NoSuchContract', 'transaction'],
    ['BadFunctionArgument', 'transaction'],
    ['SignatureValidation', 'transaction'],
  ])('returns refused for %s, which is about the %s', async (reason, about) => {
    const body = { error: 'transaction rejected', reason, reason_data: { secret: RAW }, txid: TXID };
    expect(await answers({ status: 400, body })).toEqual({ kind: 'refused', reason, about });
  });

  it.each<[string, Scripted]>([
    ['another txid', { body: 'cd'.repeat(32) }],
    ['no txid', { body: { txid: TXID } }],
    ['a page', { body: Buffer.from('<html>') }],
    ['a 400 without reason', { status: 400, body: { error: RAW } }],
    ['a 400 page', { status: 400, body: Buffer.from(RAW) }],
    ['a reason that is not a word', { status: 400, body: { reason: `tx ${RAW}!` } }],
    ['a 403', { status: 403 }],
    ['a 413', { status: 413 }],
    ['a 429', { status: 429 }],
    ['a 500', { status: 500, body: { reason: 'BadNonce' } }],
    ['a cut connection', { fault: 'cut' }],
    ['half a response', { fault: 'cut-body', body: TXID }],
    ['no response', { fault: 'hang' }],
  ])('returns unknown after %s and sends once', async (_, answer) => {
    const outcome = await answers(answer);
    expect(outcome.kind).toBe('unknown');
    expect(JSON.stringify(outcome)).not.toContain(RAW);
    expect(host.seen).toHaveLength(1);
  });

  it('returns unknown when the connection is refused', async () => {
    await host.stop();
    expect((await node.broadcast(RAW, TXID)).kind).toBe('unknown');
    host = await ScriptedHost.start();
  });
});

const delta = (dy: bigint) => Cl.tuple({ dx: Cl.uint(5), dy: Cl.uint(dy), dk: Cl.uint(0) });
const mined = (change: object = {}) => ({
  tx_status: 'success',
  canonical: true,
  microblock_canonical: true,
  block_height: 90,
  block_time: 1_700_000_000,
  burn_block_time: 1_600_000_000,
  fee_rate: '3000',
  tx_result: { hex: hexOf(Cl.ok(Cl.list([delta(7n), delta(11n)]))), repr: '(ok …)' },
  ...change,
});

describe('transactionStatus', () => {
  const statusOf = (body: unknown, status = 200) => {
    host.script(`/extended/v1/tx/0x${TXID}`, { status, body });
    return node.transactionStatus(TXID);
  };
  const success = {
    kind: 'success',
    amountOut: 11n,
    feeUstx: 3_000n,
    blockHeight: 90,
    blockTime: 1_700_000_000,
  };
  const value = (status: object) => ({ ok: true, value: status });

  it('returns success with the output of the last hop', async () => {
    expect(await statusOf(mined())).toEqual(value(success));
  });

  it('reads a bare list of results and the largest amount', async () => {
    const hex = hexOf(Cl.list([delta(2n ** 128n - 1n)]));
    expect(await statusOf(mined({ tx_result: { hex } }))).toEqual(
      value({ ...success, amountOut: 2n ** 128n - 1n }),
    );
  });

  it("takes the Bitcoin block's time when the Stacks block has none", async () => {
    expect(await statusOf(mined({ block_time: undefined }))).toEqual(
      value({ ...success, blockTime: 1_600_000_000 }),
    );
  });

  it.each([{ canonical: false }, { canonical: undefined }, { microblock_canonical: false }])(
    'returns pending while the block is off the canonical chain: %j',
    async (change) => {
      expect(await statusOf(mined(change))).toEqual(value({ kind: 'pending' }));
      expect(await statusOf(mined({ ...change, tx_status: 'abort_by_response' }))).toEqual(
        value({ kind: 'pending' }),
      );
    },
  );

  it.each([
    ['abort_by_response', '(err u409000)', 'abort_by_response: (err u409000)'],
    ['abort_by_response', '(err none)', 'abort_by_response: run-time error, the contract gave no value'],
    ['abort_by_response', undefined, 'abort_by_response: run-time error, the contract gave no value'],
    ['abort_by_post_condition', '(ok (list))', 'abort_by_post_condition'],
  ])('returns aborted when the index reports %s with the result %p', async (tx_status, repr, reason) => {
    expect(await statusOf(mined({ tx_status, tx_result: { hex: '0x', repr } }))).toEqual(
      value({ kind: 'aborted', reason, blockHeight: 90, blockTime: 1_700_000_000 }),
    );
  });

  it.each([
    'dropped_replace_by_fee',
    'dropped_replace_across_fork',
    'dropped_too_expensive',
    'dropped_stale_garbage_collect',
    'dropped_problematic',
  ])('returns dropped when the index reports %s', async (tx_status) => {
    expect(await statusOf({ tx_status })).toEqual(value({ kind: 'dropped', reason: tx_status }));
  });

  it('returns pending for a transaction in the mempool and unseen for one that the index does not know', async () => {
    expect(await statusOf({ tx_status: 'pending' })).toEqual(value({ kind: 'pending' }));
    expect(await statusOf({ error: 'could not find transaction' }, 404)).toEqual(value({ kind: 'unseen' }));
  });

  it.each([
    ['a text instead of an object', 'success'],
    ['no status', {}],
    ['a new status', { tx_status: 'lost' }],
    ['no height', mined({ block_height: null })],
    ['no result', mined({ tx_result: undefined })],
    ['a result that is not hex', mined({ tx_result: { hex: 'xyz' } })],
    ['a result that is not a Clarity value', mined({ tx_result: { hex: '0xff' } })],
    ['a result that is not a list', mined({ tx_result: { hex: hexOf(Cl.ok(Cl.bool(true))) } })],
    ['an empty list', mined({ tx_result: { hex: hexOf(Cl.ok(Cl.list([]))) } })],
    ['a list of something else', mined({ tx_result: { hex: hexOf(Cl.list([Cl.uint(1)])) } })],
    ['a fee that is not text', mined({ fee_rate: 7 })],
  ])('fails as chain-unreachable when the index describes the transaction with %s', async (_, body) => {
    expect(await statusOf(body)).toEqual(unreachable);
  });

  it.each([403, 500, 429])('fails as chain-unreachable after status %d', async (status) => {
    expect(await statusOf({}, status)).toEqual(unreachable);
  });
});

describe('callRead', () => {
  const path = `/v2/contracts/call-read/${ACCOUNT}/pool/quote`;

  it('returns the value in hex', async () => {
    host.script(path, { body: { okay: true, result: '0x0703' } });
    expect(await node.callRead(CONTRACT, 'quote', ['0x09'])).toEqual({ ok: true, value: '0x0703' });
    expect(JSON.parse(String(host.seen[0]?.body))).toEqual({ sender: ACCOUNT, arguments: ['0x09'] });
  });

  it('returns undefined when the contract is missing or the function fails', async () => {
    host.script(path, { body: { okay: false, cause: 'Unchecked(UndefinedFunction)' } });
    expect(await node.callRead(CONTRACT, 'quote', [])).toEqual({ ok: true, value: undefined });
    host.script(path, { status: 404 });
    expect(await node.callRead(CONTRACT, 'quote', [])).toEqual({ ok: true, value: undefined });
  });

  it('fails as chain-unreachable when the response is malformed', async () => {
    host.script(path, { body: { okay: true } });
    expect(await node.callRead(CONTRACT, 'quote', [])).toEqual(unreachable);
  });
});

describe('stxBalance and estimateFee', () => {
  it('stxBalance reads the balance of an account', async () => {
    host.script(`/v2/accounts/${CONTRACT}`, { body: { balance: `0x${'0'.repeat(30)}ff`, nonce: 0 } });
    expect(await node.stxBalance(CONTRACT)).toEqual({ ok: true, value: 255n });
  });

  it('estimateFee reads the middle estimate', async () => {
    host.script('/v2/fees/transaction', { body: { estimations: [{ fee: 1 }, { fee: 20 }, { fee: 300 }] } });
    expect(await node.estimateFee('02', 350)).toEqual({ ok: true, value: 20n });
    expect(JSON.parse(String(host.seen[0]?.body))).toEqual({ transaction_payload: '02', estimated_len: 350 });
  });

  it('estimateFee returns undefined when the node has no estimate', async () => {
    host.script('/v2/fees/transaction', { status: 400, body: { reason: 'NoEstimateAvailable' } });
    expect(await node.estimateFee('02', 350)).toEqual({ ok: true, value: undefined });
  });

  it.each([{}, { estimations: [] }, { estimations: [{ fee: '1' }] }])(
    'estimateFee fails as chain-unreachable after the response %j',
    async (body) => {
      host.script('/v2/fees/transaction', { body });
      expect(await node.estimateFee('02', 350)).toEqual(unreachable);
    },
  );
});
