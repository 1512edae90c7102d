import { describe, expect, it } from '@jest/globals';
import type { OrderStatus } from '../../../src/domain/order/order.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, walletProof, type CoreHarness } from '../../support/core-harness.js';

const ref = uuidOf(1);

/** A placed order, brought to the status. */
async function orderThatIs(status: OrderStatus): Promise<CoreHarness> {
  const harness = coreHarness();
  const { core, chain } = harness;
  unwrap(await core.orders.place(signedInput()));
  if (status === 'cancelled') unwrap(await core.orders.cancel({ ref, authorization: HOST }));
  if (status === 'open' || status === 'cancelled') return harness;
  const { txid } = unwrap(await core.orders.execute({ ref, authorization: HOST }));
  if (status === 'confirmed') chain.mine(txid);
  if (status === 'failed') chain.abort(txid, 'abort_by_response');
  unwrap(await core.execution.settle());
  return harness;
}

describe('core.orders.cancel', () => {
  it('cancels an open order and logs it', async () => {
    const { core, clock } = await orderThatIs('open');
    clock.advance(5000);
    const cancelled = unwrap(await core.orders.cancel({ ref, authorization: HOST }));
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelReason: 'owner',
      cancelledAt: new Date(T0.getTime() + 5000),
      version: 2,
    });
    expect(await core.orders.get(ref)).toEqual({ ok: true, value: cancelled });
    expect(unwrap(await core.orders.events(ref)).at(-1)).toMatchObject({
      type: 'cancelled',
      facts: { reason: 'owner' },
    });
  });

  it.each(['confirmed', 'failed', 'cancelled'] as const)('returns a %s order unchanged', async (status) => {
    const { core } = await orderThatIs(status);
    const [before, events] = [await core.orders.get(ref), await core.orders.events(ref)];
    expect(unwrap(before).status).toBe(status);
    expect(await core.orders.cancel({ ref, authorization: HOST })).toEqual(before);
    expect(await core.orders.events(ref)).toEqual(events);
  });

  it('refuses an order that was broadcast', async () => {
    const { core, chain } = await orderThatIs('broadcasted');
    expect(await core.orders.cancel({ ref, authorization: HOST })).toEqual({
      ok: false,
      error: { kind: 'order-already-broadcast', uuid: ref, txid: chain.sent[0]?.txid },
    });
  });

  it('refuses an order while its swap is stored', async () => {
    const { core, chain } = await orderThatIs('open');
    chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    const sent = await core.orders.execute({ ref, authorization: HOST });
    expect(sent.ok).toBe(false);
    expect(await core.orders.cancel({ ref, authorization: HOST })).toMatchObject({
      error: { kind: 'order-already-broadcast', txid: chain.sent[0]?.txid },
    });
  });

  it('reports an unknown order as order-not-found', async () => {
    const { core } = await orderThatIs('open');
    const authorization = walletProof({ action: 'cancel_order', uuid: uuidOf(2), timestamp: T0.getTime() });
    expect(await core.orders.cancel({ ref: uuidOf(2), authorization })).toEqual({
      ok: false,
      error: { kind: 'order-not-found', ref: uuidOf(2) },
    });
  });

  it('accepts only a message that the owner signed for the cancellation', async () => {
    const { core } = await orderThatIs('open');
    const cancel = (action: string) => {
      const authorization = walletProof({ action, uuid: ref, timestamp: T0.getTime() });
      return core.orders.cancel({ ref, authorization });
    };
    expect(await cancel('execute_order')).toMatchObject({ error: { kind: 'invalid-message-content' } });
    expect(unwrap(await cancel('cancel_order')).status).toBe('cancelled');
  });
});

describe('core.orders.cancel during an execution', () => {
  it('returns the actual outcome, whichever of the two wins', async () => {
    const outcomes = new Set<string>();
    for (let turns = 0; turns < 200; turns++) {
      const { core, chain } = await orderThatIs('open');
      const executing = core.orders.execute({ ref, authorization: HOST });
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const cancelled = await core.orders.cancel({ ref, authorization: HOST });
      const executed = await executing;
      const { status } = unwrap(await core.orders.get(ref));
      expect(cancelled.ok).toBe(status === 'cancelled');
      expect(executed.ok).toBe(status === 'broadcasted');
      expect(chain.sent).toHaveLength(executed.ok ? 1 : 0);
      outcomes.add(status);
    }
    expect([...outcomes].sort()).toEqual(['broadcasted', 'cancelled']);
  });
});
