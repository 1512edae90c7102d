import type { Permission } from '../../domain/api-key/api-key.js';
import { checkOrder, type OutsideKeyLimits } from '../../domain/api-key/limits.js';
import type { OrderTerms } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { AdmittedKey } from './authenticate-key.js';

/** Reason why an admitted key may not do what it is used for. */
export type KeyRefused = PermissionDenied | OutsideKeyLimits | { readonly kind: 'key-of-another-wallet' };

/** Error of an API key that lacks the permission. */
export interface PermissionDenied {
  readonly kind: 'permission-denied';
  readonly permission: Permission;
}

/** Checks whether the key allows its holder something that is about no single order. */
export const checkPermission = (
  { permissions }: Pick<AdmittedKey, 'permissions'>,
  permission: Permission,
): Result<void, PermissionDenied> =>
  permissions.includes(permission) ? ok() : err({ kind: 'permission-denied', permission });

/** Checks whether the key allows its holder to act on the order: its permission, its wallet, and its limits. */
export function authorizeKey(
  key: AdmittedKey,
  permission: Permission,
  order: OrderTerms,
): Result<void, KeyRefused> {
  const permitted = checkPermission(key, permission);
  if (!permitted.ok) return permitted;
  return key.owner === order.owner ? checkOrder(key, order) : err({ kind: 'key-of-another-wallet' });
}
