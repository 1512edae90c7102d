import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseOrderDraft } from '../../../src/domain/order/terms/draft.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import {
  keySigner,
  recurringPlan,
  signOrders,
  twapPlan,
  type TwapPlan,
  type UnsignedOrder,
} from '../../../src/sdk/signing/index.js';
import { sha256 } from '../../../src/sdk/signing/hashing.js';
import { T0 } from '../../support/builders.js';
import { runs } from '../../support/properties.js';

const signer = keySigner('7'.repeat(64), 'mainnet');
const at = (name: string) => `${signer.address}.${name}`;
const USD = { contractId: at('usd-subnet'), decimals: 6, symbol: 'USD', type: 'SUBNET' };
const BTC = { contractId: at('btc'), decimals: 8, symbol: 'BTC' };
const HOUR_MS = 3_600_000;
const PLAN = {
  sell: USD,
  buy: BTC,
  amount: '100',
  maxPrice: '90000',
  parts: 4,
  spanMs: 4 * HOUR_MS,
  startAt: T0,
  seed: 7,
} as const satisfies TwapPlan;

const hoursOf = (time: string | undefined) => (Date.parse(time!) - T0.getTime()) / HOUR_MS;
const amountsOf = (orders: readonly UnsignedOrder[]) => orders.map(({ amountIn }) => BigInt(amountIn));
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe('twapPlan', () => {
  it('sells equal parts, each from a random time in the first half of its slot until the slot’s end', () => {
    const orders = twapPlan(PLAN);
    expect(amountsOf(orders)).toEqual([25_000_000n, 25_000_000n, 25_000_000n, 25_000_000n]);
    for (const [n, { validFrom, validTo }] of orders.entries()) {
      expect(hoursOf(validFrom)).toBeGreaterThanOrEqual(n);
      expect(hoursOf(validFrom)).toBeLessThan(n + 0.5);
      expect(hoursOf(validTo)).toBe(n + 1);
    }
    expect(orders[1]).toMatchObject({
      ...{ conditionToken: '*', strategyType: 'twap', strategyPosition: 2, strategySize: 4 },
      strategyId: orders[0]!.strategyId,
    });
  });

  it('draws the same times from the same seed, and others from another', () => {
    const timesOf = (seed: number) => twapPlan({ ...PLAN, seed }).map(({ validFrom }) => validFrom);
    expect(timesOf(7)).toEqual(timesOf(7));
    expect(timesOf(8)).not.toEqual(timesOf(7));
    const { seed: _seed, ...unseeded } = PLAN;
    expect(twapPlan(unseeded).map(({ validFrom }) => validFrom)).not.toEqual(
      twapPlan(unseeded).map(({ validFrom }) => validFrom),
    );
  });

  it('keeps a late part open until the span ends if it is to catch up', () => {
    expect(twapPlan({ ...PLAN, late: 'catch-up' }).map(({ validTo }) => hoursOf(validTo))).toEqual([
      4, 4, 4, 4,
    ]);
  });

  it('sends parts only while a price holds, if one is given', () => {
    const [order] = twapPlan({ ...PLAN, when: { token: BTC, atOrBelow: '95000' } });
    expect(order).toMatchObject({ conditionToken: BTC.contractId, targetPrice: '95000', direction: 'lt' });
  });

  it('shares out every amount and minimum to the unit, in time order, with parts that differ by one unit at most', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 100n, max: 10n ** 15n }),
        fc.integer({ min: 2, max: 100 }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.nat(),
        (total, parts, delay, seed) => {
          const amount = `${total / 1_000_000n}.${(total % 1_000_000n).toString().padStart(6, '0')}`;
          const { maxPrice: _maxPrice, ...plan } = PLAN;
          const orders = twapPlan({ ...plan, amount, atLeast: '0.5', parts, delay, seed });
          const amounts = amountsOf(orders);
          expect(sum(amounts)).toBe(total);
          expect(new Set(amounts).size).toBeLessThanOrEqual(2);
          const least = sum(orders.map(({ minAmountOut }) => BigInt(minAmountOut!)));
          expect(least - 50_000_000n).toBeGreaterThanOrEqual(0n);
          expect(least - 50_000_000n).toBeLessThanOrEqual(BigInt(parts));
          for (const { validFrom, validTo } of orders)
            expect(Date.parse(validFrom!)).toBeLessThan(Date.parse(validTo!));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it.each<Partial<Record<keyof TwapPlan, unknown>>>([
    { parts: 1 },
    { parts: 101 },
    { spanMs: 239_999 },
    { delay: 0.91 },
    { delay: NaN },
    { seed: -1 },
    { late: 'sometimes' },
    { amount: '0.000003' },
    { every: 5 } as object,
  ])('refuses %j', (change) => {
    expect(() => twapPlan({ ...PLAN, ...change } as TwapPlan)).toThrow(
      expect.objectContaining({ code: 'invalid-order' }),
    );
  });

  it('makes orders that the server takes once they are signed', async () => {
    const now = () => T0.getTime();
    const signed = await signOrders(signer, twapPlan({ ...PLAN, parts: 100 }), {
      ...{ network: 'mainnet', router: at('router'), blaze: 'v1', now },
    });
    const rules = {
      network: 'mainnet',
      sha256,
      now: T0,
      maxSlippage: 0.05,
      wstx: at('wstx') as ContractId,
    } as const;
    for (const order of signed) expect(parseOrderDraft(order, rules)).toMatchObject({ ok: true });
  });
});

describe('recurringPlan', () => {
  const WEEKLY = { sell: USD, buy: BTC, amount: '25', everyMs: HOUR_MS, startAt: T0 } as const;

  it('ends by amount: the last order sells the rest, for its share of the minimum', () => {
    const orders = recurringPlan({ ...WEEKLY, total: '60', atLeast: '0.0003' });
    expect(amountsOf(orders)).toEqual([25_000_000n, 25_000_000n, 10_000_000n]);
    expect(orders.map(({ minAmountOut }) => minAmountOut)).toEqual(['30000', '30000', '12000']);
    expect(orders[2]).toMatchObject({ strategyPosition: 3, strategySize: 3 });
  });

  it('sends orders only while a price holds, if one is given', () => {
    const when = { token: BTC, atOrBelow: '95000' };
    expect(recurringPlan({ ...WEEKLY, slippage: '0.01', runs: 2, when })[1]).toMatchObject({
      ...{ conditionToken: BTC.contractId, direction: 'lt' },
      validFrom: new Date(T0.getTime() + HOUR_MS).toISOString(),
    });
  });

  it.each<object>([{ total: '25' }, { total: '2501' }, { total: '60', runs: 3 }, {}])('refuses %j', (end) => {
    const plan = { ...WEEKLY, slippage: '0.01', ...end } as Parameters<typeof recurringPlan>[0];
    expect(() => recurringPlan(plan)).toThrow(expect.objectContaining({ code: 'invalid-order' }));
  });
});
