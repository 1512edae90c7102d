import type { Order } from '../../domain/order/order.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { findOrder, type OrderNotFound } from '../orders/find-order.js';
import { checkRequest } from './check-request.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from './prove-wallet.js';
import type { AdmittedKey } from '../api-keys/authenticate-key.js';
import { authorizeKey, type KeyRefused } from '../api-keys/authorize-key.js';

/**
 * Authority of a request: a wallet's signed message, an API key that `apiKeys.authenticate` admitted for it, or `host`, the
 * embedding program, which vouches for it.
 */
export type Authorization =
  WalletProof | { readonly by: 'api-key'; readonly key: AdmittedKey } | { readonly by: 'host' };

/** A request to change one order. */
export interface OwnerRequest {
  /** The order: its handle or uuid, or `client:` and its clientOrderId. */
  readonly ref: string;
  readonly authorization: Authorization;
}

/** Reason why a caller may not change the order. */
export type AuthorizeOwnerError =
  OrderNotFound | ProveWalletError | KeyRefused | { readonly kind: 'not-order-owner' };

type OwnerAction = 'execute_order' | 'cancel_order';

export type OwnerPorts = WalletPorts & Pick<Ports, 'orders'>;

const NEEDED_PERMISSION = { execute_order: 'execute', cancel_order: 'cancel' } as const;

/** Finds the order and checks that its owner authorised the action. A wallet's signed message cannot be used again afterwards. */
export const makeAuthorizeOwner = (ports: OwnerPorts, settings: AudienceSettings, action: OwnerAction) => {
  const proveWallet = makeProveWallet(ports, settings);

  const authorize = async (
    { ref, authorization }: OwnerRequest,
    { terms }: Order,
  ): Promise<Result<void, AuthorizeOwnerError>> => {
    switch (authorization.by) {
      case 'host':
        return ok();
      case 'api-key':
        return authorizeKey(authorization.key, NEEDED_PERMISSION[action], terms);
      case 'wallet': {
        const demand = { expected: { action, uuid: ref }, readContent: () => ref, use: 'once' } as const;
        const proven = await proveWallet(authorization, demand);
        if (!proven.ok) return proven;
        return proven.value.wallet === terms.owner ? ok() : err({ kind: 'not-order-owner' });
      }
    }
  };

  return async (request: OwnerRequest): Promise<Result<Order, AuthorizeOwnerError>> => {
    checkRequest(request);
    const order = await findOrder(ports.orders, request.ref, claimedOwner(request.authorization, ports));
    if (!order.ok) return order;
    const authorized = await authorize(request, order.value);
    return authorized.ok ? order : authorized;
  };
};

/** The address whose orders the caller refers to. It is unverified: use it only to look up references, never to act on orders. */
function claimedOwner(
  authorization: Authorization,
  { hasher, registry }: Pick<Ports, 'hasher' | 'registry'>,
): Address | undefined {
  if (authorization.by === 'host') return undefined;
  if (authorization.by === 'api-key') return authorization.key.owner;
  const wallet = parseAddress(authorization.walletAddress, registry.current().network, hasher.sha256);
  return wallet.ok ? wallet.value : undefined;
}

/**
 * The verified identity of the caller: the wallet or the API key. Undefined for `host`, and if the wallet did not make the
 * signature. It grants nothing: neither the age nor an earlier use of the signed message is checked, so that a retry may repeat
 * the message.
 */
export const makeCallerOf =
  ({ registry, signatures }: Pick<Ports, 'registry' | 'signatures'>) =>
  async (authorization: Authorization): Promise<string | undefined> => {
    switch (authorization.by) {
      case 'host':
        return undefined;
      case 'api-key':
        return `api-key ${authorization.key.keyId}`;
      case 'wallet': {
        const { message, signature, publicKey, walletAddress } = authorization;
        const signed = { network: registry.current().network, message, signature, publicKey };
        const signer = await signatures.textSigner(signed);
        return signer === walletAddress ? `wallet ${walletAddress}` : undefined;
      }
    }
  };
