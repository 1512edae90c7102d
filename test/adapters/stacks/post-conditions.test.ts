import { describe, expect, it } from '@jest/globals';
import { swapConditions } from '../../../src/adapters/stacks/swap/post-conditions.js';
import { A } from './support/registry-document.js';
import { id, plan, type PlanOptions } from './support/swap-plans.js';

/** Conditions as `sender <= or >= amount asset`, without the deployer's address. */
function conditionsOf(hops: string[], options?: PlanOptions): string[] {
  const result = swapConditions({ ...plan(hops, options), router: id('router') });
  if (!result.ok) return [result.error.kind];
  return result.value.map(({ sender, asset, bound, amount }) =>
    `${sender} ${bound === 'at-most' ? '<=' : '>='} ${amount} ${asset}`.replaceAll(`${A}.`, ''),
  );
}

const WITHDRAW = 'link: x-subnet 10000 > x 10000';

const table: { name: string; hops: string[]; expected: string[] }[] = [
  {
    name: 'one hop out of the subnet',
    hops: [WITHDRAW],
    expected: ['x-subnet >= 9900 x::x-asset', 'router >= 9900 x::x-asset'],
  },
  {
    name: 'two hops to a plain token',
    hops: [WITHDRAW, 'pool: x 10000 > y 555'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'pool >= 550 y::y-asset',
      'router >= 550 y::y-asset',
    ],
  },
  {
    name: 'three hops into another subnet, whose balance is no asset',
    hops: [WITHDRAW, 'pool: x 10000 > z 555', 'link-z: z 555 > z-subnet 555'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'pool >= 550 z::z-asset',
      'router <= 560 z::z-asset',
      'router >= 550 z::z-asset',
    ],
  },
  {
    name: 'four hops with STX on the way',
    hops: [
      WITHDRAW,
      'pool: x 10000 > .stx 20000',
      'pool-2: .stx 20000 > z 30000',
      'link-z: z 30000 > z-subnet 30000',
    ],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'pool >= 19800 stx',
      'router <= 20200 stx',
      'pool-2 >= 29700 z::z-asset',
      'router <= 30300 z::z-asset',
      'router >= 29700 z::z-asset',
    ],
  },
  {
    name: 'an outer pool that pays for two vaults, in different assets',
    hops: [WITHDRAW, 'a@outer: x 10000 > y 100', 'b@outer: y 100 > z 200'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'outer >= 99 y::y-asset',
      'router <= 101 y::y-asset',
      'outer >= 198 z::z-asset',
      'router >= 198 z::z-asset',
    ],
  },
  {
    name: 'STX and its wrapper, which are one asset: paid twice by one pool, spent and paid out by the router',
    hops: [WITHDRAW, 'a@outer: x 10000 > .stx 300', 'b: .stx 300 > y 500', 'c@outer: y 500 > wstx 700'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'outer >= 990 stx',
      'router <= 1010 stx',
      'b >= 495 y::y-asset',
      'router <= 505 y::y-asset',
      'router >= 990 stx',
    ],
  },
  {
    name: 'two spent amounts of STX and its wrapper',
    hops: [WITHDRAW, 'a: x 10000 > .stx 300', 'b: .stx 300 > wstx 299', 'c: wstx 299 > y 50'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'a >= 297 stx',
      'router <= 604 stx',
      'b >= 297 stx',
      'c >= 50 y::y-asset',
      'router >= 50 y::y-asset',
    ],
  },
  {
    name: 'a pool that sends its fee on, in the input token, at most the fee of the largest input',
    hops: [WITHDRAW, 'velar@outer: x 10000 > y 100'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'outer >= 99 y::y-asset',
      // 0.3% of 10100 is 30.3.
      'outer <= 31 x::x-asset',
      'router >= 99 y::y-asset',
    ],
  },
  {
    name: 'a pool that sends its fee on and pays the same asset out for another vault',
    hops: [WITHDRAW, 'a@outer: x 10000 > y 500', 'velar@outer: y 500 > z 200'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'outer >= 495 y::y-asset',
      'router <= 505 y::y-asset',
      'outer >= 198 z::z-asset',
      // The payout of up to 505 and a fee of up to 2.
      'outer <= 507 y::y-asset',
      'router >= 198 z::z-asset',
    ],
  },
  {
    name: 'STX into a pair that knows a wrapped STX only',
    hops: ['link: x-subnet 300 > x 300', 'a: x 300 > .stx 400', 'arkadiko@pair: .stx 400 > y 500'],
    expected: [
      'x-subnet >= 297 x::x-asset',
      'router <= 303 x::x-asset',
      'a >= 396 stx',
      'router <= 404 stx',
      'pair >= 495 y::y-asset',
      'router <= 404 wrapped::wrapped-stx',
      'router >= 495 y::y-asset',
    ],
  },
  {
    name: 'STX out of a pair that knows a wrapped STX only: the pair sends it and the router burns it',
    hops: [WITHDRAW, 'arkadiko@pair: x 10000 > .stx 600'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'pair >= 594 stx',
      'pair >= 594 wrapped::wrapped-stx',
      'router <= 606 wrapped::wrapped-stx',
      'router >= 594 stx',
    ],
  },
  {
    name: 'a pair that knows a wrapped STX, without STX on either side',
    hops: [WITHDRAW, 'arkadiko@pair: x 10000 > y 600'],
    expected: [
      'x-subnet >= 9900 x::x-asset',
      'router <= 10100 x::x-asset',
      'pair >= 594 y::y-asset',
      'router >= 594 y::y-asset',
    ],
  },
];

