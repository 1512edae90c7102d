import type { Request, Response } from 'express';
import type { OwnerProof, ProveOwnerError } from '../../../../application/authorization/prove-owner.js';
import type { ProveWalletError, WalletProof } from '../../../../application/authorization/prove-wallet.js';
import { fieldsOf } from '../../../../domain/shared/fields.js';
import { RATE_HEADERS } from '../../operation/rate-headers.js';
import { asKey, KEY_ERRORS, type KeyParts } from '../access/key-request.js';
import { apiKeyOf } from '../../requests/api-key-header.js';
import {
  MISSING_AUTHENTICATION,
  MISSING_FIELDS,
  MISSING_HEADERS,
  PROOF_REFUSALS,
  READ_REFUSALS,
  signedBody,
  type ReadingError,
} from '../../requests/wallet-proof.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';

/** Common part of operations that read what a wallet owns besides its orders. */
export const OWNER_READ = { limitedAs: 'keys', access: ['wallet-headers'] } as const;
export const OWNER_READ_ERRORS = [
  MISSING_HEADERS,
  ...outcomes<ReadingError<ProveWalletError>>()(READ_REFUSALS),
];

/** Common part of operations that change what a wallet owns besides its orders. */
export const OWNER_CHANGE = { limitedAs: 'keys', access: ['wallet-body'], body: signedBody } as const;
export const OWNER_CHANGE_ERRORS = [
  MISSING_FIELDS,
  MISSING_AUTHENTICATION,
  ...outcomes<ProveWalletError>()(PROOF_REFUSALS),
];

/** Common part of operations that a key with the permission webhooks may also call. */
export const KEY_OR_OWNER_READ = { ...OWNER_READ, access: ['wallet-headers', 'api-key'] } as const;
export const KEY_OR_OWNER_CHANGE = {
  ...OWNER_CHANGE,
  access: ['wallet-body', 'api-key'],
  body: {
    ...signedBody,
    description: 'The signed message; with an API key, the fields alone, without action and path.',
  },
} as const;

const KEY_REFUSALS = [...KEY_ERRORS, ...outcomes<Refusal>()(['permission-denied', 'invalid-fields'])];
type Refusal = Exclude<ProveOwnerError, ProveWalletError>;

export const KEY_OR_OWNER_READ_ERRORS = [...OWNER_READ_ERRORS, ...KEY_REFUSALS];
export const KEY_OR_OWNER_CHANGE_ERRORS = [...OWNER_CHANGE_ERRORS, ...KEY_REFUSALS];
/** Headers of responses to keys. */
export const KEY_HEADERS = RATE_HEADERS;

/**
 * Does the work with the proof of the request's wallet or API key. A request that is signed is the wallet's: a gateway may have
 * added its own token.
 */
export function byOwner<T>(
  parts: KeyParts,
  call: { readonly req: Request; readonly res: Response },
  walletProof: (req: Request) => WalletProof,
  work: (proof: OwnerProof) => Promise<T>,
): Promise<T> {
  const { req } = call;
  const apiKey = req.get('x-signature') === undefined ? apiKeyOf(req) : undefined;
  if (apiKey === undefined) return work(walletProof(req));
  return asKey(parts, { ...call, action: 'webhooks' }, apiKey, (key) =>
    work({ by: 'api-key', key, fields: fieldsOf(req.body) }),
  );
}

/** The errors of a use case except those of the owner's proof. */
export type OwnedError<UseCase extends (...args: never[]) => unknown> = Exclude<
  ErrorOf<UseCase>,
  ProveOwnerError
>;
