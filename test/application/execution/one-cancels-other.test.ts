import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { execute } from '../../support/order-steps.js';

describe('orders of which one cancels the others', () => {
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

  it('end with the first broadcast', async () => {
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

  it('are refused while one may be on its way', async () => {
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

  it('are refused when placed after one was sent', async () => {
    const harness = await threeExits();
    unwrap(await execute(harness, 1));
    unwrap(await harness.core.orders.place(exit(5)));
    expect(await execute(harness, 5)).toMatchObject({ error: { kind: 'sibling-sent', uuid: uuidOf(1) } });
  });

  it('stay as they are when the one is refused', async () => {
    const harness = await threeExits();
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await execute(harness, 1);
    expect(await statuses(harness)).toEqual(['open', 'open', 'open', 'open']);
    unwrap(await execute(harness, 2));
    expect(await statuses(harness)).toEqual(['cancelled', 'broadcasted', 'cancelled', 'open']);
  });

  it('make one swap when all are executed at once', async () => {
    const harness = await threeExits();
    const answers = await Promise.all([1, 2, 3].map((n) => execute(harness, n)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(harness.chain.sent).toHaveLength(1);
    expect((await statuses(harness)).sort()).toEqual(['broadcasted', 'cancelled', 'cancelled', 'open']);
  });
});
