import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { T0 } from '../../support/builders.js';
import { coreHarness, DOLLAR, signedInput, WELSH, type CoreHarness } from '../../support/core-harness.js';
import { AT_ONCE, recordPrices, whenAbove, whenBelow } from '../../support/executor-steps.js';

/** A core whose five runs after T0 have these prices of WELSH. */
async function recorded(...prices: readonly number[]): Promise<CoreHarness> {
  const harness = coreHarness();
  for (const price of prices) await recordPrices(harness, { [WELSH]: price, [DOLLAR]: 2 });
  return harness;
}

const replay = ({ core }: CoreHarness, fields: AnyOrder, span = { from: T0 } as { from: Date; to?: Date }) =>
  core.orders.replay(signedInput({ fields }), span);
const run = (n: number) => new Date(T0.getTime() + n * 300_000);

describe('core.orders.replay', () => {
  it('finds the run in which the recorded prices would have sent the order', async () => {
    const harness = await recorded(1, 1.5, 2, 2.5, 3);
    expect(await replay(harness, whenAbove(WELSH, '2'))).toMatchObject({
      value: { met: 1, fired: { at: run(3), ratio: '2', confidence: 'recorded' } },
    });
    expect(await replay(harness, { ...whenAbove(WELSH, '2'), confirm: { runs: 2 } })).toMatchObject({
      value: { met: 2, held: 1, fired: { at: run(4), ratio: '2.5' } },
    });
  });

  it('counts in the unit of the trigger', async () => {
    const fields = { ...whenBelow(WELSH, '0.5'), baseAsset: DOLLAR };
    expect(await replay(await recorded(3, 1.2, 1), fields)).toMatchObject({
      value: { fired: { at: run(3), ratio: '0.5' } },
    });
  });

  it('follows the price of a trailing order from the start of the span', async () => {
    const { core } = await recorded(5, 2, 3, 2.875, 2.75);
    const fields = { conditionToken: WELSH, direction: 'lt', trail: { bps: 500 }, confirm: { blocks: 0 } };
    const { signature: _, ...unsigned } = signedInput({ fields });
    const order = { ...unsigned, termsSignature: 'to be signed' };
    expect(await core.orders.replay(order, { from: run(2) })).toMatchObject({
      value: { runs: 4, fired: { at: run(5), ratio: '2.75', stop: '2.85' } },
    });
  });

  it('keeps to the span, to the order’s window and to the past', async () => {
    const harness = await recorded(2, 2, 2, 2);
    const fields = { ...whenAbove(WELSH, '2'), validFrom: run(2).toISOString() };
    expect(await replay(harness, fields, { from: T0, to: run(99) })).toMatchObject({
      value: { from: run(2), to: run(4), runs: 3, fired: { at: run(2) } },
    });
  });

  it('neither needs a signature nor stores anything', async () => {
    const harness = await recorded(2);
    const {
      uuid: _uuid,
      signature: _signature,
      ...unsigned
    } = signedInput({ fields: whenAbove(WELSH, '2') });
    expect(await harness.core.orders.replay(unsigned, { from: T0 })).toMatchObject({ ok: true });
    expect(await harness.core.orders.count()).toMatchObject({ open: 0 });
  });

  it.each<[string, AnyOrder, { from: Date; to?: Date }, string]>([
    ['an order without a price', AT_ONCE, { from: T0 }, 'not-triggered-by-price'],
    ['an order that is left to its owner', {}, { from: T0 }, 'not-triggered-by-price'],
    ['a span that ends before it begins', whenAbove(WELSH, '2'), { from: T0, to: run(-1) }, 'invalid-span'],
    ['a span in the future', whenAbove(WELSH, '2'), { from: run(9) }, 'invalid-span'],
    ['a span of over 90 days', whenAbove(WELSH, '2'), { from: run(-300 * 90) }, 'invalid-span'],
    ['a bad order', { amountIn: '-1' }, { from: T0 }, 'invalid-order'],
  ])('refuses %s', async (_, fields, span, kind) => {
    const refused = await replay(await recorded(1), fields, span);
    expect(refused).toMatchObject({ ok: false, error: { kind } });
  });
});
