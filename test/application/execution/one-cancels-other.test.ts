import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { execute } from '../../support/order-steps.js';

describe('orders of a one-cancels-other group', () => {
  const exit = (n: number) =>
    signedInput({ uuid: uuidOf(n), fields: { strategyId: 'exits', metadata: { oco: true } } });

  async function threeExits(): Promise<CoreHarness> {
    const harness = coreHarness();
    for (const n of [1, 2, 3]) unwrap(await harness.core.orders.place(exit(n)));
    unwrap(
      await harness.core.orders.place(signedInput({ uuid: uuidOf(4), fields: { strategyId: 'exits' } })),
    );
    return harness;
  }
  const statuses = ({ core }: CoreHarness) =>
    Promise.all([1, 2, 3, 4].map(async (n) => unwrap(await core.orders.get(uuidOf(n))).status));

  it('are cancelled when the first of them is broadcast', async () => {
    const harness = await threeExits();
    unwrap(await execute(harness, 2));
    expect(await statuses(harness)).toEqual(['cancelled', 'broadcasted', 'cancelled', 'open']);
    expect(await harness.core.orders.get(uuidOf(1))).toMatchObject({
      value: { cancelReason: 'oco', cancelledAt: T0 },
    });
    expect(unwrap(await harness.core.orders.events(uuidOf(3))).at(-1)).toMatchObject({
      type: 'cancelled',
      facts: { reason: 'oco' },
    });
  });

  it('return sibling-sent while the swap of another may be under way', async () => {
    const harness = await threeExits();
    harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    await execute(harness, 1);
    expect(await execute(harness, 2)).toEqual({
      ok: false,
      error: { kind: 'sibling-sent', uuid: uuidOf(1) },
    });
    expect(await statuses(harness)).toEqual(['open', 'open', 'open', 'open']);
    unwrap(await harness.core.execution.settle());
    expect(await statuses(harness)).toEqual(['broadcasted', 'cancelled', 'cancelled', 'open']);
  });

  it('return sibling-sent when placed after another was sent', async () => {
    const harness = await threeExits();
    unwrap(await execute(harness, 1));
    unwrap(await harness.core.orders.place(exit(5)));
    expect(await execute(harness, 5)).toMatchObject({ error: { kind: 'sibling-sent', uuid: uuidOf(1) } });
  });

  it('stay open when the swap of one is refused', async () => {
    const harness = await threeExits();
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await execute(harness, 1);
    expect(await statuses(harness)).toEqual(['open', 'open', 'open', 'open']);
    unwrap(await execute(harness, 2));
    expect(await statuses(harness)).toEqual(['cancelled', 'broadcasted', 'cancelled', 'open']);
  });

  it('make one swap when all are executed concurrently', async () => {
    const harness = await threeExits();
    const results = await Promise.all([1, 2, 3].map((n) => execute(harness, n)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(harness.chain.sent).toHaveLength(1);
    expect((await statuses(harness)).sort()).toEqual(['broadcasted', 'cancelled', 'cancelled', 'open']);
  });
});
