import type { OrderTerms } from '../order/order.js';
import { parseLabel } from '../order/terms/draft-fields.js';
import { tokenPair, type TokenPair } from '../order/terms/token-pair.js';
import type { ContractId } from '../shared/contract-id.js';
import { defined, isObject, type Fields, type Field, type Parse } from '../shared/fields.js';
import { isInIpBlock, parseIpBlock } from '../shared/ip-address.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseUnits, type Units } from '../shared/units.js';

/** An amount of one token, smallest units. */
export interface TokenAmount {
  readonly token: ContractId;
  readonly amount: Units;
}

/** Limits that the owner set for a key, beyond its permissions. All that are present hold together, and none ever changes. */
export interface KeyLimits {
  /** The key acts only on orders of one of these pairs. */
  readonly pairs?: readonly TokenPair[];
  /** The key acts only on orders with one of these strategyIds. */
  readonly plans?: readonly string[];
  /** Maximum that the orders which the key executes on a day of UTC may pay, by token. It executes no order that pays another token. */
  readonly dailyAmounts?: readonly TokenAmount[];
  /** IP addresses, or blocks of them, from which the key is admitted. */
  readonly addresses?: readonly string[];
}

/** Maximum number of entries of one limit. */
export const MOST_PER_LIMIT = 20;

const NAMES = ['pairs', 'plans', 'dailyAmounts', 'addresses'] as const satisfies readonly (keyof KeyLimits)[];

/** A limit by its name in refusals. */
export type LimitName = 'address' | 'pair' | 'plan' | 'amount';

/** The limits of a key allow it nothing with this order, or from this address. */
export interface OutsideKeyLimits {
  readonly kind: 'outside-key-limits';
  readonly limit: LimitName;
  /** The caller's address, or what the order has in the limit's place. */
  readonly value: string;
  /** Time at which the key, and with it the limit, ends; absent if it never does. */
  readonly until?: Date;
}

/** Limits of a key, and the time at which it expires. */
export interface LimitedKey {
  readonly limits?: KeyLimits | undefined;
  readonly expiresAt?: Date | undefined;
}

type Subject = Pick<OrderTerms, 'inputToken' | 'outputToken' | 'strategy'>;

/** The refusal of what is outside the limit. */
export const outside = ({ expiresAt }: LimitedKey, limit: LimitName, value: string) =>
  err<OutsideKeyLimits>({ kind: 'outside-key-limits', limit, value, ...(expiresAt && { until: expiresAt }) });

/** Checks the address of a caller, which is undefined if it is unknown. */
export function checkAddress(key: LimitedKey, address: string | undefined): Result<void, OutsideKeyLimits> {
  const { addresses } = key.limits ?? {};
  const isAdmitted = addresses?.some((block) => address !== undefined && isInIpBlock(block, address)) ?? true;
  return isAdmitted ? ok() : outside(key, 'address', address ?? 'unknown');
}

/** Checks whether the key may act on an order. */
export function checkOrder(key: LimitedKey, order: Subject): Result<void, OutsideKeyLimits> {
  const { pairs, plans } = key.limits ?? {};
  const { inputToken, outputToken, strategy } = order;
  if (pairs?.every((pair) => !pair.includes(inputToken) || !pair.includes(outputToken)) === true)
    return outside(key, 'pair', `${inputToken},${outputToken}`);
  if (plans !== undefined && !plans.includes(strategy.strategyId ?? ''))
    return outside(key, 'plan', strategy.strategyId ?? 'none');
  return ok();
}

/** Reads limits from the field `limits`; undefined if it is absent or malformed, with each problem reported. */
export function readKeyLimits(message: Fields, token: Parse<ContractId>): KeyLimits | undefined {
  if (!message.has('limits')) return undefined;
  const fields = message.object('limits');
  fields.refuseUnknown(NAMES);
  const some = <T>(name: keyof KeyLimits, parse: Parse<T>): readonly T[] | undefined => {
    if (!fields.has(name)) return undefined;
    const items = fields.list(name, parse);
    const { length } = fields.raw(name) as { readonly length?: number };
    if (length === 0 || length! > MOST_PER_LIMIT)
      fields.problem(name, `must have 1 to ${MOST_PER_LIMIT} entries`);
    return items;
  };
  const limits = defined({
    pairs: some('pairs', tokenPair(token)),
    plans: some('plans', (raw) => (raw === '' ? err({ reason: 'must not be empty' }) : parseLabel(raw))),
    dailyAmounts: some('dailyAmounts', (raw) => parseTokenAmount(raw, token)),
    addresses: some('addresses', parseIpBlock),
  });
  const tokens = limits.dailyAmounts?.map((each) => each.token) ?? [];
  if (new Set(tokens).size < tokens.length) fields.problem('dailyAmounts', 'must name each token once');
  if (Object.keys(limits).length === 0) message.problem('limits', `must have one of ${NAMES.join(', ')}`);
  return limits;
}

function parseTokenAmount(raw: unknown, parseToken: Parse<ContractId>): Field<TokenAmount> {
  if (!isObject(raw) || Object.keys(raw).some((name) => name !== 'token' && name !== 'amount'))
    return err({ reason: 'must be an object with token and amount' });
  const token = parseToken(raw['token']);
  if (!token.ok) return err({ reason: `token ${token.error.reason}` });
  const amount = parseUnits(raw['amount']);
  return amount.ok
    ? ok({ token: token.value, amount: amount.value })
    : err({ reason: `amount ${amount.error.reason}` });
}
