import type { OrderUuid } from '../order/ids.js';
import { dayOf, msLeftOfDay } from '../order/limits/quotas.js';
import type { OrderTerms } from '../order/order.js';
import type { ContractId } from '../shared/contract-id.js';
import { err, ok, type Result } from '../shared/result.js';
import type { Units } from '../shared/units.js';
import type { ApiKeyId } from './api-key.js';
import { outside, type LimitedKey, type OutsideKeyLimits, type TokenAmount } from './limits.js';

/** The key has executed so much of its daily amount that this order no longer fits. */
export interface KeyAmountExceeded {
  readonly kind: 'key-amount-exceeded';
  readonly token: ContractId;
  /** Smallest units a day. */
  readonly limit: Units;
  /** Smallest units that the day's orders pay, without this one. */
  readonly spent: bigint;
  readonly amount: Units;
  /** Time at which the next day begins. */
  readonly until: Date;
  readonly msLeft: number;
}

/** An order that a key executed, or tries to, on the day of UTC that starts at `day`. */
export interface KeySpending extends TokenAmount {
  readonly keyId: ApiKeyId;
  readonly day: Date;
  readonly order: OrderUuid;
}

/** Sums of the spending by token, in the order of their first appearance. */
export function spentByToken(spending: readonly KeySpending[]): ReadonlyMap<ContractId, bigint> {
  const sums = new Map<ContractId, bigint>();
  for (const { token, amount } of spending) sums.set(token, (sums.get(token) ?? 0n) + amount);
  return sums;
}

/** Checks whether the key may execute one more order, given what it spent on the day. An order that is among it counts once. */
export function checkAmount(
  key: LimitedKey,
  { uuid, inputToken: token, amountIn: amount }: Pick<OrderTerms, 'uuid' | 'inputToken' | 'amountIn'>,
  { spent: all, now }: { readonly spent: readonly KeySpending[]; readonly now: Date },
): Result<void, OutsideKeyLimits | KeyAmountExceeded> {
  const { dailyAmounts } = key.limits ?? {};
  if (dailyAmounts === undefined) return ok();
  const limit = dailyAmounts.find((each) => each.token === token)?.amount;
  if (limit === undefined || amount > limit) return outside(key, 'amount', `${amount} of ${token}`);
  const spent = spentByToken(all.filter(({ order }) => order !== uuid)).get(token) ?? 0n;
  if (spent + amount <= limit) return ok();
  const msLeft = msLeftOfDay(now);
  const until = new Date(now.getTime() + msLeft);
  return err({ kind: 'key-amount-exceeded', token, limit, spent, amount, until, msLeft });
}

/** The spending that executing the order adds to the key's day. */
export const spendingOf = (
  keyId: ApiKeyId,
  { uuid, inputToken, amountIn }: Pick<OrderTerms, 'uuid' | 'inputToken' | 'amountIn'>,
  now: Date,
): KeySpending => ({ keyId, day: dayOf(now), order: uuid, token: inputToken, amount: amountIn });
