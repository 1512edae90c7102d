import type { Core } from '../../../../application/core.js';
import { EVERY_ORDER } from '../../../../application/authorization/authorize-reader.js';
import type { ApiKeyId } from '../../../../domain/api-key/api-key.js';
import type { Reader } from '../../../../domain/order/terms/handle.js';
import type { Address } from '../../../../domain/shared/address.js';
import { countUnsigned, SignatureCheck } from '../../requests/address-limits.js';
import { noteCaller } from '../../requests/known-caller.js';
import { problemOf, valueOrThrow } from '../../errors/errors.js';
import type { Call } from '../../operation/declaration.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { readParameters } from '../../requests/parameters.js';
import { IsView } from './filters.js';
import { always, text } from '../../schema/schema.js';
import { fault, type Problem } from '../../errors/problem.js';
import { RATE_HEADERS } from '../../operation/rate-headers.js';
import { asKey, KEY_ERRORS, type KeyParts } from './key-request.js';
import { apiKeyOf } from '../../requests/api-key-header.js';
import {
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  proofInHeaders,
  PROOF_HEADERS,
  READ_REFUSALS,
  unproven,
  type ReadingError,
} from '../../requests/wallet-proof.js';

/** Parts that an operation needs to read orders. */
export interface ReaderParts extends KeyParts {
  readonly orders: Core['orders'];
}

/** Common part of operations that read orders: open to anyone, but the owner sees more. */
export const READ_BY_ANYONE = {
  access: ['anyone', 'api-key', 'wallet-headers'],
  signedFields: {
    action: always('read_orders'),
    uuid: text(`${EVERY_ORDER}, or the order’s name as in the path, before percent-encoding`),
  },
  personalBy: ['Authorization', 'X-Api-Key', ...PROOF_HEADERS],
} as const;

/** Common part of operations that read all orders of a wallet: for their owner alone. */
export const READ_BY_OWNER = {
  access: ['api-key', 'wallet-headers'],
  signedFields: { ...READ_BY_ANYONE.signedFields, uuid: always(EVERY_ORDER) },
} as const;

/** Error if orders cannot be read. */
export const ORDERS_FAILED = fault('internal', {
  error: 'Failed to fetch orders',
  cause: 'the orders cannot be read',
});

export class ViewQuery {
  @IsView view?: 'owner' | 'public';
}

/** Refusals of a caller who does not prove to be the owner. */
export const OWNER_ERRORS = [
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  ...KEY_ERRORS,
  ...outcomes<ReadingError<ErrorOf<Core['orders']['authorizeReader']>>>()(READ_REFUSALS),
];

/** Refusals of a caller who asks for the owner's view without proof. */
export const READER_ERRORS = OWNER_ERRORS.map((error) =>
  error.status === 429 ? error : { ...error, cause: `with view=owner: ${error.cause}` },
);

const VIEW_SHOWN = 'X-Sluice-View';

/** The headers of a response to anyone who reads orders. */
export const READER_HEADERS = {
  ...RATE_HEADERS,
  [VIEW_SHOWN]:
    'the view of the orders: owner or public; public; reason=<code> if the code says why the key or wallet that was sent is no proof',
};

/** Common part of responses that are cached, unless they hold the caller's own uuids. */
export const CACHED_FOR_ANYONE = {
  cachingNote: 'a response to a key or wallet: no-store',
  headers: READER_HEADERS,
  tagged: true,
} as const;

/**
 * Does the work for the owner whom the request's API key or wallet proves, or for the public. Invalid proof counts as none,
 * unless the caller asks for the owner's view.
 *
 * @param ref the order's name in the path; absent for a list.
 */
export async function asReader<T>(
  parts: ReaderParts,
  call: Pick<Call<never, unknown>, 'req' | 'res'>,
  work: (reader: Reader, keyId?: ApiKeyId) => Promise<T>,
  ref?: string,
): Promise<T> {
  const { view } = readParameters(call.req.query, ViewQuery);
  return asViewer(parts, call, { view, ref }, work);
}

/** Does the work for the owner of all the wallet's orders, whom the request's API key or wallet must prove. */
export const asOwner = <T>(
  parts: ReaderParts,
  call: Pick<Call<never, unknown>, 'req' | 'res'>,
  work: (owner: Address) => Promise<T>,
): Promise<T> => asViewer(parts, call, { view: 'owner' }, ({ owner }) => work(owner!));

async function asViewer<T>(
  parts: ReaderParts,
  call: Pick<Call<never, unknown>, 'req' | 'res'>,
  { view, ref }: { readonly view?: ViewQuery['view']; readonly ref?: string | undefined },
  work: (reader: Reader, keyId?: ApiKeyId) => Promise<T>,
): Promise<T> {
  const { req, res } = call;
  const named = ref === undefined ? {} : { ref };
  const publicly = (reason?: string): Promise<T> => {
    countUnsigned(req, res);
    res.set(VIEW_SHOWN, reason === undefined ? 'public' : `public; reason=${reason}`);
    return work(named);
  };
  const owned = (owner: Address, keyId?: ApiKeyId): Promise<T> => {
    res.set(VIEW_SHOWN, 'owner');
    return work({ ...named, owner }, keyId);
  };
  if (view === 'public') return publicly();
  const isDemanded = view === 'owner';

  const byWallet = async (keyRefusal?: Problem): Promise<T> => {
    const proof = proofInHeaders(req);
    if (!proof.ok) {
      if (isDemanded) throw unproven(proof.error);
      const isNone = proof.error.length === PROOF_HEADERS.length;
      return publicly(keyRefusal?.code ?? (isNone ? undefined : MISSING_HEADERS.code));
    }
    const check = new SignatureCheck(req, 'reads');
    const { refusal } = check;
    if (refusal !== undefined) {
      if (isDemanded) throw refusal;
      return publicly(refusal.problem.code);
    }
    const proven = await parts.orders.authorizeReader(proof.value, ref, { explain: isDemanded });
    if (!proven.ok && !isDemanded) return publicly(problemOf(proven.error).code);
    const owner = valueOrThrow(proven);
    check.passed(owner);
    noteCaller(res, { owner });
    return owned(owner);
  };
  const apiKey = apiKeyOf(req);
  if (apiKey === undefined) return byWallet();
  // A gateway may have added its own token to a wallet-signed request.
  const otherwise = isDemanded && !proofInHeaders(req).ok ? undefined : byWallet;
  const byKey = { ...call, action: 'read' } as const;
  return asKey(parts, byKey, apiKey, ({ owner, keyId }) => owned(owner, keyId), otherwise);
}
