import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import type { Token } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { RoutableVault } from '../../../src/domain/vault/vault.js';
import type { SwapPlan } from '../../../src/ports/index.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  POOL,
  reserves,
  SIDE_POOL,
  SUBLINK,
  stubSigner,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { AT_ONCE, evaluationOf, pass, waitingOf } from '../../support/executor-steps.js';
import { execute, orderOf, place } from '../../support/order-steps.js';

const DOLLAR_SUBNET = `${DOLLAR}-subnet` as ContractId;
const DOLLAR_SUBLINK = `${DOLLAR}-sublink` as ContractId;
/** A pool of two subnet copies, which pays more than the way through the tokens themselves. */
const COPIES = `${POOL}-subnets` as ContractId;

const subnet: Token = {
  ...A_REGISTRY.tokens.find(({ contractId }) => contractId === DOLLAR)!,
  contractId: DOLLAR_SUBNET,
  type: 'SUBNET',
  base: DOLLAR,
  blaze: 'v2',
};
const like = (contractId: ContractId) =>
  A_REGISTRY.vaults.find((vault) => vault.contractId === contractId) as RoutableVault;

const sublink = { ...like(SUBLINK), contractId: DOLLAR_SUBLINK, tokenA: DOLLAR, tokenB: DOLLAR_SUBNET };
const copies = { ...like(POOL), contractId: COPIES, tokenA: WELSH_SUBNET, tokenB: DOLLAR_SUBNET, feePpm: 0 };

interface Setup {
  /** Whether a protected route to the copy exists. */
  readonly isBindable?: boolean;
  readonly fields?: AnyOrder;
}

/** Order 1 buys DOLLAR_SUBNET. Also returns the plans that were signed. */
async function placed({ isBindable = true, fields = {} }: Setup) {
  const plans: SwapPlan[] = [];
  const usual = stubSigner();
  const sign: typeof usual.sign = (plan, account) => {
    plans.push(plan);
    return usual.sign(plan, account);
  };
  const harness = coreHarness({ signer: stubSigner({ sign }) });
  harness.setRegistry({
    ...A_REGISTRY,
    tokens: [...A_REGISTRY.tokens, subnet],
    vaults: [...A_REGISTRY.vaults, copies, ...(isBindable ? [sublink] : [])],
  });
  harness.liquidity.held.set(COPIES, reserves(10n ** 12n, 2n * 10n ** 12n));
  await place(harness, 1, { outputToken: DOLLAR_SUBNET, ...fields });
  return { harness, plans };
}

const quoted = async ({ core }: CoreHarness) =>
  unwrap(
    await core.quotes.quote({
      tokenIn: WELSH_SUBNET,
      tokenOut: DOLLAR_SUBNET,
      amountIn: toUnits(1_000_000n),
    }),
  );

const BOUNDS: readonly AnyOrder[] = [{ minAmountOut: '1' }, { slippage: 0.02 }];

describe('a vault whose payment no post-condition binds', () => {
  it.each<AnyOrder>([{}, ...BOUNDS])(
    'ranks behind a route that the chain can hold to its output, for an order with %p',
    async (fields) => {
      const { harness } = await placed({ fields });
      const { order } = unwrap(await execute(harness));
      expect(order).toMatchObject({
        quote: { vaults: [SUBLINK, POOL, DOLLAR_SUBLINK], amountOut: 996_999n, protected: true },
      });
      expect(await quoted(harness)).toMatchObject({ protected: true, route: { amountOut: 996_999n } });
    },
  );

  it('is taken if nothing else leads to the output, and the quote says so', async () => {
    const { harness } = await placed({ isBindable: false });
    expect(await quoted(harness)).toMatchObject({ protected: false, route: { amountOut: 1_999_998n } });
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { vaults: [COPIES], protected: false } });
  });

  it('is taken if the protected route gives nothing', async () => {
    const { harness } = await placed({});
    for (const pool of [POOL, SIDE_POOL]) harness.liquidity.held.set(pool, reserves(0n, 0n));
    expect(await quoted(harness)).toMatchObject({ protected: false });
  });

  it.each(BOUNDS)(
    'is never taken for an order with %p, neither by its owner nor by the executor',
    async (fields) => {
      const { harness } = await placed({ isBindable: false, fields: { ...AT_ONCE, ...fields } });
      expect(await execute(harness)).toMatchObject({ error: { kind: 'unprotected-route' } });
      expect(await pass(harness)).toMatchObject({ attempts: { 'unprotected-route': 1 } });
      expect(harness.chain.sent).toEqual([]);
      expect(await evaluationOf(harness)).toMatchObject({
        state: 'backing-off',
        reason: 'unprotected-route',
      });
      expect(await waitingOf(harness)).toEqual([{ reason: 'unprotected-route' }]);
      expect(await orderOf(harness)).toMatchObject({ status: 'open' });
    },
  );
});

