import { describe, expect, it } from '@jest/globals';
import { makeTransmitSwap } from '../../../src/application/execution/swap/transmit-swap.js';
import { releaseDatabase } from '../../../src/application/recovery/release-database.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { uuidOf } from '../../support/builders.js';
import { POOL, reserves } from '../../support/core-harness.js';
import { execute, orderOf, placed, swapsOf, typesOf } from '../../support/order-steps.js';

const ref = uuidOf(1);

describe('executing an order while the chain is unreachable', () => {
  it('returns chain-unreachable and stores no swap when the outage comes before signing', async () => {
    const harness = await placed();
    harness.liquidity.unreachable = true;
    expect(await execute(harness)).toMatchObject({ error: { kind: 'chain-unreachable' } });
    harness.liquidity.unreachable = false;
    harness.chain.cut('accountNonces');
    expect(await execute(harness)).toMatchObject({ error: { kind: 'chain-unreachable' } });
    expect(await swapsOf(harness)).toEqual([]);
    harness.chain.mend();
    expect((await execute(harness)).ok).toBe(true);
  });

  it('keeps the signed swap stored and sends the same bytes on the next call when the broadcast gets no response', async () => {
    const harness = await placed();
    harness.chain.cut('broadcast', 'transactionStatus');
    const first = await execute(harness);
    const [swap] = await swapsOf(harness);
    expect(first).toEqual({ ok: false, error: { kind: 'broadcast-unknown', txid: swap?.txid } });
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: swap?.txid });
    harness.chain.mend();
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 5n * 10n ** 11n));
    expect(unwrap(await execute(harness)).txid).toBe(swap?.txid);
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect(await swapsOf(harness)).toHaveLength(1);
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('records the broadcast when the node took the swap but its response was lost', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' }, { arrives: true });
    expect(unwrap(await execute(harness)).order.status).toBe('broadcasted');
  });

  it('returns broadcast-unknown when the broadcast fails and the chain shows the swap as dropped', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' });
    harness.chain.transactionStatus = async () => ({
      ok: true,
      value: { kind: 'dropped', reason: 'dropped_too_expensive' },
    });
    expect(await execute(harness)).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect((await orderOf(harness)).status).toBe('open');
  });
});

