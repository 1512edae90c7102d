import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { createCore } from '../../../src/application/core.js';
import { T0, uuidOf } from '../../support/builders.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  HOST,
  ROUTER_RC9,
  ROUTER_V1,
  ROUTER_V2,
  SBTC,
  signedInput,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const ref = uuidOf(1);

async function errorOf({ core }: CoreHarness, input: AnyOrder) {
  const placed = await core.orders.placeJson(input);
  return placed.ok ? undefined : placed.error;
}

const countOf = async ({ core }: CoreHarness) => {
  const page = await core.orders.list({
    status: 'all',
    sortBy: 'createdAt',
    sortOrder: 'asc',
    page: 1,
    limit: 50,
  });
  return unwrap(page).total;
};

describe('core.orders.place', () => {
  it('stores the order as open with a created event', async () => {
    const { core } = coreHarness();
    const order = unwrap(
      await core.orders.placeJson(signedInput({ fields: { router: ROUTER_V2, note: 'mine' } })),
    );
    expect(order).toMatchObject({ status: 'open', createdAt: T0, version: 1 });
    expect(order.terms).toMatchObject({
      uuid: ref,
      owner: A_WALLET.address,
      amountIn: 1_000_000n,
      router: ROUTER_V2,
      extra: { note: 'mine' },
    });
    expect(await core.orders.get(ref)).toEqual({ ok: true, value: order });
    expect(await core.orders.events(ref)).toEqual({
      ok: true,
      value: [{ seq: 1, type: 'created', at: T0, facts: {} }],
    });
  });

  it('accepts the signature with and without 0x', async () => {
    const { core } = coreHarness();
    const signature = signedInput().signature;
    const placed = await core.orders.placeJson({
      ...signedInput(),
      signature: `0x${signature.toUpperCase()}`,
    });
    expect(unwrap(placed).terms.signature).toBe(signature);
  });
});

describe('core.orders.place without a router', () => {
  it.each([ROUTER_V2, ROUTER_V1, ROUTER_RC9])(
    'stores router %s when the signature is for it',
    async (router) => {
      const { core } = coreHarness({ settings: { allowOpenPayout: true } });
      expect(unwrap(await core.orders.placeJson(signedInput({ router }))).terms.router).toBe(router);
    },
  );

  it.each([undefined, ROUTER_RC9])(
    'refuses an order for a router that pays anyone, when the order names %s',
    async (router) => {
      const input = signedInput({ router: ROUTER_RC9, fields: { router } });
      expect(await errorOf(coreHarness(), input)).toEqual({ kind: 'open-payout', router: ROUTER_RC9 });
    },
  );

  it('returns a stored order for a router that pays anyone to its owner’s retry, once no new ones are taken', async () => {
    const { core, ports } = coreHarness({ settings: { allowOpenPayout: true } });
    const input = signedInput({ router: ROUTER_RC9 });
    const order = unwrap(await core.orders.placeJson(input));
    expect(unwrap(await createCore(ports).orders.placeJson(input))).toEqual(order);
  });

  it('accepts any recipient when the signed router pays anyone and the operator allows it', async () => {
    const { core } = coreHarness({ settings: { allowOpenPayout: true } });
    const fields = { recipient: ANOTHER_WALLET.address };
    const order = unwrap(await core.orders.placeJson(signedInput({ router: ROUTER_RC9, fields })));
    expect(order.terms).toMatchObject({ router: ROUTER_RC9, recipient: ANOTHER_WALLET.address });
  });

  it('refuses another recipient when the signed router pays only the signer', async () => {
    const fields = { recipient: ANOTHER_WALLET.address };
    expect(await errorOf(coreHarness(), signedInput({ router: ROUTER_V1, fields }))).toEqual({
      kind: 'recipient-not-owner',
      router: ROUTER_V1,
    });
  });
});

