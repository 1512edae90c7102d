import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  averageOf,
  blocksConfirmed,
  GUARD_FIELDS,
  isWaived,
  lowLiquidity,
  prolonged,
  runsConfirmed,
  type Confirmation,
  type Sighting,
} from '../../../src/domain/order/conditions/guards.js';
import type { PriceCondition } from '../../../src/domain/order/conditions/price.js';
import type { PriceRatio } from '../../../src/domain/order/conditions/price-ratio.js';
import { parseOrderDraft } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { WELSH, signedInput, A_REGISTRY } from '../../support/core-harness.js';
import { A_SUBNET_TOKEN, A_TOKEN, T0 } from '../../support/builders.js';
import { aPriceCondition } from '../../support/conditions.js';
import { sha256 } from '../../support/sha256.js';

const rules = { network: 'devnet', sha256, now: T0, maxSlippage: 0.05, wstx: A_REGISTRY.wstx } as const;
const parse = (fields: object) => parseOrderDraft({ ...signedInput(), ...fields }, rules);
const trigger = { conditionToken: WELSH, targetPrice: '1.5', direction: 'gt' };
const inSubnet = aPriceCondition('lt', '1', { baseAsset: A_SUBNET_TOKEN });
const problemsOf = (fields: object) => {
  const draft = parse(fields);
  return draft.ok ? [] : draft.error.problems.map(({ field, message }) => `${field}: ${message}`);
};

describe('parseOrderDraft: guards of a price trigger', () => {
  it.each<[object]>([
    [{ minLiquidityUsd: 0 }],
    [{ minLiquidityUsd: 2_500.5 }],
    [{ minLiquidityUsd: 1e15 }],
    [{ confirm: { blocks: 0 } }],
    [{ confirm: { blocks: 100 } }],
    [{ confirm: { runs: 1 } }],
    [{ confirm: { runs: 12 } }],
    [{ confirm: { minutes: 5 } }],
    [{ confirm: { minutes: 1_440 } }],
  ])('keeps %j', (guards) => {
    const read = Object.entries(unwrap(parse({ ...trigger, ...guards })));
    const kept = read.filter(([name]) => GUARD_FIELDS.some((field) => field === name));
    expect(Object.fromEntries(kept)).toStrictEqual(guards);
  });

  const ONE = 'confirm: must hold one of blocks, runs or minutes';
  const DOLLARS = 'minLiquidityUsd: must be a number of dollars from 0 to 1000000000000000';
  it.each<[object, string]>([
    [{ minLiquidityUsd: -1 }, DOLLARS],
    [{ minLiquidityUsd: '1000' }, DOLLARS],
    [{ minLiquidityUsd: 1e16 }, DOLLARS],
    [{ confirm: {} }, ONE],
    [{ confirm: [] }, ONE],
    [{ confirm: 2 }, ONE],
    [{ confirm: { blocks: 1, runs: 1 } }, ONE],
    [{ confirm: { hours: 1 } }, ONE],
    [{ confirm: { toString: 1 } }, ONE],
    [{ confirm: { blocks: 101 } }, 'confirm: blocks must be a whole number from 0 to 100'],
    [{ confirm: { blocks: '2' } }, 'confirm: blocks must be a whole number from 0 to 100'],
    [{ confirm: { runs: 0 } }, 'confirm: runs must be a whole number from 1 to 12'],
    [{ confirm: { runs: 13 } }, 'confirm: runs must be a whole number from 1 to 12'],
    [{ confirm: { minutes: 4 } }, 'confirm: minutes must be a whole number from 5 to 1440'],
  ])('refuses %j', (guards, problem) => {
    expect(problemsOf({ ...trigger, ...guards })).toEqual([problem]);
  });

  it.each([{}, { ...trigger, conditionToken: '*' }])(
    'refuses guards of an order with the trigger %j',
    (of) => {
      const message = 'needs a trigger with the price of a token';
      expect(problemsOf({ ...of, minLiquidityUsd: 5, confirm: { blocks: 1 } })).toEqual([
        `minLiquidityUsd: ${message}`,
        `confirm: ${message}`,
      ]);
    },
  );
});

