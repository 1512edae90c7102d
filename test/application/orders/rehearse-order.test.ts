import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { FAILURE_WINDOW_MS } from '../../../src/domain/order/limits/owner-limits.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { AN_OWNER, T0, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  signedInput,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { AT_ONCE, pass, recordPrices, whenAbove } from '../../support/executor-steps.js';
import { execute, orderOf, settle } from '../../support/order-steps.js';
import { A_WALLET } from '../../support/signing.js';

const inMs = (ms: number) => new Date(T0.getTime() + ms).toISOString();

/** The order as it is before it is signed. */
function unsigned(fields: AnyOrder = {}): AnyOrder {
  const { uuid: _uuid, recipient: _recipient, signature: _signature, ...terms } = signedInput({ fields });
  return terms;
}

const reasonsOf = async ({ core }: CoreHarness, fields: AnyOrder) =>
  (await core.orders.rehearse(signedInput({ fields }))).holds.map(({ reason }) => reason);

describe('core.orders.rehearse', () => {
  it('says that an order would be sent at once, and what it would get', async () => {
    const { core } = coreHarness();
    const rehearsal = await core.orders.rehearse(signedInput({ fields: AT_ONCE }));
    expect(rehearsal).toMatchObject({ at: T0, isSigned: true, holds: [] });
    expect(rehearsal).not.toHaveProperty('refused');
    expect(rehearsal.quote!.minimumReceived).toBeLessThan(rehearsal.quote!.route.amountOut);
  });

  it('stores, signs and sends nothing, so that the order can be placed afterwards', async () => {
    const harness = coreHarness({ settings: { quotas: { dailyOrders: 1 } } });
    for (let n = 0; n < 3; n++) await harness.core.orders.rehearse(signedInput({ fields: AT_ONCE }));
    expect(await harness.ports.orders.findById(uuidOf(1))).toBeUndefined();
    await pass(harness);
    expect(harness.chain.sent).toEqual([]);
    expect(await harness.core.orders.place(signedInput({ fields: AT_ONCE }))).toMatchObject({ ok: true });
  });

  it('checks an order that is not signed yet as if it were', async () => {
    const { core } = coreHarness({ settings: { requireSignedTerms: true } });
    expect(await core.orders.rehearse(unsigned(AT_ONCE))).toMatchObject({ isSigned: false, holds: [] });
    expect(await core.orders.rehearse(unsigned({ amountIn: '0' }))).toMatchObject({
      refused: { kind: 'invalid-order', problems: [{ field: 'amountIn' }] },
      holds: [],
    });
  });

  it.each<[string, AnyOrder, string]>([
    ['a bad field', { validTo: 'tomorrow' }, 'invalid-order'],
    ['another owner’s signature', { amountIn: '2' }, 'signature-not-verified'],
    ['a token that the exchange does not list', { inputToken: `${AN_OWNER}.other` }, 'unregistered-token'],
    ['a client order id that is in use', { uuid: uuidOf(2), clientOrderId: 'mine' }, 'client-order-id-taken'],
    ['a quota that is used up', { uuid: uuidOf(2) }, 'open-quota-exceeded'],
  ])('says that an order would be refused for %s', async (_, change, kind) => {
    const harness = coreHarness({ settings: { quotas: { openOrders: kind.startsWith('open') ? 1 : 9 } } });
    unwrap(await harness.core.orders.place(signedInput({ fields: { clientOrderId: 'mine' } })));
    const { uuid = uuidOf(3), ...fields } = change;
    const input = signedInput({ uuid: uuid as ReturnType<typeof uuidOf>, fields });
    const { refused, holds } = await harness.core.orders.rehearse(input);
    expect({ kind: refused?.kind, holds }).toEqual({ kind, holds: [] });
  });

  it('takes what is not even an object for a bad order', async () => {
    const { core } = coreHarness();
    for (const input of [null, [], 'order'] as unknown as AnyOrder[])
      expect(await core.orders.rehearse(input)).toMatchObject({ refused: { kind: 'invalid-order' } });
  });

  it('names everything at once that would keep the order from being sent', async () => {
    const harness = coreHarness();
    await recordPrices(harness, { [WELSH]: 0.5 });
    await harness.ports.sendingSwitch.set({ isPaused: true, at: T0, by: 'alice' });
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(7n));
    const fields = { ...whenAbove(WELSH, '1'), minAmountOut: '999999999' };
    const { holds } = await harness.core.orders.rehearse(unsigned(fields));
    expect(holds).toEqual([
      { reason: 'waiting-price', ratio: '0.5', distance: '1' },
      { reason: 'paused' },
      { reason: 'insufficient-balance', balance: '7', needed: '1000000' },
      { reason: 'below-minimum', amountOut: expect.any(String), minAmountOut: '999999999' },
    ]);
  });

  it.each<[string, AnyOrder, object]>([
    [
      'has not opened',
      { ...AT_ONCE, validFrom: inMs(60_000) },
      { reason: 'waiting-window', until: new Date(inMs(60_000)) },
    ],
    ['is left to its owner', {}, { reason: 'manual' }],
    [
      'would move the price too far',
      { ...AT_ONCE, maxPriceImpact: 0 },
      { reason: 'price-impact', maxPriceImpact: 0 },
    ],
    ['has a token without a price', whenAbove(WELSH, '1'), { reason: 'price-missing', token: WELSH }],
  ])('says why an order waits that %s', async (_, fields, hold) => {
    const { core } = coreHarness();
    expect((await core.orders.rehearse(unsigned(fields))).holds).toEqual([expect.objectContaining(hold)]);
  });

  it('says for how long a price has to hold that only the order’s own pools meet', async () => {
    const harness = coreHarness({ settings: { confirmBlocks: 2 } });
    await recordPrices(harness, { [WELSH]: 2 });
    const [hold] = (await harness.core.orders.rehearse(unsigned(whenAbove(WELSH, '1')))).holds;
    expect(hold).toMatchObject({ reason: 'own-pool', confirm: 10, unit: 'blocks', until: expect.any(Date) });
  });

  it('says until when an owner’s failures bar his swaps', async () => {
    const harness = coreHarness({ settings: { ownerFailures: 1 } });
    unwrap(await harness.core.orders.place(signedInput()));
    const { txid } = unwrap(await execute(harness));
    harness.chain.abort(txid, 'err u1');
    await settle(harness);
    const { holds } = await harness.core.orders.rehearse(unsigned(AT_ONCE));
    expect(holds).toEqual([{ reason: 'too-many-failures', until: new Date(inMs(FAILURE_WINDOW_MS)) }]);
  });

  it('says that the chain cannot be reached, rather than that nothing holds the order', async () => {
    const harness = coreHarness();
    harness.liquidity.unreachable = true;
    expect(await reasonsOf(harness, AT_ONCE)).toEqual(['chain-unreachable']);
  });

  it.each<[string, AnyOrder, (harness: CoreHarness) => unknown]>([
    ['a plain order', {}, () => {}],
    ['a minimum that the market does not pay', { minAmountOut: '999999999' }, () => {}],
    [
      'an owner without funds',
      {},
      ({ balances }) => balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(1n)),
    ],
    ['a pause', {}, ({ ports }) => ports.sendingSwitch.set({ isPaused: true, at: T0, by: 'alice' })],
    ['a window in the future', { validFrom: inMs(60_000) }, () => {}],
  ])('agrees with what then happens to the order: %s', async (_, fields, arrange) => {
    const harness = coreHarness();
    await arrange(harness);
    const input = signedInput({ fields: { ...AT_ONCE, ...fields } });
    const { holds } = await harness.core.orders.rehearse(input);
    unwrap(await harness.core.orders.place(input));
    await pass(harness);
    expect(holds.length === 0).toBe((await orderOf(harness)).status === 'broadcasted');
  });
});
