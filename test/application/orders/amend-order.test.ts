import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  ROUTER_V1,
  SBTC,
  signedInput,
  WELSH,
  type CoreHarness,
} from '../../support/core-harness.js';
import { AT_ONCE, pass, whenAbove, whenBelow } from '../../support/executor-steps.js';
import { execute, orderOf, typesOf } from '../../support/order-steps.js';
import { ANOTHER_WALLET, signTerms } from '../../support/signing.js';
import { amend, amendment } from '../../support/later-terms.js';

const inMs = (ms: number) => new Date(T0.getTime() + ms).toISOString();

async function placed(fields: AnyOrder = {}): Promise<CoreHarness> {
  const harness = coreHarness();
  const input = signedInput({ fields });
  unwrap(await harness.core.orders.placeJson({ ...input, termsSignature: signTerms(input) }));
  return harness;
}

/** The port, whose method first waits for the work. */
const before = <P extends object, K extends keyof P & string>(
  port: P,
  method: K,
  work: () => Promise<void>,
): P =>
  new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const bound = (value as (...args: readonly unknown[]) => unknown).bind(target);
      return name === method
        ? async (...args: readonly unknown[]) => work().then(() => bound(...args))
        : bound;
    },
  });

describe('core.orders.amend', () => {
  it('replaces trigger, window, bounds and guards under the same uuid and signature', async () => {
    const harness = await placed({ ...whenAbove(WELSH, '2'), validTo: inMs(60_000) });
    const before = (await orderOf(harness)).terms;
    const fields = {
      ...whenBelow(DOLLAR, '1'),
      minAmountOut: '5',
      maxPriceImpact: 0.5,
      confirm: { runs: 2 },
    };
    unwrap(await amend(harness, amendment(1, fields)));
    const { terms, createdAt } = await orderOf(harness);
    expect(terms).toMatchObject({
      ...{ revision: 1, minAmountOut: 5n, maxPriceImpact: 0.5, confirm: { runs: 2 } },
      trigger: { conditionToken: DOLLAR, direction: 'lt' },
      signature: before.signature,
    });
    expect(terms).not.toHaveProperty('validTo');
    expect(createdAt).toEqual(T0);
  });

  it('logs the former value of each field that changed, and no signature', async () => {
    const harness = await placed({ minAmountOut: '900000', validTo: inMs(60_000) });
    unwrap(await amend(harness, amendment(1, { minAmountOut: '5', slippage: '0.01' })));
    const events = unwrap(await harness.core.orders.events(uuidOf(1)));
    expect(events.map(({ type }) => type)).toEqual(['created', 'amended']);
    expect(events[1]!.facts).toEqual({
      revision: 1,
      was: { minAmountOut: '900000', validTo: inMs(60_000), slippage: null },
    });
  });

  it('refuses another price of an order that waits for none, whose limit would stay', async () => {
    const harness = await placed({ ...AT_ONCE, minAmountOut: '900000' });
    const repriced = amendment(1, { ...AT_ONCE, targetPrice: '80000', minAmountOut: '900000' });
    expect(await amend(harness, repriced)).toMatchObject({
      ok: false,
      error: { kind: 'pinned-terms', fields: ['targetPrice'] },
    });
    unwrap(await amend(harness, amendment(1, { ...whenAbove(WELSH, '2'), minAmountOut: '900000' })));
  });

  it('returns the order unchanged when an amendment is repeated', async () => {
    const harness = await placed();
    for (let n = 0; n < 2; n++) unwrap(await amend(harness, amendment(1, { minAmountOut: '5' })));
    expect(await typesOf(harness)).toEqual(['created', 'amended']);
  });

  it('never brings back earlier terms that the owner once signed', async () => {
    const harness = await placed();
    unwrap(await amend(harness, amendment(1, { minAmountOut: '5' })));
    unwrap(await amend(harness, amendment(3, { minAmountOut: '7' })));
    for (const revision of [1, 2, 3])
      expect(await amend(harness, amendment(revision, { minAmountOut: '5' }))).toMatchObject({
        error: { kind: 'outdated-revision', revision, current: 3 },
      });
    expect((await orderOf(harness)).terms.minAmountOut).toBe(7n);
  });

  it('sends the order on its new terms, and checks the signature over them', async () => {
    const harness = await placed({ ...AT_ONCE, minAmountOut: '999999999' });
    await pass(harness);
    expect(harness.chain.sent).toEqual([]);
    unwrap(await amend(harness, amendment(1, { ...AT_ONCE, minAmountOut: '900000' })));
    await pass(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted' });
  });

  it.each<[string, AnyOrder]>([
    ['amountIn', { amountIn: '2' }],
    ['inputToken', { inputToken: `${WELSH.split('.')[0]}.another-subnet` }],
    ['router', { router: ROUTER_V1 }],
    ['outputToken', { outputToken: SBTC }],
    ['strategyId', { strategyId: 'other' }],
    ['clientOrderId', { clientOrderId: 'other' }],
    ['integrator', { integrator: 'other' }],
  ])('refuses to change %s', async (field, fields) => {
    const refused = await amend(await placed(), amendment(1, fields));
    expect(refused).toEqual({ ok: false, error: { kind: 'pinned-terms', fields: [field] } });
  });

  it.each(['the executor has checked its price', 'its swap has been planned'])(
    'is not sent on new terms whose price no one has checked, if it is amended once %s',
    async (moment) => {
      const harness = await placed(AT_ONCE);
      let amended: Promise<unknown> | undefined;
      const meanwhile = async () => {
        amended ??= amend(harness, amendment(1, whenAbove(WELSH, '1000000'))).then(unwrap);
        await amended;
      };
      const { ports } = harness;
      const core = createCore(
        {
          ...ports,
          ...(moment.startsWith('the executor')
            ? { balances: before(ports.balances, 'balanceOf', meanwhile) }
            : { unitOfWork: before(ports.unitOfWork, 'run', meanwhile) }),
        },
        {},
      );
      await pass({ ...harness, core });
      expect(amended).toBeDefined();
      await pass({ ...harness, core });
      const order = await orderOf(harness);
      expect([order.status, order.terms.revision]).toEqual(['open', 1]);
      expect(order).not.toHaveProperty('sending');
    },
  );

  it('changes how far a stop trails, and makes no order trail that did not: its mark would be of before', async () => {
    const trail = (bps: number, token = WELSH) => ({
      conditionToken: token,
      direction: 'lt',
      trail: { bps },
    });
    const trailing = await placed(trail(500));
    unwrap(await amend(trailing, amendment(1, trail(300))));
    expect((await orderOf(trailing)).terms.trigger).toMatchObject({ trail: { bps: 300 } });
    for (const [before, after] of [
      [whenBelow(WELSH, '1'), trail(500)],
      [trail(500), trail(500, DOLLAR)],
    ] as const)
      expect(await amend(await placed(before), amendment(1, after))).toMatchObject({
        error: { kind: 'pinned-terms', fields: ['trail'] },
      });
  });

  it.each<[string, AnyOrder, string]>([
    ['the unit of a trail', { trail: { price: '0.5' } }, 'trail'],
    ['the confirmation of its mark', { confirm: { runs: 1 } }, 'confirm'],
  ])('does not change %s, which would lose the mark since the order was placed', async (_, change, field) => {
    const trail = { conditionToken: WELSH, direction: 'lt', trail: { bps: 500 } };
    const harness = await placed(trail);
    expect(await amend(harness, amendment(1, { ...trail, ...change }))).toMatchObject({
      error: { kind: 'pinned-terms', fields: [field] },
    });
    expect((await orderOf(harness)).terms.revision).toBeUndefined();
  });

  it.each<[string, AnyOrder, string]>([
    ['unsigned terms', { ...amendment(1), termsSignature: undefined }, 'terms-signature-required'],
    ['another wallet’s signature', amendment(1, {}, ANOTHER_WALLET), 'terms-signature-not-verified'],
    [
      'terms that were changed after they were signed',
      { ...amendment(1), minAmountOut: '1' },
      'terms-signature-not-verified',
    ],
    ['a revision that is no number', { ...amendment(1), revision: 'next' }, 'invalid-order'],
    ['no revision', amendment(undefined as unknown as number, { minAmountOut: '5' }), 'outdated-revision'],
    ['nothing', {}, 'terms-signature-required'],
  ])('refuses %s', async (_, input, kind) => {
    expect(await amend(await placed(), input)).toMatchObject({ error: { kind } });
  });

  it.each<[string, AnyOrder]>([
    ['a window that has ended', { validTo: inMs(-1) }],
    ['a window of no length', { validFrom: inMs(60_000), validTo: inMs(60_000) }],
  ])('names the field of %s', async (_, fields) => {
    expect(await amend(await placed(), amendment(1, fields))).toMatchObject({
      error: { kind: 'invalid-order', problems: [{ field: expect.stringMatching(/^valid/) }] },
    });
  });

  it('returns the order when an amendment is repeated after its window has ended', async () => {
    const harness = await placed();
    const amended = unwrap(await amend(harness, amendment(1, { validTo: inMs(60_000) })));
    harness.clock.advance(120_000);
    expect(unwrap(await amend(harness, amendment(1, { validTo: inMs(60_000) })))).toEqual(amended);
  });

  it('refuses an order that is sent, ended or unknown', async () => {
    const harness = await placed();
    unwrap(await execute(harness));
    expect(await amend(harness, amendment(1, { minAmountOut: '5' }))).toMatchObject({
      error: { kind: 'order-not-open', status: 'broadcasted' },
    });
    expect(await harness.core.orders.amend(uuidOf(9), amendment(1))).toMatchObject({
      error: { kind: 'order-not-found' },
    });
  });

  it('gives an order that was placed without signed terms terms that are', async () => {
    const harness = coreHarness();
    unwrap(await harness.core.orders.place(signedInput()));
    unwrap(await amend(harness, amendment(1, { minAmountOut: '5' })));
    expect((await orderOf(harness)).terms).toMatchObject({
      revision: 1,
      signed: { fields: { minAmountOut: '5' } },
    });
  });
});