describe('core.orders.place: refused orders', () => {
  const elsewhere = { recipient: ANOTHER_WALLET.address };
  it.each<[string, AnyOrder, object]>([
    ['a bad field', { amountIn: '0' }, { kind: 'invalid-order' }],
    [
      'a router that the registry does not list',
      { router: WELSH },
      { kind: 'unknown-router', router: WELSH },
    ],
    [
      'a recipient who is not the signer',
      { router: ROUTER_V2, ...elsewhere },
      { kind: 'recipient-not-owner', router: ROUTER_V2 },
    ],
    [
      'an input that is not a subnet token',
      { inputToken: DOLLAR },
      { kind: 'not-a-subnet-token', token: DOLLAR },
    ],
    [
      'an input token that the registry does not list, which may be a subnet copy all the same',
      { inputToken: ROUTER_V1 },
      { kind: 'unregistered-token', token: ROUTER_V1 },
    ],
    [
      'an output that is the input',
      { outputToken: WELSH_SUBNET },
      { kind: 'same-token', token: WELSH_SUBNET },
    ],
    [
      'an output that neither the registry nor any vault knows',
      { outputToken: ROUTER_V1 },
      { kind: 'unknown-output-token', token: ROUTER_V1 },
    ],
    [
      'a condition token that the registry does not list',
      { conditionToken: ROUTER_V1, targetPrice: '1', direction: 'gt' },
      { kind: 'unpriceable-token', field: 'conditionToken', token: ROUTER_V1 },
    ],
    [
      'a base asset that the registry does not list',
      { conditionToken: WELSH, baseAsset: ROUTER_V1, targetPrice: '1', direction: 'gt' },
      { kind: 'unpriceable-token', field: 'baseAsset', token: ROUTER_V1 },
    ],
    ['a signature for another amount', { amountIn: '1000001' }, { kind: 'signature-not-verified' }],
    ['a signature for another router', { router: ROUTER_V1 }, { kind: 'signature-not-verified' }],
    ['a signature for another uuid', { uuid: uuidOf(2) }, { kind: 'signature-not-verified' }],
    [
      'a signature of another wallet',
      { owner: ANOTHER_WALLET.address, ...elsewhere },
      { kind: 'signature-not-verified' },
    ],
    ['a signature of zeros', { signature: '00'.repeat(65) }, { kind: 'signature-not-verified' }],
  ])('refuses %s and stores nothing', async (_, fields, error) => {
    const harness = coreHarness();
    expect(await errorOf(harness, signedInput({ fields }))).toMatchObject(error);
    expect(await countOf(harness)).toBe(0);
  });

  it('accepts the base of the input as the output, which withdraws from the subnet', async () => {
    const { core } = coreHarness();
    expect(unwrap(await core.orders.placeJson(signedInput({ fields: { outputToken: WELSH } }))).status).toBe(
      'open',
    );
  });

  it('accepts an output that only a vault knows', async () => {
    const harness = coreHarness();
    const tokens = A_REGISTRY.tokens.filter(({ contractId }) => contractId !== DOLLAR);
    harness.setRegistry({ ...A_REGISTRY, tokens });
    expect(await errorOf(harness, signedInput())).toBeUndefined();
  });

  it('refuses a condition on a subnet copy whose base the registry does not list: no run prices it', async () => {
    const harness = coreHarness();
    const tokens = A_REGISTRY.tokens.filter(({ contractId }) => contractId !== WELSH);
    harness.setRegistry({ ...A_REGISTRY, tokens });
    const fields = { conditionToken: WELSH_SUBNET, targetPrice: '1', direction: 'gt' };
    expect(await errorOf(harness, signedInput({ fields }))).toMatchObject({ kind: 'unpriceable-token' });
  });

  it('returns a stored order that is placed again after the registry has lost its output', async () => {
    const harness = coreHarness();
    const first = unwrap(await harness.core.orders.placeJson(signedInput({ fields: { outputToken: SBTC } })));
    const tokens = A_REGISTRY.tokens.filter(({ contractId }) => contractId !== SBTC);
    const vaults = A_REGISTRY.vaults.filter(({ tokenB }) => tokenB !== SBTC);
    harness.setRegistry({ ...A_REGISTRY, tokens, vaults });
    expect(
      unwrap(await harness.core.orders.placeJson(signedInput({ fields: { outputToken: SBTC } }))),
    ).toEqual(first);
  });

  it('refuses a router that does not know the version of the subnet’s signatures, and stores nothing', async () => {
    const harness = coreHarness();
    const routers = A_REGISTRY.routers.map((router) => ({ ...router, blaze: ['v1'] as const }));
    harness.setRegistry({ ...A_REGISTRY, routers });
    const input = signedInput();
    const [router, token] = [ROUTER_V2, input['inputToken']];
    expect(await errorOf(harness, input)).toEqual({ kind: 'router-cannot-verify', router, token });
    expect(await countOf(harness)).toBe(0);
  });

  it('reports one problem at a time, in the order of the checks', async () => {
    const harness = coreHarness();
    await harness.core.orders.placeJson(signedInput());
    const wrong = { amountIn: '0', router: WELSH, ...elsewhere, inputToken: DOLLAR };
    const kinds: (string | undefined)[] = [];
    const repairs = [
      {},
      { amountIn: '5' },
      { router: ROUTER_V2 },
      { recipient: A_WALLET.address },
      { inputToken: signedInput().inputToken },
      { amountIn: '1000000', outputToken: SBTC },
    ];
    let fields: AnyOrder = wrong;
    for (const repair of repairs) {
      fields = { ...fields, ...repair };
      kinds.push((await errorOf(harness, signedInput({ fields })))?.kind);
    }
    expect(kinds).toEqual([
      'invalid-order',
      'unknown-router',
      'recipient-not-owner',
      'not-a-subnet-token',
      'signature-not-verified',
      'order-exists',
    ]);
  });

  it('never puts the signature into the error', async () => {
    const input = signedInput({ fields: { amountIn: '5' } });
    expect(JSON.stringify(await errorOf(coreHarness(), input))).not.toContain(input.signature);
  });

  it('refuses every order while the registry has no router', async () => {
    const harness = coreHarness();
    harness.setRegistry({ ...A_REGISTRY, routers: [] });
    expect(await errorOf(harness, signedInput())).toEqual({ kind: 'signature-not-verified' });
    const fields = { router: ROUTER_V2 };
    expect(await errorOf(harness, signedInput({ fields }))).toEqual({
      kind: 'unknown-router',
      router: ROUTER_V2,
      known: [],
    });
  });
});

