import type { Request } from 'express';
import type { ProveWalletError, WalletProof } from '../../../application/authorization/prove-wallet.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { apiKeyOf } from './api-key-header.js';
import { BODY_BYTES, jsonBodyIfAny } from './json-body.js';
import { check } from '../schema/request-class.js';
import { SignedBody, SIGNED_BODY } from '../schema/signed-body.js';
import { ANY } from '../schema/outcomes.js';
import { fault, HttpError } from '../errors/problem.js';

const MESSAGE = 'x-message';
const SIGNATURE = 'x-signature';
const PUBLIC_KEY = 'x-public-key';
const WALLET_ADDRESS = 'x-wallet-address';
/** The headers of a wallet's proof. */
export const PROOF_HEADERS = [MESSAGE, SIGNATURE, PUBLIC_KEY, WALLET_ADDRESS] as const;

const missingHeaders = (names: string, more: { readonly hint?: string } = {}) =>
  fault('missing-required-headers', { error: `Missing required headers: ${names}`, ...more });

/** Hint to callers who send an API key to what only a wallet may do. */
const KEY_IS_NOT_ENOUGH = 'An API key cannot do this: sign the request with the wallet.';

export const MISSING_HEADERS = missingHeaders(ANY);

export const MISSING_AUTHENTICATION = fault('missing-authentication-headers');

const missingFields = (names: string) =>
  fault('missing-required-fields', { error: `Missing required fields: ${names}` });

export const MISSING_FIELDS = missingFields(ANY);

/** The error for a reused message. Reads do not return it: they accept the same message as long as it is recent. */
type UsedSignature = Extract<ProveWalletError, { readonly kind: 'signature-already-used' }>;

/** The errors of a use case that reads. */
export type ReadingError<E> = Exclude<E, UsedSignature>;

/** Refusals of the proof of a request that reads, in the order of the checks. */
export const READ_REFUSALS = [
  'invalid-wallet-address',
  'invalid-signature',
  'signer-not-wallet',
  'invalid-message-content',
  'wrong-audience',
  'expired-timestamp',
] as const satisfies readonly ReadingError<ProveWalletError>['kind'][];

/** Refusals of the proof of a request that changes something. */
export const PROOF_REFUSALS = [...READ_REFUSALS, 'signature-already-used'] as const;

/** The wallet's proof from the headers, unverified; or the names of the missing headers. */
export function proofInHeaders(req: Request): Result<WalletProof, readonly string[]> {
  const missing = PROOF_HEADERS.filter((name) => !req.get(name));
  if (missing.length > 0) return err(missing);
  return ok({
    by: 'wallet',
    message: req.get(MESSAGE)!,
    signature: req.get(SIGNATURE)!,
    publicKey: req.get(PUBLIC_KEY)!,
    walletAddress: req.get(WALLET_ADDRESS)!,
  });
}

/** The 401 for a caller without a complete proof. */
export const unproven = (missing: readonly string[]): HttpError =>
  new HttpError(
    missing.length === PROOF_HEADERS.length ? MISSING_AUTHENTICATION : missingHeaders(missing.join(', ')),
  );

/** The wallet's proof of a request that reads: all of it in headers, unverified. */
export function requireProofInHeaders(req: Request): WalletProof {
  const proof = proofInHeaders(req);
  if (!proof.ok) {
    const hint = apiKeyOf(req) && KEY_IS_NOT_ENOUGH;
    throw new HttpError(missingHeaders(proof.error.join(', '), hint ? { hint } : {}));
  }
  return proof.value;
}

/** Arguments of curl for a body that the wallet signed. */
export const BY_BODY = `-H 'Content-Type: application/json' -H @headers.txt -d @body.json`;

/** The body of a request that changes something. Without a body, the error names its missing fields. */
export const signedBody = {
  description: 'The signed message.',
  schema: SIGNED_BODY.ref(),
  maxBytes: BODY_BYTES,
  readers: jsonBodyIfAny(),
};

/** The wallet's proof of a request that changes something: message and address in the body, unverified. */
export function requireProofInBody(req: Request): WalletProof {
  const { request, broken } = check(fieldsOf(req.body), SignedBody, 'json');
  if (broken.length > 0) throw new HttpError(missingFields(broken.map(({ rules }) => rules.name).join(', ')));
  const [signature, publicKey] = [req.get(SIGNATURE), req.get(PUBLIC_KEY)];
  if (!signature || !publicKey) throw new HttpError(MISSING_AUTHENTICATION);
  return { by: 'wallet', ...request, signature, publicKey };
}
