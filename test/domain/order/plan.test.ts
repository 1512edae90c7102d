import { describe, expect, it } from '@jest/globals';
import type { Order } from '../../../src/domain/order/order.js';
import { inTurn, planOf, planPart } from '../../../src/domain/order/terms/plan.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';
import {
  A_SUBNET_TOKEN,
  A_TOKEN,
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  AN_OWNER,
  anOpenOrder,
  aPastOrder,
  T0,
} from '../../support/builders.js';

const hours = (n: number) => new Date(T0.getTime() + n * 3_600_000);
const plan = (orders: readonly Order[], labels: object = {}) =>
  planOf({ owner: AN_OWNER, strategy: { strategyId: 'plan', ...labels } }, orders.map(planPart));
const open = (strategyPosition?: number, validFrom?: Date) =>
  anOpenOrder({
    strategy: strategyPosition === undefined ? {} : { strategyPosition },
    ...(validFrom && { validFrom }),
  });

describe('planOf', () => {
  it('counts orders by status, and adds up the inputs of all and the amounts of executed ones', () => {
    const orders = [
      open(),
      aBroadcastedOrder(),
      aConfirmedOrder({}, { executedAmountOut: toUnits(U128_MAX) }),
      aConfirmedOrder({}, { executedAmountOut: toUnits(U128_MAX) }),
      aFailedOrder(),
      aCancelledOrder(),
      aPastOrder('confirmed', {}),
    ];
    expect(plan(orders)).toMatchObject({
      size: 7,
      counts: { open: 1, broadcasted: 1, confirmed: 3, failed: 1, cancelled: 1 },
      amounts: [
        {
          inputToken: A_SUBNET_TOKEN,
          outputToken: A_TOKEN,
          amountIn: 7_000_000n,
          executedAmountIn: 2_000_000n,
          executedAmountOut: 2n * U128_MAX,
        },
      ],
    });
  });

  it('adds up each pair of tokens by itself, sorted', () => {
    const [a, b] = ['a', 'b'].map((name) => `${AN_OWNER}.${name}` as ContractId);
    const pairs = [
      [b, a],
      [a, b],
      [b, a],
    ] as const;
    const orders = pairs.map(([inputToken, outputToken]) =>
      anOpenOrder({ inputToken: inputToken!, outputToken: outputToken! }),
    );
    for (const some of [orders, orders.slice(1)])
      expect(plan(some).amounts).toMatchObject([
        { inputToken: a, outputToken: b, amountIn: 1_000_000n },
        { inputToken: b, outputToken: a, amountIn: BigInt(some.length - 1) * 1_000_000n },
      ]);
  });

  it('puts the smaller of two positions first, whichever is compared with which', () => {
    expect(inTurn({ position: 2 }, { position: 1 })).toBeGreaterThan(0);
    expect(inTurn({ position: 1 }, { position: 2 })).toBeLessThan(0);
  });

  it('takes type and size from the labels, and the number of orders for an absent size', () => {
    expect(plan([open()], { strategyType: 'dca', strategySize: 12 })).toMatchObject({
      strategyType: 'dca',
      size: 12,
    });
    expect(plan([open(), open()])).not.toHaveProperty('strategyType');
  });

  it.each<[string, readonly Order[], object | undefined]>([
    ['the earliest', [open(1, hours(2)), open(2, hours(1))], { position: 2, validFrom: hours(1) }],
    ['one without a time before all', [open(1, hours(1)), open(2)], { position: 2 }],
    ['the lowest position of those', [open(10), open(9)], { position: 9 }],
    ['one without labels', [open()], {}],
    ['no order that is not open', [aConfirmedOrder(), aCancelledOrder()], undefined],
  ])('names as next %s', (_, orders, next) => {
    expect(plan(orders).next).toEqual(next);
  });
});
