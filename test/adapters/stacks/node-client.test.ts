import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, serializeCV, type ClarityValue } from '@stacks/transactions';
import { createNodeClient, type StacksNode } from '../../../src/adapters/stacks/node/node-client.js';
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

describe('tip', () => {
  const info = {
    stacks_tip_height: 812,
    stacks_tip: 'aa'.repeat(32),
    stacks_tip_consensus_hash: 'bb'.repeat(20),
  };

  it('returns the newest block with the id that nodes compute from its hashes', async () => {
    host.script('/v2/info', { body: info });
    const id = createHash('sha512-256')
      .update(Buffer.from('aa'.repeat(32) + 'bb'.repeat(20), 'hex'))
      .digest('hex');
    expect(await node.tip()).toEqual({ ok: true, value: { height: 812, id } });
  });

  it.each([
    { body: {} },
    { body: { ...info, stacks_tip_height: -1 } },
    { body: { ...info, stacks_tip: 'aa' } },
    { body: { ...info, stacks_tip_consensus_hash: undefined } },
    { body: [] },
    { status: 403, body: {} },
    { status: 302 },
  ])('fails as chain-unreachable after the response %j', async (answer) => {
    host.script('/v2/info', answer);
    expect(await node.tip()).toEqual(unreachable);
  });
});

