import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HttpEvent } from '../../../src/adapters/stacks/index.js';
import { createNodeClient, type StacksNode } from '../../../src/adapters/stacks/node/node-client.js';
import type { TransactionStatus } from '../../../src/domain/order/lifecycle/settlement.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { AN_OWNER, txidOf } from '../../support/builders.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { ScriptedHost } from './support/scripted-host.js';

const MANY = '/extended/v1/tx/multiple';
const oneOf = (n: number) => `/extended/v1/tx/0x${txidOf(n)}`;
const PENDING = { tx_status: 'pending' };

let host: ScriptedHost;
let node: StacksNode;
let events: HttpEvent[];

beforeEach(async () => {
  host = await ScriptedHost.start();
  events = [];
  node = createNodeClient({
    baseUrl: host.url,
    timeoutMs: 10_000,
    retries: 0,
    onEvent: (event) => void events.push(event),
  });
});
afterEach(async () => {
  await host.stop();
  await node.close();
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const ask = (count: number) => node.transactionStatuses(numbers(count).map(txidOf));
/** The expected statuses of the first `count` transactions. */
const kindsOf = async (count: number) => {
  const statuses = unwrap(await ask(count));
  return numbers(count).map((n) => statuses.get(txidOf(n))?.kind);
};
const entry = (n: number, result: object | undefined) => [
  `0x${txidOf(n)}`,
  result === undefined ? { found: false, result: { tx_id: txidOf(n) } } : { found: true, result },
];
const entries = (results: readonly (object | undefined)[]) =>
  Object.fromEntries(results.map((result, n) => entry(n, result))) as object;

describe('transactionStatuses', () => {
  it('reads up to 50 statuses with one request, transactions that are not found included', async () => {
    host.script(MANY, { body: entries([PENDING, undefined, { tx_status: 'dropped_too_expensive' }]) });
    expect(unwrap(await ask(3))).toEqual(
      new Map<string, TransactionStatus>([
        [txidOf(0), { kind: 'pending' }],
        [txidOf(1), { kind: 'unseen' }],
        [txidOf(2), { kind: 'dropped', reason: 'dropped_too_expensive' }],
      ]),
    );
    expect(host.seen.map(({ path }) => path)).toEqual([
      `${MANY}?${numbers(3)
        .map((n) => `tx_id=0x${txidOf(n)}`)
        .join('&')}`,
    ]);
  });

  it('reports an output of 0 for a transfer', async () => {
    const transfer = {
      tx_status: 'success',
      tx_type: 'token_transfer',
      canonical: true,
      block_height: 9,
      block_time: 10,
      fee_rate: '200',
      tx_result: { hex: '0x0703', repr: '(ok true)' },
    };
    host.script(MANY, { body: entries([transfer]) });
    expect(unwrap(await ask(1)).get(txidOf(0))).toMatchObject({ kind: 'success', amountOut: 0n });
  });

  it('leaves out transactions whose description is malformed or missing', async () => {
    host.script(MANY, { body: entries([PENDING, { tx_status: 7 }, PENDING]) });
    expect(await kindsOf(4)).toEqual(['pending', undefined, 'pending', undefined]);
  });

  it('reports each unknown status once, whatever reads it, and no more than 20 of them', async () => {
    const odd = (word: string) => ({ tx_status: word });
    const words = ['held', 'pending', 'held', 'success', 'dropped_new', 'abort_by_new', 'parked'];
    host.script(MANY, { body: entries(words.map(odd)) });
    await ask(words.length);
    unwrap(await node.as('market').transactionStatuses([txidOf(0)]));
    expect(events).toEqual([
      { kind: 'unknown-status', status: 'held' },
      { kind: 'unknown-status', status: 'parked' },
    ]);
    host.script(MANY, { body: entries(numbers(40).map((n) => odd(`made-up-${n}`))) });
    await ask(40);
    expect(events).toHaveLength(20);
  });

  it('sends one request per 50 transactions', async () => {
    host.script(MANY, { body: entries(numbers(2_000).map(() => PENDING)) });
    expect((await kindsOf(2_000)).every((kind) => kind === 'pending')).toBe(true);
    expect(host.seen).toHaveLength(40);
  });

  it('returns the other statuses when one request fails', async () => {
    const body = entries(numbers(120).map(() => PENDING));
    host.script(MANY, { body }, { status: 500 }, { body });
    const kinds = await kindsOf(120);
    expect(kinds.filter((kind) => kind === 'pending').length).toBeGreaterThanOrEqual(70);
    expect(kinds).toContain(undefined);
  });

  it('fails as chain-unreachable when no request succeeds', async () => {
    host.script(MANY, { status: 500 });
    expect(await ask(60)).toMatchObject({ ok: false, error: { kind: 'chain-unreachable' } });
  });

  it('sends no request for an empty list', async () => {
    expect(unwrap(await ask(0))).toEqual(new Map());
    expect(host.seen).toEqual([]);
  });
});

const BATCH = '/extended/v3/transactions/batch';
const detailOf = (n: number) => `/extended/v3/transactions/0x${txidOf(n)}`;
const GONE = { status: 410, body: { error: 'Deprecated endpoints are disabled' } };
const summaryOf = (n: number, status: string) => ({
  tx_id: `0x${txidOf(n)}`,
  type: 'contract_call',
  status,
  fee_rate: '200',
  block: { height: 9, time: 10, hash: `0x${'ab'.repeat(32)}` },
});
const block = { blockHeight: 9, blockTime: 10, blockHash: 'ab'.repeat(32), feeUstx: 200n };

describe('transactionStatuses with an index that has switched the batch of version 1 off', () => {
  it('reads mined transactions with one request of version 3, without their results, and the others one by one', async () => {
    host.script(MANY, GONE);
    host.script(BATCH, {
      body: {
        results: [
          summaryOf(3, 'problematic_skipped'),
          summaryOf(2, 'abort_by_post_condition'),
          summaryOf(1, 'abort_by_response'),
          summaryOf(0, 'success'),
        ],
      },
    });
    host.script(detailOf(4), { body: { status: 'pending' } });
    host.script(detailOf(5), { status: 404, body: { error: 'Not Found', message: 'no such transaction' } });
    const expected = new Map<string, TransactionStatus>([
      [txidOf(0), { kind: 'success', amountOut: undefined, ...block } as TransactionStatus],
      [txidOf(1), { kind: 'aborted', reason: undefined, ...block } as TransactionStatus],
      [txidOf(2), { kind: 'aborted', reason: 'abort_by_post_condition', ...block } as TransactionStatus],
      [txidOf(3), { kind: 'aborted', reason: 'problematic_skipped', ...block } as TransactionStatus],
      [txidOf(4), { kind: 'pending' }],
      [txidOf(5), { kind: 'unseen' }],
    ]);
    expect(unwrap(await ask(6))).toEqual(expected);
    expect(host.seen).toHaveLength(4);
    expect(unwrap(await ask(6))).toEqual(expected);
    expect(host.seen).toHaveLength(7);
  });

  const SENDERS = [AN_OWNER, ANOTHER_WALLET.address] as const;
  const listOf = (address: string) => `/extended/v3/principals/${address}/mempool/transactions`;
  const listed = (address: string, n: number) => ({ tx_id: `0x${txidOf(n)}`, sender: { address, nonce: n } });
  const page = (results: readonly object[]) => ({
    body: { total: results.length, cursor: { next: null }, results },
  });
  const kindsFrom = async (count: number) => {
    const statuses = unwrap(await node.transactionStatuses(numbers(count).map(txidOf), SENDERS));
    return numbers(count).map((n) => statuses.get(txidOf(n))?.kind);
  };

  it('reads the pending ones with one request for each sender, and what no list shows one by one', async () => {
    host.script(MANY, GONE);
    host.script(BATCH, { body: { results: [summaryOf(0, 'success')] } });
    host.script(
      listOf(SENDERS[0]),
      page([listed(SENDERS[0], 1), listed(SENDERS[0], 2), listed(SENDERS[0], 9)]),
    );
    host.script(listOf(SENDERS[1]), page([listed(SENDERS[1], 3)]));
    host.script(detailOf(4), { status: 404, body: { error: 'Not Found', message: 'no such transaction' } });
    expect(await kindsFrom(5)).toEqual(['success', 'pending', 'pending', 'pending', 'unseen']);
    expect(host.seen.map(({ path }) => path.split('?')[0]).sort()).toEqual(
      [MANY, BATCH, listOf(SENDERS[0]), listOf(SENDERS[1]), detailOf(4)].sort(),
    );
  });

  it('reads each separately if the lists would cost as much, and if they cannot be read', async () => {
    host.script(MANY, GONE);
    host.script(BATCH, { body: { results: [] } });
    for (const n of numbers(3)) host.script(detailOf(n), { body: { status: 'pending' } });
    expect(await kindsFrom(2)).toEqual(['pending', 'pending']);
    expect(host.seen.filter(({ path }) => path.includes('mempool'))).toEqual([]);
    expect(await kindsFrom(3)).toEqual(['pending', 'pending', 'pending']);
    expect(host.seen.filter(({ path }) => path.includes('v3/principals'))).toHaveLength(2);
    // Neither version lists them, which changes nothing about how the others are read.
    expect(host.seen.slice(-3).every(({ path }) => path.startsWith('/extended/v3/transactions/'))).toBe(true);
  });

  it('reads what came of a mined transaction with its arguments, and again only when it is asked twice', async () => {
    const result = { hex: '0x0703', repr: '(ok true)' };
    host.script(detailOf(0), { body: { ...summaryOf(0, 'abort_by_response'), result } });
    unwrap(await node.as('blocks').transactionWithArguments(txidOf(0)));
    const aborted = { kind: 'aborted', reason: 'abort_by_response: (ok true)', ...block };
    expect(unwrap(await node.transactionStatus(txidOf(0)))).toEqual(aborted);
    expect(host.seen.map(({ path }) => path)).toEqual([`${detailOf(0)}?include=function_args,result`]);
    expect(unwrap(await node.transactionStatus(txidOf(0)))).toEqual(aborted);
    expect(host.seen).toHaveLength(2);
  });

  it('names at most 20 transactions in a request, as version 3 refuses more', async () => {
    host.script(MANY, GONE);
    host.script(BATCH, { body: { results: numbers(41).map((n) => summaryOf(n, 'success')) } });
    expect(await kindsOf(41)).toEqual(numbers(41).map(() => 'success'));
    const named = host.seen
      .filter(({ path }) => path.startsWith(BATCH))
      .map(({ path }) => path.match(/tx_id=/g)?.length);
    expect(named.sort()).toEqual([1, 20, 20]);
  });

  it('leaves out a transaction that the batch lacks and that cannot be read', async () => {
    host.script(MANY, GONE);
    host.script(BATCH, { body: { results: [summaryOf(0, 'success')] } });
    host.script(detailOf(1), { status: 500 });
    expect(await kindsOf(2)).toEqual(['success', undefined]);
  });
});

describe('transactionStatuses with an index without either batch endpoint', () => {
  it('reads each transaction separately and does not try the batches again', async () => {
    host.script(oneOf(0), { body: PENDING });
    host.script(oneOf(2), { status: 500 });
    expect(await kindsOf(3)).toEqual(['pending', 'unseen', undefined]);
    expect(await kindsOf(1)).toEqual(['pending']);
    expect(host.seen.filter(({ path }) => /multiple|batch/.test(path))).toHaveLength(2);
  });

  it('reads each transaction separately when the host takes the batch for a malformed txid', async () => {
    host.script(MANY, GONE);
    host.script(BATCH, { status: 400, body: { error: 'tx_id must match a pattern' } });
    host.script(detailOf(0), { body: { status: 'pending' } });
    expect(await kindsOf(1)).toEqual(['pending']);
    expect(await kindsOf(1)).toEqual(['pending']);
    expect(host.seen.filter(({ path }) => /multiple|batch/.test(path))).toHaveLength(2);
  });

  it('reads each transaction separately when the index refuses the batch', async () => {
    host.script(MANY, { status: 400, body: { error: 'too many' } }, { body: entries([undefined]) });
    host.script(oneOf(0), { body: PENDING });
    expect(await kindsOf(1)).toEqual(['pending']);
    expect(await kindsOf(1)).toEqual(['unseen']);
  });
});
