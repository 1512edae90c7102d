import type { Authorization } from '../../../../application/authorization/authorize-owner.js';
import { isClientRef } from '../../../../application/orders/find-order.js';
import type { KeyAction } from '../../../../domain/api-key/usage.js';
import { checkJson } from '../../../../domain/order/terms/draft-fields.js';
import type { Json } from '../../../../domain/shared/json.js';
import { valueOrThrow } from '../../errors/errors.js';
import type { Call } from '../../operation/declaration.js';
import type { PlacingParts } from './place-order.js';
import { respondOnce, type Idempotent, type Repeatable } from './idempotency.js';
import { asKey, type KeyParts } from '../access/key-request.js';
import { apiKeyOf } from '../../requests/api-key-header.js';
import { proofInHeaders, unproven } from '../../requests/wallet-proof.js';

/** Parts that an operation needs if only an order's owner may call it. */
export interface OwnerParts extends KeyParts, PlacingParts {}

/** A request that only an owner may make. */
interface OwnerCall extends Pick<Call<never, unknown>, 'req' | 'res'> {
  readonly action: KeyAction;
}

/** A request for one order. */
type OrderCall = OwnerCall & Pick<Call<'uuid', unknown>, 'params'>;

/** Request to which an Idempotency-Key belongs. */
type KeyedRequest = Pick<Idempotent, 'operation' | 'payload'>;

type Proven = Exclude<Authorization, { readonly by: 'host' }>;

/** Statuses of problems with the order's state. They count as results: a retry gets them again. */
const KEPT_STATUSES = [400, 409, 422];

/** Does the work on one order with the authorization of the request's key or wallet, once per Idempotency-Key. */
export function asOwner<T>(
  parts: OwnerParts,
  call: OrderCall,
  work: (authorization: Proven) => Repeatable<T>,
): Promise<T> {
  const { uuid } = call.params;
  const request = { operation: `${call.req.method} /orders/{uuid}/${call.action}`, payload: uuid };
  return onceAuthorized(parts, { ...call, ...request, before: () => requireKnown(parts, uuid) }, work);
}

/** Like `asOwner`, for work on several of the owner's orders. */
export const asOwnerOfMany = <T>(
  parts: OwnerParts,
  call: OwnerCall & KeyedRequest,
  work: (authorization: Proven) => Repeatable<T>,
): Promise<T> => onceAuthorized(parts, { ...call, before: async () => undefined }, work);

async function onceAuthorized<T>(
  parts: OwnerParts,
  call: OwnerCall & KeyedRequest & { readonly before: () => Promise<void> },
  work: (authorization: Proven) => Repeatable<T>,
): Promise<T> {
  const { operation, payload, before } = call;
  const { callerOf, runOnce } = parts.idempotency;
  const once = (authorization: Proven) => {
    // A body that is nested too deeply cannot be hashed; the work refuses it.
    const caller = () => (checkJson(payload as Json).ok ? callerOf(authorization) : undefined);
    const request = { operation, caller, payload, keptStatuses: KEPT_STATUSES };
    return respondOnce({ runOnce, stored: parts.stored }, call, request, work(authorization));
  };
  const apiKey = apiKeyOf(call.req);
  if (apiKey !== undefined) {
    await before();
    return asKey(parts, call, apiKey, (key) => once({ by: 'api-key', key }));
  }
  const proof = proofInHeaders(call.req);
  if (proof.ok) return once(proof.value);
  await before();
  throw unproven(proof.error);
}

/** Checks that the order exists, so that a 404 precedes a 401. A clientOrderId is left out: it needs the owner to name an order. */
async function requireKnown({ orders }: OwnerParts, ref: string): Promise<void> {
  if (!isClientRef(ref)) valueOrThrow(await orders.getNewest(ref));
}
