import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, type CoreHarness } from '../../support/core-harness.js';
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

  it('are cancelled at once, with reason oco, when placed after another was sent', async () => {
    const harness = await threeExits();
    unwrap(await execute(harness, 1));
    const late = unwrap(await harness.core.orders.place(exit(5)));
    expect(late).toMatchObject({ status: 'cancelled', cancelReason: 'oco', cancelledAt: T0 });
    const events = unwrap(await harness.core.orders.events(uuidOf(5)));
    expect(events.map(({ type, facts }) => [type, facts])).toEqual([
      ['created', expect.any(Object)],
      ['cancelled', { reason: 'oco' }],
    ]);
    expect(unwrap(await harness.core.orders.place(exit(5)))).toEqual(late);
    expect(await execute(harness, 5)).toMatchObject({ error: { kind: 'order-not-open' } });
    expect(harness.chain.sent).toHaveLength(1);
  });

  it('stay open when placed while the swap of another may be under way, and end once it was sent', async () => {
    const harness = await threeExits();
    harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    await execute(harness, 1);
    expect(unwrap(await harness.core.orders.place(exit(5))).status).toBe('open');
    unwrap(await harness.core.execution.settle());
    expect(unwrap(await harness.core.orders.get(uuidOf(5))).status).toBe('cancelled');
  });

  it('are refused from the 101st that is open on, which ends with one place when one is cancelled', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 100; n++) unwrap(await harness.core.orders.place(exit(n)));
    expect(await harness.core.orders.place(exit(101))).toEqual({
      ok: false,
      error: { kind: 'oco-group-full', strategyId: 'exits', limit: 100 },
    });
    unwrap(await harness.core.orders.cancel({ ref: uuidOf(7), authorization: HOST }));
    unwrap(await harness.core.orders.place(exit(101)));
    unwrap(await execute(harness, 101));
    const page = await harness.core.orders.list({
      status: 'cancelled',
      sortBy: 'createdAt',
      sortOrder: 'asc',
      page: 1,
      limit: 50,
    });
    expect(unwrap(page).total).toBe(100);
  });

  it('leave none open when many are placed while one is sent', async () => {
    const harness = await threeExits();
    const late = [5, 6, 7, 8, 9].map((n) => harness.core.orders.place(exit(n)));
    await Promise.all([execute(harness, 1), ...late]);
    const after = [2, 3, 5, 6, 7, 8, 9].map(async (n) => unwrap(await harness.core.orders.get(uuidOf(n))));
    expect(new Set((await Promise.all(after)).map(({ status }) => status))).toEqual(new Set(['cancelled']));
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