describe('lowLiquidity', () => {
  const priceOf = (dollars: Readonly<Record<string, number>>) => (token: string) => {
    const liquidityUsd = dollars[token];
    return liquidityUsd === undefined ? undefined : { usd: 1, stale: false, thin: false, liquidityUsd };
  };
  const low = (token: string, liquidityUsd: number) => ({
    state: 'held',
    reason: 'low-liquidity',
    token,
    liquidityUsd,
    minLiquidityUsd: 100,
  });

  it.each<[PriceCondition, Readonly<Record<string, number>>, object | undefined]>([
    [aPriceCondition('gt', '1'), { [A_TOKEN]: 100 }, undefined],
    [aPriceCondition('gt', '1'), { [A_TOKEN]: 99 }, low(A_TOKEN, 99)],
    [aPriceCondition('gt', '1'), {}, low(A_TOKEN, 0)],
    [inSubnet, { [A_TOKEN]: 100, [A_SUBNET_TOKEN]: 100 }, undefined],
    [inSubnet, { [A_TOKEN]: 100, [A_SUBNET_TOKEN]: 99 }, low(A_SUBNET_TOKEN, 99)],
    [inSubnet, { [A_TOKEN]: 98, [A_SUBNET_TOKEN]: 99 }, low(A_TOKEN, 98)],
  ])('finds for %j with dollars %j: %j', (trigger, dollars, found) => {
    expect(lowLiquidity(trigger, 100, priceOf(dollars))).toEqual(found);
  });
});

const ONE = 10n ** 18n;
const ratio = (n: bigint): PriceRatio => ({ floor: n * ONE, ceiling: n * ONE });
const target = { direction: 'gt', targetPrice: { text: '2', scaled: 2n * ONE } } as const;
/** Upper case: a run; lower case: a block. M and m meet the target, X and x miss it, U and u have no price. */
const seen = (signs: string): Sighting[] =>
  [...signs].map((sign) => ({
    of: sign === sign.toUpperCase() ? 'run' : 'block',
    ratio: /m/i.test(sign) ? ratio(2n) : /x/i.test(sign) ? ratio(1n) : undefined,
  }));

describe('blocksConfirmed', () => {
  it.each<[string, number, boolean]>([
    ['', 0, false],
    ['M', 0, false],
    ['Mm', 1, false],
    ['Mmm', 2, false],
    ['MmMm', 2, false],
    ['XMmm', 2, false],
    ['mm', 0, false],
    ['Mmx', 0, true],
    ['Mmu', 0, true],
    ['MmX', 0, true],
    ['Mxmm', 0, false],
    ['MxMm', 1, false],
    ['MmxmMm', 1, false],
    ['Xmm', 0, false],
    ['XM', 0, false],
    ['MmxM', 0, false],
    ['MU', 0, true],
  ])('blocksConfirmed of %j counts %d blocks, broken: %s', (signs, met, isBroken) => {
    expect(blocksConfirmed(target, seen(signs))).toEqual({ met, isBroken });
  });

  it('never counts a block before the last sighting that missed the target, nor one without a run before it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[MmXxUu]{0,40}$/), (signs) => {
        const unbroken = /[Mm]*$/.exec(signs)![0];
        const anchored = unbroken.includes('M') ? unbroken.slice(unbroken.indexOf('M')) : '';
        expect(blocksConfirmed(target, seen(signs)).met).toBe(anchored.replaceAll('M', '').length);
      }),
    );
  });
});

describe('prolonged', () => {
  it.each([
    [{ blocks: 2 }, { blocks: 10 }],
    [{ blocks: 100 }, { blocks: 500 }],
    [{ runs: 12 }, { runs: 60 }],
    [{ minutes: 1_440 }, { minutes: 7_200 }],
    [{ blocks: 0 }, { blocks: 0 }],
  ])('prolonged of %j is %j', (confirm, longer) => {
    expect(prolonged(confirm)).toEqual(longer);
    expect(isWaived(longer)).toBe(isWaived(confirm));
  });

  it.each<[boolean, Confirmation]>([
    [true, { blocks: 0 }],
    [false, { blocks: 1 }],
    [false, { runs: 1 }],
    [false, {}],
  ])('isWaived is %s for %j', (waived, confirm) => {
    expect(isWaived(confirm)).toBe(waived);
  });
});

describe('runsConfirmed and averageOf', () => {
  it.each<[string, number]>([
    ['', 0],
    ['MMM', 3],
    ['MMXM', 2],
    ['MUM', 1],
    ['XMM', 0],
  ])('counts in %j, newest first, %d runs', (signs, met) => {
    const ratios = seen(signs).map((sighting) => sighting.ratio);
    expect(runsConfirmed(target, ratios)).toBe(met);
  });

  it('rounds the mean down and up', () => {
    const sides = { floor: 1n, ceiling: 2n };
    expect(averageOf([sides, { floor: 2n, ceiling: 3n }])).toEqual({ floor: 1n, ceiling: 3n });
    expect(averageOf([ratio(1n), ratio(3n)])).toEqual(ratio(2n));
  });
});
