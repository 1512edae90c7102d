import type {
  AdmittedKey,
  AuthenticateKeyError,
  KeyCaller,
} from '../../../../application/api-keys/authenticate-key.js';
import type { Core } from '../../../../application/core.js';
import { REQUESTS_PER_WINDOW } from '../../../../domain/api-key/rate-window.js';
import type { KeyAction } from '../../../../domain/api-key/usage.js';
import { signedByKey } from '../../requests/address-limits.js';
import { noteCaller } from '../../requests/known-caller.js';
import { retryAfter } from '../../requests/address-windows.js';
import { ERRORS } from '../../errors/codes.js';
import { outcomes } from '../../schema/outcomes.js';
import { problemFrom } from '../../operation/error-responses.js';
import { problemOf, valueOrThrow } from '../../errors/errors.js';
import type { Call } from '../../operation/declaration.js';
import { HttpError, type Problem } from '../../errors/problem.js';
import { rateHeaders } from '../../operation/rate-headers.js';

/**
 * Number of invalid keys that an address may send in a minute. Every further one is 429, which slows down the guessing of keys. A
 * valid key still passes, since many bots may share an address.
 */
export const FAILURES_PER_MINUTE = 20;

/** Parts that an operation with an API key needs. */
export interface KeyParts extends Pick<Core, 'apiKeys'> {
  /** Counts the invalid keys of each address, limited to FAILURES_PER_MINUTE. */
  readonly failedKeys: { take(address: string): { readonly waitMs: number } };
}

/** Refusals of a key. */
export const KEY_ERRORS = outcomes<AuthenticateKeyError>()([
  'invalid-api-key',
  'api-key-inactive',
  'revocations-unknown',
  {
    kind: 'outside-key-limits',
    cause: 'the caller’s address, or the order, is outside the limits of the API key',
  },
  {
    kind: 'rate-limit-exceeded',
    cause: `the API key made more than ${REQUESTS_PER_WINDOW} requests in this minute, or this address sent more than ${FAILURES_PER_MINUTE} bad keys in a minute`,
  },
]);

/** Maximum recorded length of a path. Paths of real requests are shorter. */
const MAX_ENDPOINT = 200;

type KeyCall = Pick<Call<never, unknown>, 'req' | 'res'> & { readonly action: KeyAction };

/**
 * Does the work for the owner of the API key. The request counts against the key's rate limit.
 *
 * @param otherwise replaces the refusal if `apiKey` is not an active key.
 */
export async function asKey<T>(
  parts: KeyParts,
  call: KeyCall,
  apiKey: string,
  work: (key: AdmittedKey) => Promise<T>,
  otherwise?: (refusal: Problem) => Promise<T>,
): Promise<T> {
  const admitted = await parts.apiKeys.authenticate(apiKey, call.req.ip);
  if (admitted.ok || admitted.error.kind === 'rate-limit-exceeded') signedByKey(call.res);
  if (admitted.ok) {
    noteCaller(call.res, { key: admitted.value.keyId, owner: admitted.value.owner });
    return onRecord(parts, admitted.value, call, () => work(admitted.value));
  }
  if (admitted.error.kind === 'rate-limit-exceeded') {
    noteCaller(call.res, { key: admitted.error.caller.keyId });
    return onRecord(parts, admitted.error.caller, call, async () => valueOrThrow(admitted));
  }
  if (otherwise !== undefined) return otherwise(problemOf(admitted.error));
  const isKey = admitted.error.kind === 'revocations-unknown' || admitted.error.kind === 'outside-key-limits';
  if (isKey) return valueOrThrow(admitted);
  const { waitMs } = parts.failedKeys.take(call.req.ip ?? '');
  if (waitMs > 0) throw tooManyFailures(waitMs);
  return valueOrThrow(admitted);
}

const tooManyFailures = (waitMs: number) =>
  new HttpError({
    status: 429,
    error: 'RATE_LIMIT_EXCEEDED',
    code: 'RATE_LIMIT_EXCEEDED',
    details: { reason: 'too many invalid API keys from this address' },
    hint: ERRORS['invalid-api-key'].remedy,
    headers: retryAfter(waitMs),
  });

/** Sends the key's rate-limit state in headers and records the request for the key's owner. */
async function onRecord<T>(
  { apiKeys }: KeyParts,
  caller: KeyCaller,
  { action, req, res }: KeyCall,
  work: () => Promise<T>,
): Promise<T> {
  res.set(rateHeaders(caller.standing));
  const endpoint = req.originalUrl.split('?', 1)[0]!.slice(0, MAX_ENDPOINT);
  const request = { action, method: req.method, endpoint };
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
