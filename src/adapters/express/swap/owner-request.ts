import type { Authorization } from '../../../application/authorization/authorize-owner.js';
import type { Core } from '../../../application/core.js';
import { isClientRef } from '../../../application/orders/find-order.js';
import type { KeyAction } from '../../../domain/api-key/usage.js';
import { valueOrThrow } from '../errors.js';
import type { Call } from '../operation/operation.js';
import { respondOnce } from './idempotency.js';
import { apiKeyOf, asKey, type KeyParts } from './key-request.js';
import { proofInHeaders, unproven } from './wallet-proof.js';

/** The parts of operations that only an order's owner may call. */
export interface OwnerParts extends KeyParts, Pick<Core, 'orders' | 'idempotency'> {}

/** A request for an order that only its owner may make. */
type OwnerCall = Pick<Call<'uuid', unknown>, 'params' | 'req' | 'res'> & { readonly action: KeyAction };

/** Problems of the order's state and of the market are results: a retry gets them again. */
const KEPT_STATUSES = [400, 409, 422];

/** Does the work with the authorization of the request's key or wallet, once for each Idempotency-Key. */
export async function asOwner<T>(
  parts: OwnerParts,
  call: OwnerCall,
  work: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  const { callerOf, runOnce } = parts.idempotency;
  const once = (authorization: Authorization) => {
    const request = {
      operation: `${call.req.method} /orders/{uuid}/${call.action}`,
      caller: () => callerOf(authorization),
      payload: call.params.uuid,
      keptStatuses: KEPT_STATUSES,
    };
    return respondOnce(runOnce, call, request, () => work(authorization));
  };
  const apiKey = apiKeyOf(call.req);
  if (apiKey !== undefined) {
    await requireKnown(parts, call);
    return asKey(parts, call, apiKey, (key) => once({ by: 'api-key', key }));
  }
  const proof = proofInHeaders(call.req);
  if (proof.ok) return once(proof.value);
  await requireKnown(parts, call);
  throw unproven(proof.error);
}

/** 404 comes before 401. A client's own id names an order only once its owner is known. */
async function requireKnown({ orders }: OwnerParts, { params: { uuid: ref } }: OwnerCall): Promise<void> {
  if (!isClientRef(ref)) valueOrThrow(await orders.get(ref));
}
