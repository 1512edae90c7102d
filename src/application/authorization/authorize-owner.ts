import type { Order } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { AdmittedKey } from '../api-keys/authenticate-key.js';
import type { Authorization } from './caller.js';
import { makeProveWallet, type ProveWalletError, type WalletPorts } from './prove-wallet.js';

export type AuthorizeOwnerError =
  | ProveWalletError
  | { readonly kind: 'not-order-owner' }
  | { readonly kind: 'permission-denied' }
  | { readonly kind: 'key-of-another-wallet' };

export type OwnerAction = 'execute_order' | 'cancel_order';

export type AuthorizeOwner = (
  authorization: Authorization,
  request: { readonly action: OwnerAction; readonly ref: string },
  order: Order,
) => Promise<Result<void, AuthorizeOwnerError>>;

const NEEDED_PERMISSION = { execute_order: 'execute', cancel_order: 'cancel' } as const;

/** Checks that the request is authorised by the order's owner. A wallet's signed message is used up by it. */
export const makeAuthorizeOwner = (ports: WalletPorts): AuthorizeOwner => {
  const proveWallet = makeProveWallet(ports);
  return async (authorization, { action, ref }, { terms: { owner } }) => {
    switch (authorization.by) {
      case 'host':
        return ok();
      case 'api-key':
        return authorizeKey(authorization.key, action, owner);
      case 'wallet': {
        const demand = { expected: { action, uuid: ref }, readContent: () => ref, use: 'once' } as const;
        const proven = await proveWallet(authorization, demand);
        if (!proven.ok) return proven;
        return proven.value.wallet === owner ? ok() : err({ kind: 'not-order-owner' });
      }
    }
  };
};

function authorizeKey(
  key: AdmittedKey,
  action: OwnerAction,
  owner: Order['terms']['owner'],
): Result<void, AuthorizeOwnerError> {
  if (!key.permissions.includes(NEEDED_PERMISSION[action])) return err({ kind: 'permission-denied' });
  return key.owner === owner ? ok() : err({ kind: 'key-of-another-wallet' });
}
