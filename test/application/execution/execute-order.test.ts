import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OPERATOR, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  HOST,
  POOL,
  stubSigner,
  SUBLINK,
  WELSH,
  WELSH_SUBNET,
  type HarnessOptions,
  LONE_REGISTRY,
  LONE_TOKEN,
} from '../../support/core-harness.js';
import { execute, orderOf, placed, swapsOf, typesOf } from '../../support/order-steps.js';

const ref = uuidOf(1);

describe('orders.execute on an open order', () => {
  it('sends its swap and records swap, quote, status and log', async () => {
    const harness = await placed();
    harness.clock.advance(5000);
    const now = harness.clock.now();
    const { txid, order } = unwrap(await execute(harness));
    const quote = {
      amountIn: 1_000_000n,
      amountOut: 996_999n,
      quotedAt: now,
      slippage: 0.01,
      protected: true,
      path: [WELSH_SUBNET, WELSH, DOLLAR],
      vaults: [SUBLINK, POOL],
      height: 100,
    };
    expect(order).toMatchObject({ status: 'broadcasted', txid, broadcastedAt: now, quote });
    expect(await orderOf(harness)).toEqual(order);
    expect(harness.chain.sent.map((sent) => sent.txid)).toEqual([txid]);
    expect(await swapsOf(harness)).toEqual([
      {
        txid,
        purpose: 'swap',
        raw: harness.chain.sent[0]?.raw,
        orderUuid: ref,
        sender: AN_OPERATOR,
        nonce: 0n,
        feeUstx: 3_000n,
        quote,
        storedAt: now,
        state: 'accepted',
      },
    ]);
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('stores the swap before sending it', async () => {
    const harness = await placed();
    const { chain } = harness;
    const seen: unknown[] = [];
    const broadcast = chain.broadcast.bind(chain);
    chain.broadcast = async (raw, txid) => {
      seen.push(await harness.ports.swaps.findByTxid(txid), await orderOf(harness));
      return broadcast(raw, txid);
    };
    const { txid } = unwrap(await execute(harness));
    expect(seen).toMatchObject([
      { txid, state: 'stored' },
      { status: 'open', sending: txid },
    ]);
  });

  it('sends the swap before its window opens and without a price for its trigger', async () => {
    const trigger = { conditionToken: DOLLAR, targetPrice: '5', direction: 'gt' };
    const harness = await placed({ ...trigger, validFrom: '2027-01-01' });
    expect((await execute(harness)).ok).toBe(true);
  });

  it('makes one swap for 100 concurrent calls', async () => {
    const harness = await placed();
    const results = await Promise.all(Array.from({ length: 100 }, () => execute(harness)));
    expect(new Set(results.map((result) => unwrap(result).txid)).size).toBe(1);
    expect(await swapsOf(harness)).toHaveLength(1);
    expect(harness.chain.sent).toHaveLength(1);
  });

  it('makes one swap when two processes that share the storage execute it concurrently', async () => {
    const here = await placed();
    const cores = [here.core, createCore(here.ports)];
    await Promise.all(cores.map((core) => core.orders.execute({ ref, authorization: HOST })));
    expect(await swapsOf(here)).toHaveLength(1);
    expect(new Set(here.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect((await orderOf(here)).status).toBe('broadcasted');
  });
});

describe('orders.execute on an order that cannot be sent', () => {
  it('returns order-not-found for an unknown uuid', async () => {
    const { core } = coreHarness();
    expect(await core.orders.execute({ ref, authorization: HOST })).toEqual({
      ok: false,
      error: { kind: 'order-not-found', ref },
    });
  });

  it('returns order-not-open with the status of a cancelled and of a broadcast order', async () => {
    const cancelled = await placed();
    await cancelled.core.orders.cancel({ ref, authorization: HOST });
    const sent = await placed();
    await execute(sent);
    const notOpen = (status: string) => ({ ok: false, error: { kind: 'order-not-open', uuid: ref, status } });
    expect(await execute(cancelled)).toEqual(notOpen('cancelled'));
    const { txid } = (await orderOf(sent)) as { readonly txid: string };
    expect(await execute(sent)).toMatchObject({ error: { ...notOpen('broadcasted').error, txid } });
  });

  it('returns order-not-open and stores no swap when the order is cancelled while it is quoted', async () => {
    const estimateFee = async () => {
      unwrap(await harness.core.orders.cancel({ ref, authorization: HOST }));
      return ok(toUnits(3_000n));
    };
    const harness = await placed({}, { signer: stubSigner({ estimateFee }) });
    expect(await execute(harness)).toEqual({
      ok: false,
      error: { kind: 'order-not-open', uuid: ref, status: 'cancelled' },
    });
    expect(await swapsOf(harness)).toEqual([]);
    expect(harness.chain.sent).toEqual([]);
  });

  it('returns order-expired once validTo has passed', async () => {
    const harness = await placed({ validTo: '2026-11-20T12:01:00Z' });
    harness.clock.advance(60_000);
    expect(await execute(harness)).toEqual({ ok: false, error: { kind: 'order-expired', uuid: ref } });
  });

  it('returns execution-disabled without an operator key', async () => {
    const harness = await placed({}, { signer: null });
    expect(await execute(harness)).toEqual({ ok: false, error: { kind: 'execution-disabled' } });
  });

  it.each<[string, AnyOrder, HarnessOptions, object]>([
    [
      'it has no route',
      { outputToken: LONE_TOKEN },
      { registry: LONE_REGISTRY },
      { kind: 'no-route', reason: 'no-route' },
    ],
    [
      'its quote is below its minimum',
      { minAmountOut: '997000' },
      {},
      { kind: 'below-minimum', amountOut: 996_999n, minAmountOut: 997_000n },
    ],
    [
      'its swap cannot be protected',
      {},
      { signer: stubSigner({ sign: async () => ({ ok: false, error: { kind: 'swap-unprotectable' } }) }) },
      { kind: 'swap-unprotectable' },
    ],
    [
      'the fee estimate is unreachable',
      {},
      {
        signer: stubSigner({
          estimateFee: async () => ({ ok: false, error: { kind: 'chain-unreachable', reason: 'cut' } }),
        }),
      },
      { kind: 'chain-unreachable', reason: 'cut' },
    ],
  ])('returns the error and leaves the order unchanged when %s', async (_, fields, options, error) => {
    const harness = await placed(fields, options);
    const before = await orderOf(harness);
    expect(await execute(harness)).toEqual({ ok: false, error });
    expect(await orderOf(harness)).toEqual(before);
    expect(await swapsOf(harness)).toEqual([]);
    expect(harness.chain.sent).toEqual([]);
  });

  it('sends the swap when its quote is exactly the minimum', async () => {
    const harness = await placed({ minAmountOut: '996999' });
    expect((await execute(harness)).ok).toBe(true);
  });
});