describe('the slippage of an order', () => {
  it('bounds its swap instead of the server’s, to the digit', async () => {
    const { harness, plans } = await placed({ fields: { slippage: 0.003 } });
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { slippage: 0.003 }, terms: { slippage: 0.003 } });
    expect(plans).toMatchObject([{ slippage: { numerator: 3n, denominator: 1_000n } }]);
  });

  it('may be as large as the setting allows', async () => {
    const { core } = coreHarness({ settings: { maxSlippage: 0.1 } });
    const harness = { core } as CoreHarness;
    expect(await place(harness, 1, { slippage: 0.1 })).toMatchObject({ terms: { slippage: 0.1 } });
    await expect(place(harness, 2, { slippage: 0.11 })).rejects.toMatchObject({
      cause: { kind: 'invalid-order', problems: [{ field: 'slippage' }] },
    });
  });
});

/** Uses half of the depth: the price impact of 1,000,000 is a third. */
const shallow = (harness: CoreHarness) => {
  for (const pool of [POOL, SIDE_POOL]) harness.liquidity.held.set(pool, reserves(2_000_000n, 2_000_000n));
};

describe('the price impact of a swap', () => {
  it('delays an order that runs by itself above 5%, but no execute of its owner', async () => {
    const { harness } = await placed({ fields: AT_ONCE });
    shallow(harness);
    expect(await pass(harness)).toMatchObject({ attempts: { 'price-impact': 1 } });
    const figures = { priceImpact: expect.closeTo(1 / 3, 2) as unknown, maxPriceImpact: 0.05 };
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'price-impact', attempts: 0, ...figures });
    expect(await waitingOf(harness)).toEqual([{ reason: 'price-impact', ...figures }]);
    expect(await execute(harness)).toMatchObject({ ok: true });
  });

  it('does not let an owner’s execute fail because the executor tries at the same time', async () => {
    const { harness } = await placed({ fields: AT_ONCE });
    shallow(harness);
    const [, executed] = await Promise.all([pass(harness), execute(harness)]);
    expect(executed).toMatchObject({ ok: true });
    expect(harness.chain.sent).toHaveLength(1);
  });

  it.each([
    [0.3, false],
    [0.4, true],
  ])('is held to the order’s own bound of %p by every sender', async (maxPriceImpact, isSent) => {
    const { harness } = await placed({ fields: { ...AT_ONCE, maxPriceImpact } });
    shallow(harness);
    const executed = await execute(harness);
    expect(executed).toMatchObject(
      isSent ? { ok: true } : { error: { kind: 'price-impact', maxPriceImpact } },
    );
    if (!isSent) expect(await pass(harness)).toMatchObject({ attempts: { 'price-impact': 1 } });
  });

  it('does not delay an order once its market is deep again', async () => {
    const { harness } = await placed({ fields: AT_ONCE });
    shallow(harness);
    const { nextAt } = await pass(harness);
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 10n ** 12n));
    harness.clock.set(nextAt!);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });
});

it('a retry of an order whose slippage exceeds a newer setting returns the stored order', async () => {
  const harness = coreHarness({ settings: { maxSlippage: 0.1 } });
  const before = await place(harness, 1, { slippage: 0.1 });

  const core = createCore(harness.ports, { maxSlippage: 0.02 });
  expect(await place({ ...harness, core }, 1, { slippage: 0.1 })).toEqual(before);
});
