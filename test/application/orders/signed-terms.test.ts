import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { termsMessage } from '../../../src/domain/order/terms/signed-terms.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, ROUTER_V1, SBTC, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { AT_ONCE, evaluationOf, pass, waitingOf } from '../../support/executor-steps.js';
import { execute, orderOf } from '../../support/order-steps.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, ANOTHER_WALLET, signTerms, signText, withPlanTerms } from '../../support/signing.js';

const inMs = (ms: number) => new Date(T0.getTime() + ms).toISOString();

/** An order with every kind of field, in spellings that the server changes. */
const FIELDS: AnyOrder = {
  minAmountOut: '900000',
  slippage: '0.01',
  maxPriceImpact: 0.5,
  validTo: inMs(3_600_000).replace('.000Z', 'Z'),
  strategyId: 'plan',
  strategyPosition: 1,
  clientOrderId: 'mine-1',
  note: { b: [1.5, null], a: 'ä' },
  metadata: { label: 'mine' },
};

function withTerms(fields: AnyOrder = FIELDS, wallet = A_WALLET): AnyOrder {
  const input = signedInput({ fields });
  return { ...input, termsSignature: signTerms(input, wallet) };
}

const placing = async ({ core }: CoreHarness, input: AnyOrder) => {
  const placed = await core.orders.placeJson(input);
  return placed.ok ? 'placed' : placed.error.kind;
};

/** Changes the stored terms of order 1, as a writer to the database could. */
async function tamper(harness: CoreHarness, change: Partial<OrderTerms>) {
  const order = await orderOf(harness);
  unwrap(await harness.ports.orders.update({ ...order, terms: { ...order.terms, ...change } }));
}

describe('termsMessage', () => {
  it('is the prefix and the SHA-256 of the canonical JSON', () => {
    // printf '{"amountIn":"1","uuid":"u"}' | sha256sum
    expect(termsMessage({ uuid: 'u', amountIn: '1' }, sha256)).toBe(
      'sluice-terms:d24a32e65e9565f597fa063a8fe2ae849fa8329c4c4c6f0baf41a07e8dca5017',
    );
  });
});

describe('core.orders.place with signed terms', () => {
  it('stores an order whose owner signed its fields as they were sent, and accepts its retry', async () => {
    const harness = coreHarness();
    expect(await placing(harness, withTerms())).toBe('placed');
    expect(await placing(harness, withTerms())).toBe('placed');
  });

  it('covers neither metadata nor the order’s own signature', async () => {
    const input = withTerms();
    expect(await placing(coreHarness(), { ...input, metadata: { label: 'another' } })).toBe('placed');
  });

  it.each<[string, AnyOrder]>([
    ['another minimum', { minAmountOut: '1' }],
    ['another output', { outputToken: SBTC }],
    ['another end', { validTo: inMs(7_200_000) }],
    ['another spelling of the end', { validTo: inMs(3_600_000) }],
    ['no minimum', { minAmountOut: undefined }],
    ['a bound that was not signed', { maxPriceImpact: 0.6 }],
    ['a trigger that was not signed', AT_ONCE],
    ['another field of the owner’s own', { note: {} }],
    [
      'a signature by another wallet',
      { termsSignature: withTerms(FIELDS, ANOTHER_WALLET)['termsSignature'] },
    ],
    ['a signature of another text', { termsSignature: signText('sluice-terms:') }],
  ])('refuses %s', async (_, change) => {
    expect(await placing(coreHarness(), { ...withTerms(), ...change })).toBe('terms-signature-not-verified');
  });

  it('refuses a signature that is malformed', async () => {
    expect(await placing(coreHarness(), { ...withTerms(), termsSignature: 'ab' })).toBe('invalid-order');
  });

  it('refuses an order without it if it is required', async () => {
    const harness = coreHarness({ settings: { requireSignedTerms: true } });
    expect(await placing(harness, signedInput())).toBe('terms-signature-required');
    expect(await placing(harness, withTerms())).toBe('placed');
  });

  it('refuses the same order with another or no signature of its terms, since the uuid is taken', async () => {
    const harness = coreHarness();
    await placing(harness, withTerms());
    expect(await placing(harness, signedInput({ fields: FIELDS }))).toBe('order-exists');
  });
});

