import type { Request } from 'express';
import type { KeyCaller } from '../../../application/api-keys/authenticate-key.js';
import type { Authorization } from '../../../application/authorization/authorize-owner.js';
import type { Core } from '../../../application/core.js';
import { isClientRef } from '../../../application/orders/find-order.js';
import type { KeyAction } from '../../../domain/api-key/usage.js';
import { retryAfter, type AddressWindows } from '../address-windows.js';
import { problemFrom } from '../error-responses.js';
import { valueOrThrow } from '../errors.js';
import type { Call } from '../operation/operation.js';
import { HttpError } from '../problem.js';
import { rateHeaders } from '../rate-headers.js';
import { respondOnce } from './idempotency.js';
import { proofInHeaders, unproven } from './wallet-proof.js';

/**
 * Slows down guessing of keys: after so many failures every further invalid key from the address is 429. A valid key
 * passes all the same, since many bots may share one address.
 */
export const FAILURES_PER_MINUTE = 20;

/** The parts of operations that only an order's owner may call. */
export interface OwnerParts extends Pick<Core, 'orders' | 'apiKeys' | 'idempotency'> {
  /** Limited to FAILURES_PER_MINUTE. */
  readonly failedKeys: AddressWindows;
}

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
  if (apiKey !== undefined) return byKey(parts, call, apiKey, once);
  const proof = proofInHeaders(call.req);
  if (proof.ok) return once(proof.value);
  await requireKnown(parts, call);
  throw unproven(proof.error);
}

async function byKey<T>(
  parts: OwnerParts,
  call: OwnerCall,
  apiKey: string,
  work: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  await requireKnown(parts, call);
  const admitted = await parts.apiKeys.authenticate(apiKey);
  if (admitted.ok) {
    const key = admitted.value;
    return onRecord(parts, key, call, () => work({ by: 'api-key', key }));
  }
  if (admitted.error.kind === 'rate-limit-exceeded') {
    return onRecord(parts, admitted.error.caller, call, async () => valueOrThrow(admitted));
  }
  const waitMs = parts.failedKeys.take(call.req.ip ?? '');
  if (waitMs > 0) throw tooManyFailures(waitMs);
  return valueOrThrow(admitted);
}

const tooManyFailures = (waitMs: number) =>
  new HttpError({
    status: 429,
    error: 'RATE_LIMIT_EXCEEDED',
    code: 'RATE_LIMIT_EXCEEDED',
    details: { reason: 'too many invalid API keys from this address' },
    headers: retryAfter(waitMs),
  });

/** 404 comes before 401. A client's own id names an order only once its owner is known. */
async function requireKnown({ orders }: OwnerParts, { params: { uuid: ref } }: OwnerCall): Promise<void> {
  if (!isClientRef(ref)) valueOrThrow(await orders.get(ref));
}

/** Sends the key's standing in the headers and records the request for the key's owner. */
async function onRecord<T>(
  { apiKeys }: OwnerParts,
  caller: KeyCaller,
  { action, req, res }: OwnerCall,
  work: () => Promise<T>,
): Promise<T> {
  res.set(rateHeaders(caller.standing));
  const request = { action, method: req.method, endpoint: req.originalUrl.split('?', 1)[0]! };
  try {
    const body = await work();
    apiKeys.activity.record(caller, { ...request, statusCode: 200, success: true });
    return body;
  } catch (thrown) {
    const { status: statusCode, error: errorMessage } = problemFrom(thrown);
    apiKeys.activity.record(caller, { ...request, statusCode, success: false, errorMessage });
    throw thrown;
  }
}

const BEARER = /^bearer\s+(.*)$/i;

/** The API key that the request carries, if any, in whatever form. */
const apiKeyOf = (req: Request): string | undefined =>
  req.get('x-api-key') || BEARER.exec(req.get('authorization') ?? '')?.[1] || undefined;