describe('core.orders.place with a known uuid', () => {
  it('returns the stored order when the same order comes again', async () => {
    const harness = coreHarness();
    const first = await harness.core.orders.placeJson(signedInput({ fields: { metadata: { a: 1, b: 2 } } }));
    harness.clock.advance(1000);
    const again = signedInput({ fields: { router: ROUTER_V2, metadata: { b: 2, a: 1 } } });
    expect(await harness.core.orders.placeJson(again)).toEqual(first);
    expect(await countOf(harness)).toBe(1);
  });

  it('returns the stored order even when its validTo has passed since', async () => {
    const harness = coreHarness();
    const input = signedInput({ fields: { validTo: new Date(T0.getTime() + 60_000).toISOString() } });
    const placed = unwrap(await harness.core.orders.placeJson(input));
    harness.clock.advance(3_600_000);
    expect(await harness.core.orders.placeJson(input)).toEqual({ ok: true, value: placed });
  });

  it('returns the order in its current status', async () => {
    const { core } = coreHarness();
    await core.orders.placeJson(signedInput());
    await core.orders.cancel({ ref, authorization: HOST });
    expect(unwrap(await core.orders.placeJson(signedInput())).status).toBe('cancelled');
  });

  it('stores one order when 100 equal requests arrive together', async () => {
    const harness = coreHarness();
    const input = signedInput({ fields: { clientOrderId: 'once' } });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => harness.core.orders.placeJson(input)),
    );
    expect(answers[0]?.ok).toBe(true);
    expect(new Set(answers.map((answer) => JSON.stringify(answer, textOfBigints))).size).toBe(1);
    expect(await countOf(harness)).toBe(1);
    expect(unwrap(await harness.core.orders.events(ref))).toHaveLength(1);
  });

  it.each<AnyOrder>([
    { outputToken: SBTC },
    { minAmountOut: '1' },
    { validTo: '2027-01-01' },
    { clientOrderId: 'other' },
    { strategyId: 'plan' },
    { metadata: {} },
    { note: 'changed' },
  ])('refuses the uuid with order-exists when %j is changed', async (fields) => {
    const harness = coreHarness();
    await harness.core.orders.placeJson(signedInput());
    expect(await errorOf(harness, signedInput({ fields }))).toEqual({
      kind: 'order-exists',
      uuid: ref,
      differing: Object.keys(fields),
    });
  });

  it('refuses the uuid with order-exists when the signature is another one', async () => {
    const harness = coreHarness();
    await harness.core.orders.placeJson(signedInput({ router: ROUTER_V1 }));
    expect(await errorOf(harness, signedInput({ router: ROUTER_V2 }))).toEqual({
      kind: 'order-exists',
      uuid: ref,
      differing: ['signature', 'router'],
    });
  });
});

const textOfBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

describe('core.orders.place with a clientOrderId', () => {
  const named = (n: number, wallet = A_WALLET) =>
    signedInput({ uuid: uuidOf(n), wallet, fields: { clientOrderId: 'bot-1' } });

  it('accepts the id again once its order has ended', async () => {
    const harness = coreHarness();
    await harness.core.orders.placeJson(named(1));
    expect(await errorOf(harness, named(2))).toEqual({
      kind: 'client-order-id-taken',
      clientOrderId: 'bot-1',
    });
    await harness.core.orders.cancel({ ref, authorization: HOST });
    expect(await errorOf(harness, named(2))).toBeUndefined();
  });

  it('refuses the id while its order is broadcast', async () => {
    const harness = coreHarness();
    await harness.core.orders.placeJson(named(1));
    unwrap(await harness.core.orders.execute({ ref, authorization: HOST }));
    expect((await errorOf(harness, named(2)))?.kind).toBe('client-order-id-taken');
  });

  it('accepts the same id from two owners', async () => {
    const harness = coreHarness();
    await harness.core.orders.placeJson(named(1));
    expect(await errorOf(harness, named(2, ANOTHER_WALLET))).toBeUndefined();
  });

  it('accepts one of 20 orders that claim the id at the same time', async () => {
    const harness = coreHarness();
    const inputs = Array.from({ length: 20 }, (_, n) => named(n));
    const answers = await Promise.all(inputs.map((input) => harness.core.orders.placeJson(input)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await countOf(harness)).toBe(1);
  });
});