describe('executing an order that a node refuses', () => {
  const FEE_TOO_LOW = { kind: 'refused', reason: 'FeeTooLow', about: 'transaction' } as const;
  const CONFLICT = { kind: 'refused', reason: 'ConflictingNonceInMempool', about: 'nonce' } as const;

  it('returns broadcast-refused and leaves the order open without a swap after a first refusal', async () => {
    const harness = await placed();
    harness.chain.answerNext(FEE_TOO_LOW);
    expect(await execute(harness)).toEqual({
      ok: false,
      error: { kind: 'broadcast-refused', reason: 'FeeTooLow', about: 'transaction' },
    });
    const order = await orderOf(harness);
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('sending');
    expect(await swapsOf(harness)).toMatchObject([{ state: 'dead' }]);
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'swap-refused']);
  });

  it('sends the same bytes again when the quote and the nonce are unchanged, and records them once accepted', async () => {
    const harness = await placed();
    harness.chain.answerNext(FEE_TOO_LOW);
    harness.chain.answerNext(FEE_TOO_LOW);
    await execute(harness);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'broadcast-refused' } });
    const { order, txid } = unwrap(await execute(harness));
    expect(order).toMatchObject({ status: 'broadcasted', txid });
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect(await swapsOf(harness)).toMatchObject([{ txid, state: 'accepted', nonce: 0n }]);
    const events = unwrap(await harness.core.orders.events(ref));
    expect(events.filter(({ type }) => type === 'swap-stored').map(({ facts }) => facts.attempt)).toEqual([
      1, 2, 3,
    ]);
  });

  it('keeps the swap if the database has gone back meanwhile, since it may have lost that others sent the same bytes', async () => {
    for (const isReleased of [false, true]) {
      const harness = await placed();
      const { chain, ports } = harness;
      const broadcast = chain.broadcast.bind(chain);
      chain.broadcast = async (...bytes) => {
        await ports.databaseHome.displace('went-back');
        if (isReleased) await releaseDatabase(ports);
        return broadcast(...bytes);
      };
      chain.answerNext(FEE_TOO_LOW);
      expect(await execute(harness)).toMatchObject({ error: { kind: 'broadcast-unknown' } });
      const [swap] = await swapsOf(harness);
      expect(swap).toMatchObject({ state: 'stored' });
      expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: swap!.txid });
    }
  });

  it('sends the swap no more, although it was read before it was dropped', async () => {
    const harness = await placed();
    const { chain, ports } = harness;
    chain.answerNext(FEE_TOO_LOW);
    await execute(harness);
    const [dropped] = await swapsOf(harness);
    const sent = chain.sent.length;
    const reportViolation = async () => expect('a violation').toBe('none');
    const transmit = makeTransmitSwap({ ...ports, reportViolation });
    expect(await transmit(dropped!, { first: false })).toMatchObject({
      error: { kind: 'broadcast-unknown' },
    });
    expect(chain.sent).toHaveLength(sent);
    expect(await swapsOf(harness)).toMatchObject([{ state: 'dead' }]);
  });

  it('sends a new quote under the nonce of the refused swap', async () => {
    const harness = await placed();
    harness.chain.answerNext(FEE_TOO_LOW);
    await execute(harness);
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 9n * 10n ** 11n));
    unwrap(await execute(harness));
    expect(await swapsOf(harness)).toMatchObject([
      { state: expect.any(String), nonce: 0n },
      { state: expect.any(String), nonce: 0n },
    ]);
    expect((await swapsOf(harness)).map(({ state }) => state).sort()).toEqual(['accepted', 'dead']);
  });

  it('sends the order on the next call when the node refused it because of the account', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'refused', reason: 'NotEnoughFunds', about: 'account' });
    expect(await execute(harness)).toEqual({
      ok: false,
      error: { kind: 'broadcast-refused', reason: 'NotEnoughFunds', about: 'account' },
    });
    expect((await execute(harness)).ok).toBe(true);
  });

  it('returns broadcast-unknown and keeps the swap when the refusal is about the nonce', async () => {
    const harness = await placed();
    harness.chain.answerNext(CONFLICT);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: expect.any(String) });
  });

  it('records the broadcast when the node refuses the nonce but the chain shows the swap', async () => {
    const harness = await placed();
    harness.chain.answerNext(CONFLICT, { arrives: true });
    expect(unwrap(await execute(harness)).order.status).toBe('broadcasted');
  });

  it('returns broadcast-unknown when a node refuses bytes that were sent before', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    harness.chain.answerNext(FEE_TOO_LOW);
    await execute(harness);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: expect.any(String) });
  });
});

describe('ExecutionObserver', () => {
  it('receives every step of an execution with its outcome, and never the signed bytes', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await execute(harness);
    const { txid } = unwrap(await execute(harness));
    const events = harness.observed.map((event) =>
      event.kind === 'attempt-ended' || event.kind === 'swap-handed-over'
        ? [event.kind, event.outcome]
        : [event.kind, event.kind === 'swap-stored' ? event.attempt : undefined],
    );
    expect(events).toEqual([
      ['swap-stored', 1],
      ['swap-handed-over', { kind: 'refused', reason: 'FeeTooLow', about: 'transaction' }],
      ['attempt-ended', 'broadcast-refused'],
      ['swap-stored', 2],
      ['swap-handed-over', { kind: 'accepted' }],
      ['attempt-ended', 'sent'],
    ]);
    expect(JSON.stringify(events)).not.toContain(harness.chain.sent[0]!.raw);
    harness.chain.mine(txid);
    await harness.core.execution.settle();
    expect(harness.observed.at(-1)).toEqual({ kind: 'swap-settled', uuid: ref, txid, step: 'confirm' });
  });
});
