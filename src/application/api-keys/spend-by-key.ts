import { type OutsideKeyLimits } from '../../domain/api-key/limits.js';
import {
  checkAmount,
  spendingOf,
  type KeyAmountExceeded,
  type KeySpending,
} from '../../domain/api-key/spending.js';
import { dayOf } from '../../domain/order/limits/quotas.js';
import { isUnderWay, type Order, type OrderTerms } from '../../domain/order/order.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { AdmittedKey } from './authenticate-key.js';

type Needs = Pick<Ports, 'clock' | 'orders' | 'unitOfWork'>;

/** Reason why an order does not fit into the key's daily amounts. */
export type KeySpendingRefused = OutsideKeyLimits | KeyAmountExceeded;

/**
 * Counts an order against the daily amounts of the key that executes it, before anything is sent: exactly, in any number of
 * processes. An order counts once a day, however often the key executes it. If the work sends nothing, the count is taken back; if
 * the process ends meanwhile, it stays.
 */
export const makeSpendByKey =
  ({ clock, orders, unitOfWork }: Needs) =>
  async <T, E>(
    key: AdmittedKey,
    terms: OrderTerms,
    work: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | KeySpendingRefused>> => {
    if (key.limits?.dailyAmounts === undefined) return work();
    const now = clock.now();
    const spending = spendingOf(key.keyId, terms, now);
    const counted = await unitOfWork.run<void, KeySpendingRefused>(async (storage) => {
      await storage.lock(`api-key-spending:${key.keyId}`);
      const spent = await storage.keySpending.list([key.keyId], dayOf(now));
      const checked = checkAmount(key, terms, { spent, now });
      if (checked.ok) await storage.keySpending.begin(spending);
      return checked;
    });
    if (!counted.ok) return counted;
    const done = await work();
    if (!done.ok && !mayMove(await orders.findById(terms.uuid))) await takeBack(unitOfWork, spending);
    return done;
  };

/** Whether the order has a swap that may move its tokens, or may have had one. */
const mayMove = (order: Order | undefined): boolean =>
  order === undefined || isUnderWay(order) || order.status === 'confirmed';

const takeBack = (unitOfWork: Needs['unitOfWork'], spending: KeySpending) =>
  unitOfWork.run<void, never>(async (storage) => {
    await storage.lock(`api-key-spending:${spending.keyId}`);
    await storage.keySpending.takeBack(spending);
    return ok();
  });