describe('swapConditions', () => {
  it.each(table)('binds $name to the expected conditions', ({ hops, expected }) => {
    expect(conditionsOf(hops)).toEqual(expected);
  });

  it('rounds upper bounds down and lower bounds up, so that a slippage below a unit allows no loss', () => {
    expect(
      conditionsOf(['link: x-subnet 199 > x 199', 'pool: x 199 > y 201'], { slippage: '0.005' }),
    ).toEqual([
      'x-subnet >= 199 x::x-asset',
      'router <= 199 x::x-asset',
      'pool >= 200 y::y-asset',
      'router >= 200 y::y-asset',
    ]);
  });

  it.each([1n, 2n, 10n, 99n])('lets none of %s units be lost to one percent of slippage', (amount) => {
    expect(conditionsOf([`link: x-subnet ${amount} > x ${amount}`])).toEqual([
      `x-subnet >= ${amount} x::x-asset`,
      `router >= ${amount} x::x-asset`,
    ]);
  });

  it('caps a lower bound at 64 bits', () => {
    expect(conditionsOf([`link: x-subnet ${2n ** 100n} > x ${2n ** 100n}`])).toEqual([
      `x-subnet >= ${2n ** 64n - 1n} x::x-asset`,
      `router >= ${2n ** 64n - 1n} x::x-asset`,
    ]);
  });

  it('refuses a route whose upper bound exceeds 64 bits', () => {
    const largest = 2n ** 64n - 1n;
    const spend = (amount: bigint) => [`link: x-subnet ${amount} > x ${amount}`, `pool: x ${amount} > y 5`];
    expect(conditionsOf(spend(largest), { slippage: '0' })).toContain(`router <= ${largest} x::x-asset`);
    expect(conditionsOf(spend(largest), { slippage: '0.01' })).toEqual(['swap-unprotectable']);
    expect(conditionsOf(spend(largest + 1n), { slippage: '0' })).toEqual(['swap-unprotectable']);
  });

  describe('with a minimum of the owner', () => {
    const unbound = ['link: x-subnet 10000 > x 10000', 'pool: x 10000 > z-subnet 555'];

    it.each([
      ['a plain token', [WITHDRAW, 'pool: x 10000 > y 555'], 'router >= 553 y::y-asset'],
      [
        'a token that leaves its subnet last',
        ['a: x-subnet 9 > z-subnet 555', 'link-z: z-subnet 555 > z 555'],
        'router >= 553 z::z-asset',
      ],
      [
        'a subnet copy by its sublink',
        [WITHDRAW, 'pool: x 10000 > z 555', 'link-z: z 555 > z-subnet 555'],
        'router >= 553 z::z-asset',
      ],
    ])(
      'never lets less of %s be paid than the minimum, even if the slippage would allow less',
      (_name, hops, expected) => {
        expect(conditionsOf(hops, { minAmountOut: 553n })).toContain(expected);
        expect(
          conditionsOf(hops, { minAmountOut: 553n }).filter((line) => line.startsWith('router >=')),
        ).toHaveLength(1);
        expect(conditionsOf(hops, { minAmountOut: 549n })).toContain(expected.replace('553', '550'));
      },
    );

    it.each([{ minAmountOut: 1n }, { ownSlippage: 0.01 }])(
      'refuses a vault that pays a subnet copy, for bounds %p',
      (bounds) => {
        expect(conditionsOf(unbound, bounds)).toEqual(['swap-unprotectable']);
      },
    );

    it('accepts such a vault for an order without a bound of its own, and for a minimum of 0', () => {
      const expected = ['x-subnet >= 9900 x::x-asset', 'router <= 10100 x::x-asset'];
      expect(conditionsOf(unbound)).toEqual(expected);
      expect(conditionsOf(unbound, { minAmountOut: 0n })).toEqual(expected);
    });

    it('refuses a bound above 64 bits, which no condition can express', () => {
      const hops = [`link: x-subnet ${2n ** 100n} > x ${2n ** 100n}`];
      expect(conditionsOf(hops, { minAmountOut: 1n })).toEqual(['swap-unprotectable']);
    });

    it('refuses STX that is paid out and also put into its wrapper, since the chain counts the two together', () => {
      const hops = [WITHDRAW, 'a: x 10000 > .stx 300', 'b: .stx 300 > y 500', 'c: y 500 > wstx 700'];
      expect(conditionsOf(hops, { minAmountOut: 1n })).toEqual(['swap-unprotectable']);
    });
  });

  it('throws for a token that the registry lacks', () => {
    expect(() => conditionsOf([WITHDRAW, 'pool: x 10000 > w 1'])).toThrow(`no token ${id('w')}`);
  });
});
