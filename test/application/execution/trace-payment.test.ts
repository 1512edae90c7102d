import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeTracePayment } from '../../../src/application/execution/swap/trace-payment.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import type { ChainTip, MinedSwap, PastBlocks, SpentOrders } from '../../../src/ports/index.js';
import { StubChain } from '../../support/stub-chain.js';
import { orderOf, placed } from '../../support/order-steps.js';
import { runs } from '../../support/properties.js';

const tipOf = (height: number): ChainTip => ({ height, id: height.toString(16).padStart(64, '0') });

const { terms } = await orderOf(await placed());

/** A chain of `height` blocks in which the order was spent at `spentAt`; `reads` counts the questions. */
function chainOf(height: number, spentAt: number) {
  const chain = new StubChain();
  chain.height = height;
  const asked: number[] = [];
  const spentOrders: SpentOrders = {
    isSpent: async (_terms, at) => {
      asked.push(at.height);
      return ok(at.height >= spentAt);
    },
  };
  const pastBlocks: PastBlocks = {
    tipAt: async (wanted) => ok(tipOf(wanted)),
    swapIn: async (wanted) => ok({ nonce: BigInt(wanted) } as MinedSwap),
    isRevokedIn: async () => ok(false),
  };
  return { chain, asked, spentOrders, pastBlocks, finalBlocks: 20 };
}

describe('the trace of a payment', () => {
  it('searches exactly the block in which the uuid was spent, after at most forty-two reads', async () => {
    const heights = fc
      .integer({ min: 1, max: 1_000_000 })
      .chain((height) => fc.tuple(fc.constant(height), fc.integer({ min: 1, max: height })));
    await fc.assert(
      fc.asyncProperty(heights, async ([height, spentAt]) => {
        const needs = chainOf(height, spentAt);
        const found = unwrap(await makeTracePayment(needs)(terms));
        expect(found).toEqual({ nonce: BigInt(spentAt) });
        expect(needs.asked.length).toBeLessThanOrEqual(42);
      }),
      { numRuns: runs(300) },
    );
  });

  it('asks for a few blocks only when the payment is new', async () => {
    const needs = chainOf(1_000_000, 999_998);
    await makeTracePayment(needs)(terms);
    expect(needs.asked.length).toBeLessThanOrEqual(5);
  });

  it('finds nothing while the uuid is unspent at the newest block', async () => {
    const needs = chainOf(100, 101);
    expect(await makeTracePayment(needs)(terms)).toEqual({ ok: true, value: undefined });
    expect(needs.asked).toEqual([100]);
  });

  it('finds nothing in a program that cannot read past blocks', async () => {
    const { pastBlocks: _none, ...needs } = chainOf(100, 50);
    expect(await makeTracePayment(needs)(terms)).toEqual({ ok: true, value: undefined });
    expect(needs.asked).toEqual([]);
  });

  it('concludes nothing when a block or its state cannot be read', async () => {
    const needs = chainOf(100, 50);
    const gap = { ...needs.pastBlocks, tipAt: async () => ok(undefined) };
    expect(await makeTracePayment({ ...needs, pastBlocks: gap })(terms)).toMatchObject({
      ok: false,
      error: { kind: 'chain-unreachable', reason: 'the index does not have block 99' },
    });
    const cut = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    const lost = { ...needs.pastBlocks, swapIn: async () => cut };
    expect(await makeTracePayment({ ...needs, pastBlocks: lost })(terms)).toEqual(cut);
  });
});
