import { afterEach, describe, expect, it } from '@jest/globals';
import type { Order } from '../../../src/domain/order/order.js';
import { parseTargetPrice } from '../../../src/domain/order/conditions/price-ratio.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, T0, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  ROUTER_V2,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { mineAll, pass } from '../../support/executor-steps.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { orderOf, settle } from '../../support/order-steps.js';

const ORDERS = 9_000;
const MINUTE = 60_000;
const minute = (n: number) => new Date(T0.getTime() + n * MINUTE);

/** The nth order of the plan, from 1: it may be sent in the nth minute. */
const installment = (n: number): Order =>
  anOpenOrder({
    uuid: uuidOf(n),
    inputToken: WELSH_SUBNET,
    outputToken: DOLLAR,
    router: ROUTER_V2,
    trigger: {
      kind: 'window',
      targetPrice: unwrap(parseTargetPrice('0')),
      direction: 'gt',
      baseAsset: 'USD',
    },
    validFrom: minute(n - 1),
    validTo: minute(n),
    strategy: { strategyId: 'plan', strategyType: 'dca', strategyPosition: n, strategySize: ORDERS },
  });

async function storePlan({ ports }: CoreHarness): Promise<void> {
  const stored = await ports.unitOfWork.run(async ({ orders, events }) => {
    for (let n = 1; n <= ORDERS; n++) {
      unwrap(await orders.insert(installment(n)));
      await events.append({ uuid: uuidOf(n), event: { type: 'created', at: T0, facts: {} } });
    }
    return ok();
  });
  unwrap(stored);
}

let storage: OpenedStorage | undefined;
afterEach(() => storage?.close());

describe.each(harnesses.filter(({ name }) => name === 'memory' || name === 'sqlite file'))(
  'RunExecutor over a recurring plan of 9,000 orders, $name',
  (database) => {
    it('sends one order in each window and cancels those whose window was missed', async () => {
      storage = await database.open();
      const harness = coreHarness({ storage: storage.ports });
      await storePlan(harness);
      const step = async (n: number) => {
        harness.clock.set(minute(n - 1));
        const report = await pass(harness);
        await mineAll(harness);
        await settle(harness);
        return report;
      };
      for (const n of [1, 2, 3]) {
        const report = await step(n);
        expect(report).toMatchObject({ expired: 0, attempts: { sent: 1 }, left: 'none', nextAt: minute(n) });
      }
      expect(await pass(harness)).toMatchObject({ attempts: {} });
      expect(await step(1_000)).toMatchObject({ expired: 996, attempts: { sent: 1 } });
      expect(await pass(harness)).toEqual({ expired: 0, attempts: {}, left: 'none', nextAt: minute(1_000) });

      const statusOf = async (n: number) => (await orderOf(harness, n)).status;
      for (const n of [1, 2, 3, 1_000]) expect(await statusOf(n)).toBe('confirmed');
      for (const n of [4, 999]) expect(await statusOf(n)).toBe('cancelled');
      for (const n of [1_001, 9_000]) expect(await statusOf(n)).toBe('open');
      expect(harness.chain.sent).toHaveLength(4);
    });
  },
);