describe('indexHeight and blockAt', () => {
  const block = { canonical: true, height: 90, hash: `0x${'ab'.repeat(32)}`, block_time: 1_700_000_000 };

  it('return the height of the index and the block at a height', async () => {
    host.script('/extended', { body: { chain_tip: { block_height: 811 } } });
    host.script('/extended/v2/blocks/90', { body: block });
    expect(await node.indexHeight()).toEqual({ ok: true, value: 811 });
    expect(await node.blockAt(90)).toEqual({
      ok: true,
      value: { blockHeight: 90, blockTime: 1_700_000_000, blockHash: 'ab'.repeat(32) },
    });
  });

  it('blockAt returns undefined for a height that the index has not reached', async () => {
    host.script('/extended/v2/blocks/90', { status: 404, body: { error: 'Block not found' } });
    expect(await node.blockAt(90)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['of another height', { ...block, height: 91 }],
    ['off the canonical chain', { ...block, canonical: false }],
    ['without a time', { ...block, block_time: null }],
  ])('blockAt fails as chain-unreachable for a block %s', async (_, body) => {
    host.script('/extended/v2/blocks/90', { body });
    expect(await node.blockAt(90)).toEqual(unreachable);
  });
});

describe('accountNonces', () => {
  const answer = (nonce: unknown, lastExecuted: unknown, pending?: unknown) => {
    host.script(`/v2/accounts/${ACCOUNT}`, { body: { nonce, balance: '0x00' } });
    host.script(`/extended/v1/address/${ACCOUNT}/nonces`, {
      body: { last_executed_tx_nonce: lastExecuted, detected_mempool_nonces: pending },
    });
    return node.accountNonces(ACCOUNT);
  };

  it.each([
    [8, 7, 8n],
    [0, null, 0n],
    [9, 7, 9n],
    [5, 7, 8n],
  ])(
    'continues with the larger of the node’s %p and the nonce after the index’s last executed %p',
    async (nonce, last, next) => {
      expect(await answer(nonce, last)).toEqual({ ok: true, value: { next, pending: [] } });
    },
  );

  it.each([
    ['those of the mempool', [9, 8], [9n, 8n]],
    ['none that is no whole number', ['9', 8.5, null, 8], [8n]],
    ['none of a host that does not look into its mempool', undefined, []],
  ])('lists as pending %s', async (_, listed, pending) => {
    expect(await answer(8, 7, listed)).toEqual({ ok: true, value: { next: 8n, pending } });
  });

  it('asks the node once and the index once', async () => {
    host.script(`/v2/accounts/${ACCOUNT}`, { body: { nonce: 8 } });
    const body = { last_confirmed_nonce: 7, mempool: { pending_nonces: [8] } };
    host.script(`/extended/v3/principals/${ACCOUNT}/nonces`, { body });
    expect(await node.accountNonces(ACCOUNT)).toEqual({ ok: true, value: { next: 8n, pending: [8n] } });
    expect(host.seen.map(({ path }) => path).sort()).toEqual([
      `/extended/v3/principals/${ACCOUNT}/nonces`,
      `/v2/accounts/${ACCOUNT}?proof=0`,
    ]);
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

describe('nextNonce', () => {
  it('nextNonce as of a block is the node’s alone', async () => {
    host.script(`/v2/accounts/${ACCOUNT}`, { body: { nonce: 5 } });
    expect(await node.nextNonce(ACCOUNT, { height: 9, id: 'cc' })).toEqual({ ok: true, value: 5n });
    expect(host.seen.map(({ path }) => path)).toEqual([`/v2/accounts/${ACCOUNT}?proof=0&tip=cc`]);
  });

  it('nextNonce as of a block that the host does not know fails as chain-unreachable', async () => {
    host.script(`/v2/accounts/${ACCOUNT}`, { status: 404, body: 'Chain tip not found' });
    expect(await node.nextNonce(ACCOUNT, { height: 9, id: 'cc' })).toEqual(unreachable);
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
      value({ kind: 'aborted', reason, feeUstx: 3_000n, blockHeight: 90, blockTime: 1_700_000_000 }),
    );
  });

  it.each(['problematic_skipped', 'a_word_of_a_later_version'])(
    'returns aborted for %s in a block, and pending for a word it does not know outside one',
    async (tx_status) => {
      expect(await statusOf(mined({ tx_status, tx_result: undefined }))).toMatchObject(
        value({ kind: 'aborted', reason: tx_status, feeUstx: 3_000n }),
      );
      expect(await statusOf({ tx_status: 'a_word_of_a_later_version' })).toEqual(value({ kind: 'pending' }));
    },
  );

  it.each([
    ['no result', undefined],
    ['a result that is not hex', { hex: 'xyz' }],
    ['a result that is not a Clarity value', { hex: '0xff' }],
    ['a result that is not a list', { hex: hexOf(Cl.ok(Cl.bool(true))) }],
    ['an empty list', { hex: hexOf(Cl.ok(Cl.list([]))) }],
    ['a list of something else', { hex: hexOf(Cl.list([Cl.uint(1)])) }],
  ])('returns a success of unknown output when the index describes it with %s', async (_, tx_result) => {
    expect(await statusOf(mined({ tx_result }))).toEqual(value({ ...success, amountOut: undefined }));
  });

  it('asks version 3 for the result, and returns a success of unknown output without one', async () => {
    const { fee_rate, block_height: height, block_time: time } = mined();
    const body = { status: 'success', type: 'contract_call', fee_rate, block: { height, time } };
    host.script(`/extended/v3/transactions/0x${TXID}`, { body });
    expect(await node.transactionStatus(TXID)).toEqual(value({ ...success, amountOut: undefined }));
    expect(host.seen.map(({ path }) => path)).toEqual([`/extended/v3/transactions/0x${TXID}?include=result`]);
  });

  it('reads transactions of version 3 of the index, and asks version 1 no more', async () => {
    const { tx_result: result, fee_rate, block_height: height, block_time: time } = mined();
    const body = { status: 'success', type: 'contract_call', fee_rate, result, block: { height, time } };
    host.script(`/extended/v3/transactions/0x${TXID}`, { body }, { body: { status: 'pending' } });
    expect(await node.transactionStatus(TXID)).toEqual(value(success));
    expect(await node.transactionStatus(TXID)).toEqual(value({ kind: 'pending' }));
    expect(host.seen.map(({ path }) => path.split('/')[2])).toEqual(['v3', 'v3']);
  });

  it('returns unseen for a transaction that version 3 does not know', async () => {
    host.script(`/extended/v3/transactions/0x${TXID}`, {
      status: 404,
      body: { error: 'Not Found', message: 'Transaction not found' },
    });
    expect(await node.transactionStatus(TXID)).toEqual(value({ kind: 'unseen' }));
    expect(host.seen).toHaveLength(1);
  });

  it('follows the host from version 3 to 1 and back as endpoints are missing or switched off', async () => {
    const path = `/extended/v3/transactions/0x${TXID}`;
    const [v3, v1] = [`${path}?include=result`, `/extended/v1/tx/0x${TXID}`];
    host.script(v1, { body: { tx_status: 'pending' } }, { status: 410, body: { error: 'Gone' } });
    expect(await node.transactionStatus(TXID)).toEqual(value({ kind: 'pending' }));
    host.script(path, { body: { status: 'pending' } });
    expect(await node.transactionStatus(TXID)).toEqual(value({ kind: 'pending' }));
    expect(await node.transactionStatus(TXID)).toEqual(value({ kind: 'pending' }));
    expect(host.seen.map(({ path }) => path)).toEqual([v3, v1, v1, v3, v3]);
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
    ['no fee', mined({ tx_status: 'abort_by_response', fee_rate: undefined })],
    ['no height', mined({ block_height: null })],
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
    host.script(path, { status: 400, body: 'Execution budget exceeded' });
    expect(await node.callRead(CONTRACT, 'quote', [])).toEqual({ ok: true, value: undefined });
  });

  it('fails as chain-unreachable when the host does not know the block of the read', async () => {
    host.script(path, { status: 404, body: 'Chain tip not found' });
    expect(await node.callRead(CONTRACT, 'quote', [], { height: 9, id: 'cc' })).toEqual(unreachable);
    expect(host.seen[0]?.path).toBe(`${path}?tip=cc`);
  });

  it('fails as chain-unreachable when the response is malformed', async () => {
    host.script(path, { body: { okay: true } });
    expect(await node.callRead(CONTRACT, 'quote', [])).toEqual(unreachable);
  });
});

describe('account', () => {
  const answer = (body: object) => {
    host.script(`/v2/accounts/${ACCOUNT}`, { body });
    return node.account(ACCOUNT);
  };

  it('reads the balance and the next nonce in one request', async () => {
    const value = { balanceUstx: 255n, nonce: 7n };
    expect(await answer({ balance: '0xff', nonce: 7 })).toEqual({ ok: true, value });
    expect(host.seen).toHaveLength(1);
  });

  it.each([{ balance: '255', nonce: 7 }, { balance: '0xff', nonce: '7' }, { balance: '0xff' }])(
    'fails as chain-unreachable for %j',
    async (body) => {
      expect(await answer(body)).toEqual(unreachable);
    },
  );
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
