import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Order, positionOf } from '../../src/domain/order/order.js';
import { planOf, planPart, type Plan } from '../../src/domain/order/terms/plan.js';
import type { Address } from '../../src/domain/shared/address.js';
import { defined } from '../../src/domain/shared/fields.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { toUnits, U128_MAX, U64_MAX } from '../../src/domain/shared/units.js';
import {
  aConfirmedOrder,
  AN_OWNER,
  anOpenOrder,
  ANOTHER_OWNER,
  aPastOrder,
  T0,
  uuidOf,
} from '../support/builders.js';
import type { OpenedStorage, StorageHarness } from '../support/harnesses.js';
import { anyOrder } from '../support/order-arbitrary.js';

const SEED = 20261122;
const COUNT = 120;
/** Ids that sort otherwise by UTF-16 units than by bytes, and some that SQL might read as more than text. */
const IDS = ['dca', 'DCA', "'; --", '100%_', '\uffee', '\u{1f680}', ''];

const among = <T>(values: readonly T[]) => fc.constantFrom(...values);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** An order of a plan, in any status, with any of a plan's labels. */
const aPlanned = (n: number): fc.Arbitrary<Order> =>
  fc
    .record({
      order: anyOrder(n),
      strategyId: optional(among(IDS)),
      strategyType: optional(among(['dca', 'twap', 'split'])),
      strategyPosition: optional(fc.integer({ min: 1, max: 1_000_000 })),
      strategySize: optional(fc.integer({ min: 1, max: 1_000_000 })),
      validFrom: optional(fc.nat({ max: 3 }).map((hours) => new Date(T0.getTime() + hours * 3_600_000))),
      amountIn: fc.bigInt({ min: 1n, max: U64_MAX }),
      amountOut: among([0n, 1n, U64_MAX, U128_MAX]),
    })
    .map(({ order, validFrom, amountIn, amountOut, ...labels }) => {
      const terms = { ...order.terms, amountIn: toUnits(amountIn), strategy: defined(labels) };
      const planned = { ...order, terms: validFrom === undefined ? terms : { ...terms, validFrom } };
      return planned.status === 'confirmed' && 'executedAmountIn' in planned
        ? { ...planned, executedAmountIn: toUnits(amountIn), executedAmountOut: toUnits(amountOut) }
        : planned;
    });

/** What adding up every order gives, by owner and id. */
function expectedPlans(orders: readonly Order[], owner: Address): readonly Plan[] {
  const own = orders.filter(({ terms }) => terms.owner === owner);
  const ids = [...new Set(own.map(({ terms }) => terms.strategy.strategyId ?? ''))].filter((id) => id !== '');
  ids.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return ids.map((strategyId) => {
    const members = own.filter(({ terms }) => terms.strategy.strategyId === strategyId);
    const age = (order: Order) => `${order.createdAt.toISOString()} ${positionOf(order).handle}`;
    const [oldest] = members.toSorted((a, b) => (age(a) < age(b) ? -1 : 1));
    return planOf(oldest!.terms, members.map(planPart));
  });
}

/** A plan's sums do not depend on where its orders are stored. */
export function planReaderContract(harness: StorageHarness): void {
  describe(`PlanReader: ${harness.name}`, () => {
    const pairs = Array.from({ length: COUNT }, (_, n) =>
      fc.sample(aPlanned(n), { seed: SEED + n, numRuns: 2 }),
    );
    const before = pairs.map(([first]) => first!);
    const after = pairs.map(([first, second]): Order => {
      const { terms, createdAt } = first!;
      return { ...second!, terms, createdAt, version: 1 };
    });
    const owners = [...new Set(before.map(({ terms }) => terms.owner))];
    let storage: OpenedStorage;

    beforeAll(async () => {
      storage = await harness.open();
      for (const order of before) unwrap(await storage.ports.orders.insert(order));
    });
    afterAll(() => storage.close());

    /** Every plan of every owner, from lists and read one by one. */
    const actual = async () => {
      const plans: Plan[] = [];
      for (const owner of owners) {
        const page = await storage.ports.plans.list({ owner, limit: 50 });
        for (const { strategyId } of page.plans) {
          const plan = await storage.ports.plans.find(owner, strategyId);
          if (plan !== undefined) plans.push(plan);
        }
        expect(page).toEqual({ plans: plans.slice(-page.plans.length) });
      }
      return plans;
    };
    const expected = (orders: readonly Order[]) => owners.flatMap((owner) => expectedPlans(orders, owner));

    it('adds up to the same as adding up every order, for owners who share the ids of their plans', async () => {
      expect(await actual()).toEqual(expected(before));
    });

    it('adds up the same after each order has changed its status', async () => {
      for (const order of after) unwrap(await storage.ports.orders.update(order));
      expect(await actual()).toEqual(expected(after));
    });

    it('lists every plan once, sorted by the bytes of its id, when each page starts after the one before', async () => {
      for (const limit of [1, 2, 5]) {
        const ids: string[] = [];
        for (let page = await storage.ports.plans.list({ owner: AN_OWNER, limit }); ;) {
          expect(page.plans.length).toBeLessThanOrEqual(limit);
          ids.push(...page.plans.map(({ strategyId }) => strategyId));
          if (page.next === undefined) break;
          page = await storage.ports.plans.list({ owner: AN_OWNER, limit, after: page.next });
        }
        expect(ids).toEqual(["'; --", '100%_', 'DCA', 'dca', '\uffee', '\u{1f680}']);
      }
    });

    it('finds no plan for an id that no order of the owner has, nor for the empty one', async () => {
      unwrap(
        await storage.ports.orders.insert(
          anOpenOrder({ uuid: uuidOf(1), owner: ANOTHER_OWNER, strategy: { strategyId: 'theirs' } }),
        ),
      );
      for (const id of ['theirs', 'dc', ''])
        expect([id, await storage.ports.plans.find(AN_OWNER, id)]).toEqual([id, undefined]);
      const stranger = 'ST000000000000000000002AMW42H' as Address;
      expect(await storage.ports.plans.list({ owner: stranger, limit: 5 })).toEqual({ plans: [] });
    });

    it('counts an order that another exchange confirmed, without amounts that were not recorded', async () => {
      const strategy = { strategyId: 'moved' };
      const moved = [
        aPastOrder('confirmed', {}, { uuid: uuidOf(2), strategy }),
        aConfirmedOrder({ uuid: uuidOf(3), strategy }),
      ];
      for (const order of moved) unwrap(await storage.ports.orders.insert(order));
      expect(await storage.ports.plans.find(AN_OWNER, 'moved')).toMatchObject({
        counts: { confirmed: 2 },
        amounts: [{ amountIn: 2_000_000n, executedAmountIn: 1_000_000n, executedAmountOut: 1_999_000n }],
      });
    });
  });
}
