import type { Request } from 'express';
import type { KeyCaller } from '../../../application/api-keys/authenticate-key.js';
import type { Core } from '../../../application/core.js';
import type { AuthorizeOwnerError } from '../../../application/authorization/authorize-owner.js';
import type { Authorization } from '../../../application/authorization/caller.js';
import { isClientRef, type OrderNotFound } from '../../../application/orders/find-order.js';
import { REQUESTS_PER_WINDOW } from '../../../domain/api-key/rate-window.js';
import type { KeyAction } from '../../../domain/api-key/usage.js';
import type { Clock } from '../../../ports/index.js';
import { AddressWindows, retryAfter } from '../address-windows.js';
import { problemFrom } from '../error-responses.js';
import { valueOrThrow } from '../errors.js';
import type { Call } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../operation/outcomes.js';
import { always, text, type Schema } from '../operation/schema.js';
import { HttpError } from '../problem.js';
import { RATE_HEADERS, rateHeaders } from '../rate-headers.js';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, REPLAYED_HEADER, respondOnce } from './idempotency.js';
import {
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  PROOF_REFUSALS,
  proofInHeaders,
  unproven,
} from './wallet-proof.js';

export const FAILURES_PER_MINUTE = 20;

/**
 * Slows down guessing of keys: after 20 failures in a minute every further invalid key from the address is 429. A valid
 * key passes all the same, since many bots may share one address.
 */
export class FailedKeys {
  private readonly windows: AddressWindows;

  constructor(clock: Clock) {
    this.windows = new AddressWindows(clock, FAILURES_PER_MINUTE);
  }

  /** @throws HttpError 429 when the address has failed too often already. */
  count(address: string): void {
    const waitMs = this.windows.take(address);
    if (waitMs === 0) return;
    throw new HttpError({
      status: 429,
      error: 'RATE_LIMIT_EXCEEDED',
      code: 'RATE_LIMIT_EXCEEDED',
      details: { reason: 'too many invalid API keys from this address' },
      headers: retryAfter(waitMs),
    });
  }
}

/** The parts of operations that only an order's owner may call. */
export interface OwnerParts extends Pick<Core, 'orders' | 'apiKeys' | 'idempotency'> {
  readonly failedKeys: FailedKeys;
}

/** When a caller is refused, by kind. */
export const OWNER_REFUSALS = {
  'order-not-found': 'no order has this uuid or client order id',
  ...PROOF_REFUSALS,
  'permission-denied': 'the API key lacks the permission',
  'key-of-another-wallet': 'the API key belongs to another wallet than the order',
  'not-order-owner': 'the wallet does not own the order',
} as const satisfies Readonly<Record<(OrderNotFound | AuthorizeOwnerError)['kind'], string>>;

/** The shared part of such operations: access, parameters and headers. */
export const ownerOperation = <A extends string>(action: A) => ({
  access: ['api-key', 'wallet-headers'] as const,
  signedFields: {
    action: always(action),
    uuid: text('the order’s name as in the path, before percent-encoding'),
  },
  params: { uuid: text('the order’s uuid, or client: and the clientOrderId that its owner gave it') },
  headers: IDEMPOTENCY_HEADER,
});

export const OWNER_ERRORS = [
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  ...outcomes<ErrorOf<Core['apiKeys']['authenticate']>>({
    'invalid-api-key': 'there is no such API key',
    'api-key-inactive': 'the API key is revoked or expired',
    'rate-limit-exceeded': `the API key made more than ${REQUESTS_PER_WINDOW} requests in this minute, or this address sent more than ${FAILURES_PER_MINUTE} bad keys in a minute`,
  }),
  ...IDEMPOTENCY_ERRORS,
];

/** The response to the owner. */
export const ownerResponse = <T>(description: string, schema: Schema<T>) => ({
  description,
  schema,
  headers: { ...RATE_HEADERS, ...REPLAYED_HEADER },
});

/** A request for an order that only its owner may make. */
type OwnerCall = Pick<Call<'uuid', unknown>, 'params' | 'req' | 'res'> & { readonly action: KeyAction };

/** Does the work with the authorization of the request's key or wallet, once for each Idempotency-Key. */
export function asOwner<T>(
  parts: OwnerParts,
  call: OwnerCall,
  work: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  const apiKey = apiKeyOf(call.req);
  const once = (authorization: Authorization) => doOnce(parts, call, authorization, work);
  return apiKey === undefined ? byWallet(parts, call, once) : byKey(parts, call, apiKey, once);
}

type Work<T> = (authorization: Authorization) => Promise<T>;

async function byWallet<T>(parts: OwnerParts, call: OwnerCall, work: Work<T>): Promise<T> {
  const proof = proofInHeaders(call.req);
  if (proof.ok) return work(proof.value);
  await requireKnown(parts, call);
  throw unproven(proof.error);
}

async function byKey<T>(parts: OwnerParts, call: OwnerCall, apiKey: string, work: Work<T>): Promise<T> {
  await requireKnown(parts, call);
  const admitted = await parts.apiKeys.authenticate(apiKey);
  if (admitted.ok) {
    const key = admitted.value;
    return onRecord(parts, key, call, () => work({ by: 'api-key', key }));
  }
  if (admitted.error.kind === 'rate-limit-exceeded') {
    return onRecord(parts, admitted.error.caller, call, async () => valueOrThrow(admitted));
  }
  parts.failedKeys.count(call.req.ip ?? '');
  return valueOrThrow(admitted);
}

/** 404 comes before 401. A client's own id names an order only once its owner is known. */
async function requireKnown({ orders }: OwnerParts, { params: { uuid: ref } }: OwnerCall): Promise<void> {
  if (!isClientRef(ref)) valueOrThrow(await orders.get(ref));
}

/** Problems of the order's state and of the market are results: a retry gets them again. */
const KEPT_STATUSES = [400, 409, 422];

function doOnce<T>(
  { idempotency: { callerOf, runOnce } }: OwnerParts,
  call: OwnerCall,
  authorization: Authorization,
  work: Work<T>,
): Promise<T> {
  const request = {
    operation: `${call.req.method} /orders/{uuid}/${call.action}`,
    caller: () => callerOf(authorization),
    payload: call.params.uuid,
    keptStatuses: KEPT_STATUSES,
  };
  return respondOnce(runOnce, call, request, () => work(authorization));
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
