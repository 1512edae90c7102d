import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, SBTC, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { execute, orderOf, place, typesOf } from '../../support/order-steps.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { handleOfNth, isStored, replace, replacement } from '../../support/later-terms.js';

const notReplaced = (reason: string) => ({
  error: { kind: 'not-replaced', replaces: handleOfNth(1), reason },
});

describe('an order that replaces another', () => {
  it('is stored as the other one is cancelled', async () => {
    const harness = coreHarness();
    await place(harness);
    unwrap(await replace(harness, 2, { outputToken: SBTC }));
    expect(await orderOf(harness, 1)).toMatchObject({ status: 'cancelled', cancelReason: 'replaced' });
    expect(await orderOf(harness, 2)).toMatchObject({
      status: 'open',
      terms: { outputToken: SBTC, replaces: handleOfNth(1) },
    });
    expect(await typesOf(harness, 1)).toEqual(['created', 'cancelled']);
  });

  it('is returned when it is placed again, also after it was cancelled itself', async () => {
    const harness = coreHarness();
    await place(harness);
    const first = unwrap(await replace(harness, 2));
    expect(unwrap(await replace(harness, 2))).toEqual(first);
    unwrap(await harness.core.orders.cancel({ ref: uuidOf(2), authorization: HOST }));
    expect(unwrap(await replace(harness, 2))).toMatchObject({ status: 'cancelled', cancelReason: 'owner' });
  });

  it('may take the client order id, the group and the last open place of the other one', async () => {
    const harness = coreHarness({ settings: { quotas: { openOrders: 1 } } });
    const fields = { clientOrderId: 'bot-1', strategyId: 'plan', metadata: { oco: true } };
    await place(harness, 1, fields);
    expect(await replace(harness, 2, fields)).toMatchObject({ ok: true });
  });

  it.each<[string, (harness: CoreHarness) => Promise<unknown>, string]>([
    ['is unknown', async () => undefined, 'order-not-found'],
    [
      'is another owner’s',
      async ({ core }) => unwrap(await core.orders.placeJson(signedInput({ wallet: ANOTHER_WALLET }))),
      'order-not-found',
    ],
    [
      'has ended',
      async (harness) => {
        await place(harness);
        unwrap(await harness.core.orders.cancel({ ref: uuidOf(1), authorization: HOST }));
      },
      'order-not-open',
    ],
    [
      'is sent',
      async (harness) => {
        await place(harness);
        unwrap(await execute(harness));
      },
      'order-already-broadcast',
    ],
  ])('is refused, and changes nothing, if the other one %s', async (_, prepare, reason) => {
    const harness = coreHarness();
    await prepare(harness);
    const before = await harness.core.orders.get(uuidOf(1));
    expect(await replace(harness, 2)).toMatchObject(notReplaced(reason));
    expect(await harness.core.orders.get(uuidOf(1))).toEqual(before);
    expect(await isStored(harness, 2)).toBe(false);
  });

  it('leaves the other one open if it cannot be stored itself', async () => {
    const harness = coreHarness();
    await place(harness);
    await place(harness, 3, { clientOrderId: 'bot-1' });
    expect(await replace(harness, 2, { clientOrderId: 'bot-1' })).toMatchObject({
      error: { kind: 'client-order-id-taken' },
    });
    expect(await orderOf(harness)).toMatchObject({ status: 'open' });
  });

  it('leaves the other one open if another order of its atomic batch is refused', async () => {
    const harness = coreHarness();
    await place(harness);
    await place(harness, 3, { clientOrderId: 'bot-1' });
    const taken = signedInput({ uuid: uuidOf(4), fields: { clientOrderId: 'bot-1' } });
    const results = await harness.core.orders.placeJsonBatch({
      orders: [replacement(2), taken],
      atomic: true,
    });
    expect(results.map((result) => (result.ok ? 'stored' : result.error.kind))).toEqual([
      'batch-refused',
      'client-order-id-taken',
    ]);
    expect(await orderOf(harness)).toMatchObject({ status: 'open' });
  });

  it.each<[string, AnyOrder, string]>([
    ['unsigned terms', { ...replacement(2), termsSignature: undefined }, 'termsSignature'],
    ['itself', replacement(2, { replaces: handleOfNth(2) }), 'replaces'],
    ['something that is no handle', replacement(2, { replaces: 'mine' }), 'replaces'],
  ])('is refused with %s', async (_, input, field) => {
    const { core } = coreHarness();
    expect(await core.orders.placeJson(input)).toMatchObject({
      error: { kind: 'invalid-order', problems: [{ field }] },
    });
  });

  it('is shown by a rehearsal as refused, without ending the other one', async () => {
    const harness = coreHarness();
    expect(await harness.core.orders.rehearse(replacement(2))).toMatchObject({
      refused: { kind: 'not-replaced' },
    });
    await place(harness);
    expect(await harness.core.orders.rehearse(replacement(2))).not.toHaveProperty('refused');
    expect(await orderOf(harness)).toMatchObject({ status: 'open' });
  });
});