describe('core.orders.placeBatch with one signature over the terms of a plan', () => {
  const plan = (size = 100) => {
    const orders = Array.from({ length: size }, (_, n) =>
      signedInput({
        uuid: uuidOf(n + 1),
        fields: { ...FIELDS, clientOrderId: `mine-${n}`, strategyPosition: n + 1 },
      }),
    );
    return withPlanTerms(orders);
  };

  it('stores all orders of the plan together', async () => {
    const { core } = coreHarness();
    const results = await core.orders.placeJsonBatch({ orders: plan(), atomic: true });
    expect(results.filter(({ ok }) => ok)).toHaveLength(100);
  });

  it('accepts each order of the plan alone, and again', async () => {
    const harness = coreHarness();
    for (const order of [...plan(3), ...plan(3)]) expect(await placing(harness, order)).toBe('placed');
  });

  it.each<[string, (plan: readonly AnyOrder[]) => AnyOrder]>([
    ['the path of another order', ([a, b]) => ({ ...a, termsPath: b!['termsPath'] })],
    ['no path', ([a]) => ({ ...a, termsPath: undefined })],
    ['the terms of another order', ([a, b]) => ({ ...a, strategyPosition: b!['strategyPosition'] })],
    [
      'a path in another sequence',
      ([a]) => ({ ...a, termsPath: (a!['termsPath'] as string[]).toReversed() }),
    ],
  ])('refuses an order with %s', async (_, change) => {
    expect(await placing(coreHarness(), change(plan(4)))).toBe('terms-signature-not-verified');
  });

  it('refuses a path without a signature, and one that is no path', async () => {
    const [order] = plan(2);
    for (const change of [{ termsSignature: undefined }, { termsPath: [] }, { termsPath: ['ab'] }])
      expect(await placing(coreHarness(), { ...order, ...change })).toBe('invalid-order');
  });

  describe('once stored', () => {
    const open = async () => {
      const orders = [1, 2].map((n) =>
        signedInput({ uuid: uuidOf(n), fields: { ...AT_ONCE, minAmountOut: '900000' } }),
      );
      const harness = coreHarness();
      for (const order of withPlanTerms(orders)) unwrap(await harness.core.orders.placeJson(order));
      return harness;
    };

    it('sends each order on its own terms', async () => {
      const harness = await open();
      await pass(harness);
      expect(harness.chain.sent).toHaveLength(2);
    });

    it('does not send an order whose stored path has changed', async () => {
      const harness = await open();
      const { signed } = (await orderOf(harness)).terms;
      await tamper(harness, { signed: { ...signed!, path: ['ab'.repeat(32)] } });
      await pass(harness);
      expect(await evaluationOf(harness)).toMatchObject({ reason: 'terms-changed' });
    });
  });
});

describe('an order with signed terms', () => {
  const open = async (fields: AnyOrder = { ...FIELDS, ...AT_ONCE }) => {
    const harness = coreHarness();
    unwrap(await harness.core.orders.placeJson(withTerms(fields)));
    return harness;
  };

  it('is sent on the terms that were signed', async () => {
    const harness = await open();
    await pass(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted' });
  });

  it.each<[string, Partial<OrderTerms>]>([
    ['amountIn', { amountIn: toUnits(2n) }],
    ['outputToken', { outputToken: SBTC }],
    ['recipient', { recipient: ANOTHER_WALLET.address }],
    ['owner', { owner: ANOTHER_WALLET.address }],
    ['minAmountOut', { minAmountOut: toUnits(1n) }],
    ['slippage', { slippage: 0.5 }],
    ['maxPriceImpact', { maxPriceImpact: 1 }],
    ['validTo', { validTo: new Date(T0.getTime() + 10 * 3_600_000) }],
    ['validFrom', { validFrom: T0 }],
    ['strategy', { strategy: {} }],
    ['extra', { extra: {} }],
    ['the stored copy of the fields', { signed: { signature: 'ab'.repeat(65) as never, fields: {} } }],
  ])('is not sent after the stored %s has changed, and says so', async (_, change) => {
    const harness = await open();
    await tamper(harness, change);
    await pass(harness);
    expect(harness.chain.sent).toEqual([]);
    expect(await orderOf(harness)).toMatchObject({ status: 'open' });
    expect(await evaluationOf(harness)).toMatchObject({ state: 'backing-off', reason: 'terms-changed' });
    expect(await waitingOf(harness)).toEqual([{ reason: 'terms-changed' }]);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'terms-changed' } });
  });

  it('is not sent with terms and fields changed alike, without a signature of the owner over them', async () => {
    const harness = await open({ ...FIELDS });
    const { signed } = (await orderOf(harness)).terms;
    const fields = { ...signed!.fields, minAmountOut: '1' };
    await tamper(harness, { minAmountOut: toUnits(1n), signed: { ...signed!, fields } });
    expect(await execute(harness)).toMatchObject({ error: { kind: 'terms-changed' } });
    expect(harness.chain.sent).toEqual([]);
  });

  it('is not sent with its signature removed, if the server requires one', async () => {
    const harness = coreHarness({ settings: { requireSignedTerms: true } });
    unwrap(await harness.core.orders.placeJson(withTerms()));
    const { signed: _removed, ...terms } = (await orderOf(harness)).terms;
    unwrap(await harness.ports.orders.update({ ...(await orderOf(harness)), terms }));
    expect(await execute(harness)).toMatchObject({ error: { kind: 'terms-changed' } });
    expect(harness.chain.sent).toEqual([]);
  });

  it('is sent when it named no router, whichever its own signature fits', async () => {
    const harness = coreHarness();
    const input = signedInput({ router: ROUTER_V1 });
    unwrap(await harness.core.orders.placeJson({ ...input, termsSignature: signTerms(input) }));
    expect(await execute(harness)).toMatchObject({ ok: true });
  });
});
