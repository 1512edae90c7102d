import type { Core } from '../../../application/core.js';
import { EVERY_ORDER } from '../../../application/authorization/authorize-reader.js';
import type { ApiKeyId } from '../../../domain/api-key/api-key.js';
import type { Reader } from '../../../domain/order/handle.js';
import { valueOrThrow } from '../errors.js';
import type { Call } from '../operation/declaration.js';
import { outcomes, type ErrorOf } from '../operation/outcomes.js';
import { always, text } from '../operation/schema.js';
import { apiKeyOf, asKey, KEY_REFUSALS, type KeyParts } from './key-request.js';
import {
  MISSING_HEADERS,
  proofInHeaders,
  PROOF_HEADERS,
  READ_REFUSALS,
  unproven,
  type ReadingError,
} from './wallet-proof.js';

/** The parts of operations that read orders. */
export interface ReaderParts extends KeyParts {
  readonly orders: Core['orders'];
}

/** What operations that read orders have in common: anyone may call them, and the owner sees more. */
export const READ_BY_ANYONE = {
  access: ['anyone', 'api-key', 'wallet-headers'],
  signedFields: {
    action: always('read_orders'),
    uuid: text(`${EVERY_ORDER}, or the order’s name as in the path, before percent-encoding`),
  },
  personalBy: ['Authorization', 'X-Api-Key', ...PROOF_HEADERS],
} as const;

/** What a response with the caller's own uuids has in place of the usual Cache-Control. */
export const OWNER_CACHING = 'a response to a key or wallet: no-store';

/** How a caller who claims to be an owner is refused. */
export const READER_ERRORS = [
  MISSING_HEADERS,
  ...outcomes<ErrorOf<Core['apiKeys']['authenticate']>>(KEY_REFUSALS),
  ...outcomes<ReadingError<ErrorOf<Core['orders']['authorizeReader']>>>(READ_REFUSALS),
];

/**
 * Does the work for the owner whom the request's API key or wallet proves, or for the public without either.
 *
 * @param ref the order's name in the path; absent for a list.
 */
export async function asReader<T>(
  parts: ReaderParts,
  call: Pick<Call<never, unknown>, 'req' | 'res'>,
  work: (reader: Reader, keyId?: ApiKeyId) => Promise<T>,
  ref?: string,
): Promise<T> {
  const named = ref === undefined ? {} : { ref };
  const apiKey = apiKeyOf(call.req);
  if (apiKey !== undefined) {
    const request = { ...call, action: 'read' } as const;
    return asKey(parts, request, apiKey, ({ owner, keyId }) => work({ ...named, owner }, keyId));
  }
  if (PROOF_HEADERS.every((name) => !call.req.get(name))) return work(named);
  const proof = proofInHeaders(call.req);
  if (!proof.ok) throw unproven(proof.error);
  return work({ ...named, owner: valueOrThrow(await parts.orders.authorizeReader(proof.value, ref)) });
}
